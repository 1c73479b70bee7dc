package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// Reach is what a [Strategy] proves: for all parameter values that satisfy Given, some run
// takes at least Least transitions, as integers of any size. It does not change.
type Reach struct {
	Given []expr.Expr
	Least expr.Expr
	// Tight reports that Least is the proved bound: no run takes more.
	Tight bool
	// ends reports whether the machine is proved to end within its bound, so that the run
	// of a tight strategy ends in a terminal state, and outcomes are those of its spots.
	ends     bool
	outcomes []int
}

// Reaches decides what a strategy proves of the machine of a case. judged is the judgment of
// that case. Children are the results for child machines. The result is nil if the strategy
// is wrong, or if the runs of the machine are not proved to end: a bound on
// their length would say little.
func Reaches(c *Case, judged *Judgment, s *Strategy, children map[*core.Machine]*Reach) *Reach {
	m := c.Machine
	if !judged.UnlessOverflow.Terminates || !wellFormed(m, s) || !served(m, s, children) {
		return nil
	}
	j := &judge{machine: m, ranked: m, theory: encode.Empty(m), facts: map[encode.Claim]bool{}}
	for _, f := range judged.Facts {
		j.facts[f] = true
	}
	if !j.wins(s) {
		return nil
	}
	r := &Reach{Given: s.Given, Least: s.Least, ends: judged.Ends(m)}
	r.Tight = judged.UnlessOverflow.Bound != nil && s.Least == judged.UnlessOverflow.Bound
	for _, p := range s.Spots {
		if m.Terminal(p.State) {
			r.outcomes = append(r.outcomes, m.States[p.State].Outcome)
		}
	}
	return r
}

// wins reports whether all proofs of a strategy are valid.
func (j *judge) wins(s *Strategy) bool {
	t := s.Theory(j.theory)
	if !j.meets(s.Starts(t, j.machine), s.Start) {
		return false
	}
	for i := range s.Spots {
		if p, ok := s.Covers(t, i); ok && !j.proved(p, s.Spots[i].Covered) {
			return false
		}
		for k := range s.Spots[i].Moves {
			if !j.meets(s.Made(t, j.machine, i, k), s.Spots[i].Moves[k].Proofs) {
				return false
			}
		}
	}
	return true
}

// wellFormed reports whether a strategy is one of the machine, so that its problems say what
// they should. It does not look at the proofs.
func wellFormed(m *core.Machine, s *Strategy) bool {
	if s == nil || !assumable(m, s.Assumed) || !constant(m, s.Least) || s.Least.Type().Kind != expr.Int || len(s.Spots) == 0 || s.Spots[0].State != m.Initial {
		return false
	}
	for _, x := range s.Given {
		if !constant(m, x) || x.Type().Kind != expr.Bool {
			return false
		}
	}
	for i := range s.Spots {
		p := &s.Spots[i]
		if p.Approach != (p.Left == nil) || !p.formed(m) {
			return false
		}
		for k := range p.Moves {
			if !leads(m, s, i, &p.Moves[k]) {
				return false
			}
		}
	}
	return true
}

// formed reports whether a spot is one of the machine. It does not look at where the moves lead.
func (p *Spot) formed(m *core.Machine) bool {
	if p.State < 0 || p.State >= len(m.States) {
		return false
	}
	if !p.Approach && (!readable(m, p.State, p.Left) || p.Left.Type().Kind != expr.Int) || !conditions(m, p.State, p.Where) {
		return false
	}
	for k := range p.Moves {
		v := &p.Moves[k]
		if v.When == nil && k < len(p.Moves)-1 || v.When != nil && !conditions(m, p.State, []expr.Expr{v.When}) || !possible(m, p.State, v) {
			return false
		}
	}
	return true
}

// conditions reports whether all expressions are conditions that have a value in a state.
func conditions(m *core.Machine, state int, list []expr.Expr) bool {
	return !slices.ContainsFunc(list, func(x expr.Expr) bool { return !readable(m, state, x) || x.Type().Kind != expr.Bool })
}

// possible reports whether the event of a move can come in a state, with its payload and
// answers. That ints fit is left to a proof.
func possible(m *core.Machine, state int, v *Move) bool {
	if v.Event < 0 || v.Event >= len(m.Events) || !m.Awaits(state, v.Event) || len(v.Answers) != len(m.Asks) {
		return false
	}
	fields := m.Events[v.Event].Fields
	if len(v.Fields) != len(fields) {
		return false
	}
	for i, x := range v.Fields {
		t := fields[i].Type
		if !t.Scalar() {
			if x != nil {
				return false
			}
			continue
		}
		if !readable(m, state, x) || x.Type().Kind != t.Kind {
			return false
		}
		// Bools and enum values are constants, so that they are in the range of their type.
		lit, ok := x.(*expr.Lit)
		switch t.Kind {
		case expr.Enumerated:
			ok = ok && lit.T.Enum == t.Enum && lit.Value >= 0 && lit.Value < int64(len(t.Enum.Values))
		case expr.Bool:
			ok = ok && (lit.Value == 0 || lit.Value == 1)
		default:
			ok = true
		}
		if !ok {
			return false
		}
	}
	return true
}

// leads reports whether a move from a spot leads to spots in the targets of its alternatives,
// and takes only transitions that count or are part of the approach.
func leads(m *core.Machine, s *Strategy, spot int, v *Move) bool {
	list := m.On(s.Spots[spot].State, v.Event)
	if len(v.Then) != len(list) {
		return false
	}
	from := &s.Spots[spot]
	if !from.Approach && m.Events[v.Event].Environment {
		return false
	}
	for i, to := range v.Then {
		if to == Never {
			continue
		}
		if to < 0 || to >= len(s.Spots) || list[i].Effect != core.Take || s.Spots[to].State != list[i].To {
			return false
		}
		switch next := &s.Spots[to]; {
		case next.Approach && (!from.Approach || to <= spot):
			return false
		case !next.Approach && from.Approach && !m.Events[v.Event].Environment:
			return false
		}
	}
	return true
}

// served reports whether the child machines do what a strategy needs. Where one runs, it runs
// alone, and the strategy waits for its result, which is that of its longest run; so it
// takes as many transitions as its bound.
func served(m *core.Machine, s *Strategy, children map[*core.Machine]*Reach) bool {
	for i := range s.Spots {
		p := &s.Spots[i]
		running := slices.DeleteFunc(m.Running(p.State), func(i int) bool { return m.Calls[m.Invocations[i].Call].Child == nil })
		if len(running) == 0 {
			continue
		}
		call := &m.Calls[m.Invocations[running[0]].Call]
		outcome, ok := children[call.Child].Outcome()
		if len(running) > 1 || m.Invocations[running[0]].Within != nil || !ok {
			return false
		}
		for k := range p.Moves {
			if event := p.Moves[k].Event; event != call.Results[outcome] || reads(m.On(p.State, event)) {
				return false
			}
		}
	}
	return true
}

// Outcome returns the outcome of a run that takes as many transitions as the bound, for all parameter
// values. ok is false if no such run is proved to exist, or if its outcome is not known. A nil Reach proves nothing.
func (r *Reach) Outcome() (outcome int, ok bool) {
	if r == nil || !r.Tight || !r.ends || len(r.Given) > 0 || len(r.outcomes) == 0 {
		return -1, false
	}
	outcome = r.outcomes[0]
	return outcome, !slices.ContainsFunc(r.outcomes, func(o int) bool { return o != outcome })
}

// reads reports whether alternatives read the payload, except opaque fields.
func reads(list []core.Transition) bool {
	field := func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Type.Scalar() }
	return slices.ContainsFunc(list, func(t core.Transition) bool {
		return expr.Uses(t.Guard, field) || slices.ContainsFunc(t.Updates, func(u core.Update) bool { return expr.Uses(u.Value, field) })
	})
}
