package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Unreached is a state that no run reaches, whatever the parameters, the payloads, and the order of events are.
type Unreached struct {
	// State is the index of the state. Region and Leaf are the indices of a region of it and of the state inside the region that is meant,
	// or -1 for the whole state.
	State, Region, Leaf int
	// Proof holds the certificates: the machine does not begin there, and no transition leads there.
	Proof []*certificate.Proof
}

// Name returns the name of the state in a machine.
func (u *Unreached) Name(m *core.Machine) string {
	if u.Region < 0 {
		return m.States[u.State].Name
	}
	return m.States[u.State].Regions[u.Region].Leaves[u.Leaf].Name
}

// span returns the place of the state in the spec.
func (u *Unreached) span(m *core.Machine) diag.Span {
	if u.Region < 0 {
		return m.States[u.State].Span
	}
	return m.States[u.State].Regions[u.Region].Leaves[u.Leaf].Span
}

// unreached lists the states that no run is proved to reach, with all facts that are known then. The search claims that false holds in
// them, and what is proved of these claims is judged like all facts.
func (q *inquiry) unreached(judged *verdict.Judgment) (list []Unreached, facts []encode.Claim) {
	found := search.Unreached(q.in, q.found)
	if len(found.Candidates) == 0 {
		return nil, judged.Facts
	}
	m := q.machine
	facts = slices.Clone(judged.Facts)
	for _, c := range verdict.Judge(found.Case(q.in)).Facts {
		if !slices.Contains(facts, c) {
			facts = append(facts, c)
		}
		if c.Var >= 0 {
			continue
		}
		s := c.Invariant.State
		if expr.Equal(c.Invariant.Expr, expr.Truth(false)) {
			list = append(list, Unreached{s, -1, -1, found.Proofs(c)})
			continue
		}
		for i, r := range m.States[max(0, s)].Regions {
			for l := range r.Leaves {
				if expr.Equal(c.Invariant.Expr, search.Elsewhere(m, r.Var, l)) {
					list = append(list, Unreached{s, i, l, found.Proofs(c)})
				}
			}
		}
	}
	return list, facts
}

// diagnoseUnreached warns of states that no run reaches.
func diagnoseUnreached(r *Report) {
	for i := range r.Unreached {
		u := &r.Unreached[i]
		r.Diagnostics.Warnf(diag.CodeUnreached, u.span(r.Machine), "state `%s` is never reached: no transition to it can be taken, whatever the parameters and the events are", u.Name(r.Machine)).
			Helpf("fix the conditions of the transitions that lead to it or the first values of what they read, or remove it")
	}
	r.Diagnostics.Sort()
}
