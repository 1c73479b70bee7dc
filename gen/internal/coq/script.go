package coq

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// prove returns a script that proves a goal from what is given in the place. Without a certificate, it notes what could
// not be proved. The order of what is given decides which cases the prover distinguishes first, so it tries two. The script
// leaves it to the kernel to compare the statement with what the certificate proves: unification takes time that is
// exponential in the depth of expressions.
func (p *place) prove(goal cond, about string) string {
	list := slices.Clone(p.given)
	proof := p.w.certificate(list, goal)
	if proof == nil {
		slices.Reverse(list)
		proof = p.w.certificate(list, goal)
	}
	if proof == nil && goal.parts != nil {
		return both(p.prove(goal.parts[0], about), p.prove(goal.parts[1], about))
	}
	if proof == nil {
		p.w.lack(about)
		return "fail"
	}
	used := map[int]bool{}
	uses(proof, used)
	// Facts of the certificate, by their numbers in the Coq proof: those that are used, the negated goal, and the rest.
	var numbers []int
	var texts, proofs []string
	for i, g := range list {
		numbers = append(numbers, len(texts))
		if used[i] {
			texts, proofs = append(texts, g.cond.text), append(proofs, g.proof)
		}
	}
	n := len(texts)
	s := &script{}
	s.proof(proof, append(numbers, n), n+1)
	script := ""
	for i := len(proofs) - 1; i >= 0; i-- {
		script += "generalize " + proofs[i] + "; "
	}
	return fmt.Sprintf("%sexact_no_check (proved (env_%s%s) [%s] %s %s checked)",
		script, p.name, p.bound(), strings.Join(texts, "; "), goal.text, s.String())
}

// both is a script that proves the two sides of a conjunction of bools.
func both(first, second string) string {
	return "(apply both; [" + first + " | " + second + "])"
}

// certificate looks for a certificate that conditions imply a goal.
func (w *writer) certificate(list []given, goal cond) *certificate.Proof {
	facts := make([]certificate.Formula, len(list))
	for i, g := range list {
		facts[i] = g.cond.fact
	}
	return w.prover.Prove(facts, goal.fact)
}

// uses collects the numbers of the facts that a proof names.
func uses(p *certificate.Proof, used map[int]bool) {
	sum := func(c certificate.Combination) {
		for _, m := range c {
			for _, f := range m.Facts {
				used[f] = true
			}
		}
	}
	for _, s := range p.Steps {
		if s.Take != nil {
			used[s.Take.Fact] = true
		}
		if s.Squeeze != nil {
			used[s.Squeeze.Above], used[s.Squeeze.Below] = true, true
		}
		sum(s.Cut)
		sum(s.Equate)
	}
	sum(p.Contradiction)
	if p.Split != nil {
		used[p.Split.Fact] = true
		for _, c := range p.Split.Cases {
			uses(c, used)
		}
	}
	if p.Branch != nil {
		for _, c := range p.Branch.Cases {
			uses(c, used)
		}
	}
}

// script writes a certificate as a Coq term of type Certificate.proof.
type script struct{ strings.Builder }

// proof writes a node. numbers has the Coq number of each known fact, and n is the number of facts that Coq knows, which
// counts them from the last one.
func (s *script) proof(p *certificate.Proof, numbers []int, n int) {
	open := 1
	fact := func(f int) string { return fmt.Sprintf("%d%%nat", n-1-numbers[f]) }
	s.WriteString("(")
	for _, step := range p.Steps {
		switch {
		case step.Take != nil:
			side := "Left"
			if step.Take.Part == 1 {
				side = "Right"
			}
			s.WriteString(side + " " + fact(step.Take.Fact))
		case step.Squeeze != nil:
			s.WriteString("Squeeze " + fact(step.Squeeze.Above) + " " + fact(step.Squeeze.Below))
		case len(step.Equate) > 0:
			s.WriteString("Equate " + combination(step.Equate, numbers, n))
		default:
			s.WriteString("Cut " + combination(step.Cut, numbers, n))
		}
		s.WriteString(" (")
		open++
		numbers = append(slices.Clip(numbers), n)
		n++
	}
	cases := func(list []*certificate.Proof) {
		for _, c := range list {
			s.WriteString(" ")
			s.proof(c, append(slices.Clip(numbers), n), n+1)
		}
	}
	switch {
	case p.Split != nil:
		s.WriteString("Split " + fact(p.Split.Fact))
		cases(p.Split.Cases)
	case p.Branch != nil:
		s.WriteString("Branch " + polynomial(p.Branch.On))
		cases(p.Branch.Cases)
	default:
		s.WriteString("Absurd " + combination(p.Contradiction, numbers, n))
	}
	s.WriteString(strings.Repeat(")", open))
}

func combination(c certificate.Combination, numbers []int, n int) string {
	var out []string
	for _, m := range c {
		var facts []string
		for _, f := range m.Facts {
			facts = append(facts, fmt.Sprint(n-1-numbers[f]))
		}
		out = append(out, fmt.Sprintf("(%s, %s, %s)", m.By, naturals(facts), symbols(m.Symbols)))
	}
	return "[" + strings.Join(out, "; ") + "]"
}

func polynomial(p certificate.Poly) string {
	var out []string
	for _, t := range p {
		out = append(out, fmt.Sprintf("(%s, %s)", symbols(t.Symbols), t.Coeff))
	}
	return "[" + strings.Join(out, "; ") + "]"
}

func symbols(list []certificate.Symbol) string {
	var out []string
	for _, s := range list {
		out = append(out, fmt.Sprint(int(s)))
	}
	return naturals(out)
}

func naturals(list []string) string {
	if len(list) == 0 {
		return "[]"
	}
	return "[" + strings.Join(list, "; ") + "]%nat"
}
