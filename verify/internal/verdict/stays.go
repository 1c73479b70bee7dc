package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// stays reports whether a plan proves that what a goal claims stays possible. grants tells for the result of a child machine
// whether some run of it has this result.
func (j *judge) stays(g *core.Goal, p *Plan, grants func(call, event int) bool) bool {
	m := j.machine
	if !planned(m, p, grants) {
		return false
	}
	t := p.Theory(j.theory)
	for s := range m.States {
		if problem, ok := p.Enters(t, g, s); ok && !j.proved(problem, p.Entered[s]) {
			return false
		}
	}
	for i := range p.Spots {
		if !j.proved(p.Remains(t, g, i), p.Left[i]) {
			return false
		}
		if problem, ok := p.Covers(t, g, i); ok && !j.proved(problem, p.Spots[i].Covered) {
			return false
		}
		for k := range p.Spots[i].Moves {
			if !j.meets(p.Made(t, m, g, i, k), p.Spots[i].Moves[k].Proofs) {
				return false
			}
		}
	}
	return true
}

// meets reports whether there is a valid proof for each of several problems.
func (j *judge) meets(duties []Duty, proofs []*certificate.Proof) bool {
	if len(duties) != len(proofs) {
		return false
	}
	for i, d := range duties {
		if !j.proved(d.Problem, proofs[i]) {
			return false
		}
	}
	return true
}

// planned reports whether a plan is one of the machine, so that its problems say what they should. It does not look at
// the proofs.
func planned(m *core.Machine, p *Plan, grants func(call, event int) bool) bool {
	if p == nil || !assumable(m, p.Assumed) || len(p.Left) != len(p.Spots) || len(p.Entered) != len(m.States) {
		return false
	}
	for i := range p.Spots {
		s := &p.Spots[i]
		if s.Approach || !s.formed(m) {
			return false
		}
		for k := range s.Moves {
			v := &s.Moves[k]
			list := m.On(s.State, v.Event)
			if call := m.Caller(v.Event); len(v.Then) != len(list) || call >= 0 && m.Calls[call].Child != nil && (reads(list) || !grants(call, v.Event)) {
				return false
			}
			for a, to := range v.Then {
				switch {
				case to == Never:
				case list[a].Effect != core.Take || to != Arrived && (to < 0 || to >= len(p.Spots) || p.Spots[to].State != list[a].To):
					return false
				}
			}
		}
	}
	return true
}

// grants reports whether the cases contain one that proves that a child machine has a result: it ends, and it has no
// other outcome, or it claims that this one is possible from the start.
func grants(m *core.Machine, call, event int, cases []*Case, bounded map[*core.Machine]bool) bool {
	child := m.Calls[call].Child
	if len(child.Outcomes) == 1 {
		return ends(child, cases, bounded)
	}
	outcome := slices.Index(m.Calls[call].Results, event)
	at := slices.IndexFunc(cases, func(c *Case) bool { return c.Machine == child })
	return at >= 0 && slices.ContainsFunc(child.Goals, func(g core.Goal) bool { return Reached(child, &g, outcome) }) && decide(cases[at], bounded).grants(child, outcome)
}

// grants reports whether it is proved that some run of the machine has an outcome.
func (j *Judgment) grants(m *core.Machine, outcome int) bool {
	return slices.ContainsFunc(j.Asked, func(o obligation.Obligation) bool {
		return o.Kind == obligation.Possible && j.Proved[o] && Reached(m, &m.Goals[o.Goal], outcome)
	})
}

// Reached reports whether a goal claims that a run from the start leads to an outcome.
func Reached(m *core.Machine, g *core.Goal, outcome int) bool {
	for s := range m.States {
		if m.States[s].Outcome != outcome && g.Meets(s) {
			return false
		}
	}
	return expr.Equal(g.Here[m.Initial], expr.Truth(true))
}
