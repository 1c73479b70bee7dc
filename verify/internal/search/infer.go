package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

const (
	// maxInferred limits the guesses about one state, and maxGuesses those about all
	// states. If there are many states, each has its share, or minInferred.
	maxInferred = 40
	minInferred = 12
	maxGuesses  = 600
	// maxExpected limits those for which there is a reason.
	maxExpected = 200
	// maxGuessProofs limits the proofs that are tried for guesses.
	maxGuessProofs = 4000
)

// Infer adds candidates that the spec does not declare: relations that hold in all
// explored configurations and are inductive together with the known facts. It tries the
// rejected candidates of the spec again. It returns the guesses, and reports whether any
// new candidate stands.
func (f Findings) Infer(in *Input) (out Findings, guesses []core.Invariant, more bool) {
	out = f
	guesses = in.guesses()
	if len(guesses) == 0 && !slices.ContainsFunc(f.Candidates, func(c Candidate) bool { return !c.Stands }) {
		return out, nil, false
	}
	list := slices.Clone(f.Candidates)
	for i := range list {
		c := &list[i]
		// A candidate that stands needs no guesses; a rejected one may stand with them.
		if c.settled = c.Stands; !c.settled {
			c.Stands, c.lemmas = true, nil
		}
	}
	for i := range guesses {
		list = append(list, Candidate{Claim: encode.Claim{Var: -1, Invariant: &guesses[i]}, Stands: true, guessed: true})
	}
	out.Candidates = Settle(in, list, in.Prover.Half().Guessing(maxGuessProofs))
	return out, guesses, slices.ContainsFunc(out.Candidates, func(c Candidate) bool { return c.Stands && !c.settled })
}

// guesses lists the relations that no explored configuration violates, for each state that
// is not terminal.
func (in *Input) guesses() (out []core.Invariant) {
	m := in.Machine
	p := newPool(m, in.Theory.Params())
	conditions := make([]expr.Expr, len(p.relations))
	for i, r := range p.relations {
		if x, ok := p.vocabulary.Condition(r); ok && !declared(m, x) {
			conditions[i] = x
		}
	}
	open := in.unbroken(conditions)
	most := min(maxInferred, max(minInferred, maxGuesses/len(m.States)))
	for s := range m.States {
		count := 0
		for i, x := range conditions {
			if x == nil || !open[s][i] || count == most || len(out) == maxGuesses {
				continue
			}
			count++
			out = append(out, core.Invariant{State: s, Expr: x})
		}
	}
	return slices.Concat(out, expected(p, out), arrivals(m), assigned(m))
}

// expected lists the relations that pool p has reason to expect in certain states, without
// those that are among the guesses.
func expected(p *pool, guesses []core.Invariant) (out []core.Invariant) {
	type place struct {
		state int
		text  string
	}
	seen := map[place]bool{}
	for _, g := range guesses {
		seen[place{g.State, expr.Print(g.Expr, expr.Spec)}] = true
	}
	for _, g := range slices.Concat(p.remainders(), p.counted(), p.boxes()) {
		if at := (place{g.State, expr.Print(g.Expr, expr.Spec)}); !seen[at] && len(out) < maxExpected {
			seen[at] = true
			out = append(out, g)
		}
	}
	return out
}

// maxArrivals limits the ways into a state in [arrivals].
const maxArrivals = 3

// arrivals lists what holds in a state because each way into it has a guard, such as x > y || y > x.
func arrivals(m *core.Machine) (out []core.Invariant) {
	for s := range m.States {
		if s == m.Initial || m.Terminal(s) {
			continue
		}
		var some expr.Expr
		ways, all := 0, true
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.To != s || t.Effect != core.Take {
				continue
			}
			ways++
			changed := func(x *expr.Symbol) bool {
				return x.Scope == expr.Field || x.Scope == expr.External || x.Scope == expr.Var && (!m.Exists(x.Index, s) || t.Updated(x) != nil)
			}
			if all = all && t.Guard != nil && !expr.Uses(t.Guard, changed); !all {
				break
			}
			if some == nil {
				some = t.Guard
			} else {
				some = &expr.Binary{Op: expr.Or, X: some, Y: t.Guard}
			}
		}
		if all && ways > 1 && ways <= maxArrivals {
			out = append(out, core.Invariant{State: s, Expr: some})
		}
	}
	return out
}

// maxAssigned limits the numbers in [assigned].
const maxAssigned = 4

// assigned lists that an int has one of the numbers that transitions assign to it, if they assign nothing else, wherever it keeps its
// value.
func assigned(m *core.Machine) (out []core.Invariant) {
	for i := range m.Vars {
		x := m.Vars[i].Symbol
		if x.Type.Kind != expr.Int {
			continue
		}
		var some expr.Expr
		var numbers []int64
		all := true
		for k := range m.Transitions {
			value := m.Transitions[k].Updated(x)
			if value == nil {
				continue
			}
			lit, ok := value.(*expr.Lit)
			if all = all && ok; !all {
				break
			}
			if !slices.Contains(numbers, lit.Value) {
				numbers = append(numbers, lit.Value)
				is := &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: x}, Y: expr.Number(lit.Value)}
				if some == nil {
					some = is
				} else {
					some = &expr.Binary{Op: expr.Or, X: some, Y: is}
				}
			}
		}
		if !all || len(numbers) < 2 || len(numbers) > maxAssigned {
			continue
		}
		for s := range m.States {
			if s != m.Initial && !m.Terminal(s) && m.Exists(i, s) && len(out) < maxExpected {
				out = append(out, core.Invariant{State: s, Expr: some})
			}
		}
	}
	return out
}

// declared reports whether the spec claims x for all states, as an end of a range or as an
// invariant.
func declared(m *core.Machine, x expr.Expr) bool {
	text := expr.Print(x, expr.Spec)
	for _, i := range m.Invariants {
		if i.State < 0 && expr.Print(i.Expr, expr.Spec) == text {
			return true
		}
	}
	for _, decl := range m.Vars {
		if decl.Min != nil && text == decl.Name+" >= "+expr.Print(decl.Min, expr.Spec) || decl.Max != nil && text == decl.Name+" <= "+expr.Print(decl.Max, expr.Spec) {
			return true
		}
	}
	return false
}

// maxSamples limits the configurations of one graph against which guesses are checked.
const maxSamples = 400

// unbroken reports, for each state, which conditions read only what has a value there and
// hold in the explored configurations.
func (in *Input) unbroken(conditions []expr.Expr) [][]bool {
	m := in.Machine
	open := make([][]bool, len(m.States))
	for s := range m.States {
		open[s] = make([]bool, len(conditions))
		for i, x := range conditions {
			open[s][i] = x != nil && !m.Terminal(s) && !expr.Uses(x, func(sym *expr.Symbol) bool {
				return sym.Scope == expr.Var && !m.Exists(sym.Index, s)
			})
		}
	}
	for _, g := range in.Graphs {
		every := 1 + g.Configs()/maxSamples
		for c := range g.All() {
			if c.ID%every != 0 && c.ID > maxSamples/2 {
				continue
			}
			env := concrete.Env(m, g.Params, c.Vars)
			for i, x := range conditions {
				if open[c.State][i] {
					holds, err := expr.Eval(x, env)
					open[c.State][i] = err == nil && holds != 0
				}
			}
		}
	}
	return open
}

// Prune drops the guesses that no proof needs, directly or through another fact.
func (f Findings) Prune() Findings {
	out := f
	at := map[encode.Claim]*Candidate{}
	for i := range f.Candidates {
		at[f.Candidates[i].Claim] = &f.Candidates[i]
	}
	needed := map[encode.Claim]bool{}
	var visit func(uses []encode.Claim)
	visit = func(uses []encode.Claim) {
		for _, c := range uses {
			if !needed[c] {
				needed[c] = true
				visit(at[c].uses())
			}
		}
	}
	for i := range f.Answers {
		visit(f.Answers[i].Uses)
	}
	if f.paid != nil {
		for i := range f.paid.answers {
			visit(f.paid.answers[i].Uses)
		}
	}
	for i := range f.Candidates {
		if c := &f.Candidates[i]; c.Stands && !c.guessed {
			visit(c.uses())
		}
	}
	out.Candidates = nil
	for _, c := range f.Candidates {
		if !c.guessed || c.Stands && needed[c.Claim] {
			out.Candidates = append(out.Candidates, c)
		}
	}
	return out
}

// uses lists the claims that the proofs of a candidate assume.
func (c *Candidate) uses() (list []encode.Claim) {
	for _, l := range c.lemmas {
		list = append(list, l.uses...)
	}
	return list
}

// Proofs returns the certificates of a claim that stands.
func (f *Findings) Proofs(claim encode.Claim) (list []*certificate.Proof) {
	for i := range f.Candidates {
		if c := &f.Candidates[i]; c.Claim == claim {
			for _, l := range c.lemmas {
				list = append(list, l.Proof)
			}
		}
	}
	return list
}
