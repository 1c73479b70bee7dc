package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// maxUnreachedProofs limits the proofs that are tried to show that states are never reached.
const maxUnreachedProofs = 1000

// Unreached looks for proofs that no run reaches the states, and the leaves of regions, that no explored run reaches. That a state is never
// reached is the claim that false holds there. Variables may be constant for that: they have their first values wherever exploration finds
// them. The result has these claims, all that they need, and nothing else.
func Unreached(in *Input, f Findings) Findings {
	claims := in.missed()
	if len(claims) == 0 || in.Prover.Done() {
		return Findings{}
	}
	list := settled(slices.DeleteFunc(slices.Clone(f.Candidates), func(c Candidate) bool { return !c.Stands }))
	for _, guess := range append(in.constant(), claims...) {
		list = append(list, Candidate{Claim: encode.Claim{Var: -1, Invariant: &guess}, Stands: true, guessed: true})
	}
	found := Settle(in, list, in.Prover.Half().Guessing(maxUnreachedProofs))
	at := map[encode.Claim]*Candidate{}
	for i := range found {
		at[found[i].Claim] = &found[i]
	}
	needed := map[encode.Claim]bool{}
	var visit func(c *Candidate)
	visit = func(c *Candidate) {
		if !needed[c.Claim] {
			needed[c.Claim] = true
			for _, u := range c.uses() {
				visit(at[u])
			}
		}
	}
	for i := len(found) - len(claims); i < len(found); i++ {
		if found[i].Stands {
			visit(&found[i])
		}
	}
	return Findings{Candidates: slices.DeleteFunc(found, func(c Candidate) bool { return !needed[c.Claim] })}
}

// missed lists the claims that no run is in the states and leaves that no explored run reaches.
func (in *Input) missed() (claims []core.Invariant) {
	m := in.Machine
	if !slices.ContainsFunc(in.Graphs, func(g *explore.Graph) bool { return g.Configs() > 0 }) {
		return nil
	}
	type leaf struct {
		state int
		none  bool
	}
	var leaves []leaf
	var conditions []expr.Expr
	for s := range m.States {
		if !slices.ContainsFunc(in.Graphs, func(g *explore.Graph) bool { return g.Reached(s) }) {
			claims = append(claims, core.Invariant{State: s, Expr: expr.Truth(false)})
			continue
		}
		for _, r := range m.States[s].Regions {
			for l := range r.Leaves {
				leaves, conditions = append(leaves, leaf{s, r.Leaves[l].None}), append(conditions, Elsewhere(m, r.Var, l))
			}
		}
	}
	open := in.unbroken(conditions)
	for i, l := range leaves {
		if open[l.state][i] && !l.none {
			claims = append(claims, core.Invariant{State: l.state, Expr: conditions[i]})
		}
	}
	return claims
}

// Elsewhere returns the condition that a region, given by its variable, is not in a leaf.
func Elsewhere(m *core.Machine, variable, leaf int) expr.Expr {
	x := m.Vars[variable].Symbol
	return &expr.Binary{Op: expr.Ne, X: &expr.Ref{Symbol: x}, Y: &expr.Lit{T: x.Type, Value: int64(leaf)}}
}

// constant guesses where variables have their first values.
func (in *Input) constant() (guesses []core.Invariant) {
	m := in.Machine
	var conditions []expr.Expr
	for v := range m.Vars {
		if x := &m.Vars[v]; x.Implied == core.Declared && x.Type.Scalar() && x.Init != nil {
			conditions = append(conditions, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: x.Symbol}, Y: x.Init})
		}
	}
	for s, open := range in.unbroken(conditions) {
		for i, x := range conditions {
			if open[i] && len(guesses) < maxGuesses {
				guesses = append(guesses, core.Invariant{State: s, Expr: x})
			}
		}
	}
	return guesses
}
