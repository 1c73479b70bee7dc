package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Candidate is a claim that may be an inductive invariant, and what is known about it.
type Candidate struct {
	encode.Claim
	// Stands means that the claim has not been dropped.
	Stands bool
	// guessed marks a claim that the spec does not declare. settled marks a claim that
	// stood before there were guesses, and needs none of them.
	guessed, settled bool
	lemmas           []lemma
}

// lemma is a proof that a claim holds at the start or after a transition, with the claims
// that it uses.
type lemma struct {
	verdict.Lemma
	uses []encode.Claim
}

// Candidates lists the claims of the spec, and that the progress of no region is negative. All
// stand at first.
func Candidates(m *core.Machine) (list []Candidate) {
	for _, c := range encode.Claims(m) {
		list = append(list, Candidate{Claim: c, Stands: true})
	}
	parts := regionProgress(m)
	for i := range parts {
		list = append(list, Candidate{Claim: encode.Claim{Var: -1, Invariant: &parts[i]}, Stands: true, guessed: true})
	}
	return list
}

// regionProgress lists the claims that what a region adds to the progress function is not negative.
// With them, the proofs about a state with many regions need not look at the states of each region.
func regionProgress(m *core.Machine) (out []core.Invariant) {
	for s := range m.States {
		for _, x := range m.States[s].Progress {
			expr.Walk(x, func(part expr.Expr) {
				if c, ok := part.(*expr.Case); ok {
					out = append(out, core.Invariant{State: s, Expr: &expr.Binary{Op: expr.Ge, X: c, Y: expr.Number(0)}})
				}
			})
		}
	}
	return out
}

// standing lists the claims that stand.
func standing(list []Candidate) (claims []encode.Claim) {
	for i := range list {
		if list[i].Stands {
			claims = append(claims, list[i].Claim)
		}
	}
	return claims
}

// Settle drops candidates until those that stand are inductive: they hold at the start,
// and each transition preserves them if all of them hold before it. Dropping one may
// invalidate the proof of another, so Settle repeats until nothing changes. The result
// is the largest inductive subset, whatever the order.
func Settle(in *Input, list []Candidate, prover *solve.Prover) []Candidate {
	s := &settling{in, slices.Clone(list), prover, nil, nil}
	s.restart()
	for again := true; again; {
		again = false
		for i := range s.list {
			c := &s.list[i]
			if !c.Stands || c.settled {
				continue
			}
			c.lemmas = slices.Clone(c.lemmas)
			if !s.inductive(c) {
				c.Stands, again = false, true
				s.restart()
			}
		}
	}
	return s.list
}

// settling is one call of [Settle].
type settling struct {
	*Input
	list   []Candidate
	prover *solve.Prover
	// theory assumes the candidates that stand.
	theory *encode.Theory
	stands map[encode.Claim]bool
}

// restart resets the theory to the candidates that stand now.
func (s *settling) restart() {
	claims := standing(s.list)
	s.theory = s.Theory.Assuming(claims)
	s.stands = make(map[encode.Claim]bool, len(claims))
	for _, c := range claims {
		s.stands[c] = true
	}
}

// inductive reports whether a candidate is proved from the claims that still stand. It
// proves only what is not proved yet.
func (s *settling) inductive(c *Candidate) bool {
	m := s.Machine
	if c.In(m, m.Initial) && !s.proved(c, -1) {
		return false
	}
	for i := range m.Transitions {
		if c.Breaks(m, i) && !s.proved(c, i) {
			return false
		}
	}
	return true
}

// proved reports whether a claim is proved to hold at the start (-1) or after a
// transition. It looks for a proof if there is none, and keeps it.
func (s *settling) proved(c *Candidate, transition int) bool {
	at := slices.IndexFunc(c.lemmas, func(l lemma) bool { return l.Transition == transition })
	if at >= 0 && !slices.ContainsFunc(c.lemmas[at].uses, func(u encode.Claim) bool { return !s.stands[u] }) {
		return true
	}
	if at >= 0 {
		c.lemmas = slices.Delete(c.lemmas, at, at+1)
	}
	var p encode.Problem
	if transition < 0 {
		p = s.theory.Initially(c.Claim)
	} else {
		p = s.theory.Kept(transition, c.Claim)
	}
	proof := s.prover.Prove(p.Facts, p.Goal)
	if proof == nil {
		return false
	}
	c.lemmas = append(c.lemmas, lemma{verdict.Lemma{Transition: transition, Assumed: s.theory.Claims(), Proof: proof}, p.Uses(proof)})
	return true
}
