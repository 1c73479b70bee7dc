package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// firings follows which timers have expired in runs. Exploration does not know that a timer raises its event once.
type firings struct {
	p *explorer
	// expired has for each configuration the timers that have expired on the way on which it was reached first, in ascending order.
	expired map[string][]int
}

// runs reports whether a timer is one of a configuration.
func (f *firings) runs(timer, state int, env *expr.Env) bool {
	t := &f.p.subject.m.Timers[timer]
	if !slices.Contains(t.States, state) {
		return false
	}
	if t.Within == nil {
		return true
	}
	active, err := expr.Eval(f.p.subject.m.Active(state, t.Within), env)
	return err == nil && active != 0
}

// after returns the timers that have expired after a step between two configurations. ok is false if nothing can raise the event of the step: it is
// internal, and its timers have expired.
func (f *firings) after(params []int64, s *trace.Step, from string) (expired []int, ok bool) {
	t := &f.p.subject.m.Transitions[s.Transition]
	expired = f.expired[from]
	if e := &f.p.subject.m.Events[t.Event]; e.Internal && !e.Eventless {
		env := f.p.subject.env(params)
		env.Vars = s.Before
		by := 0
		for by < len(f.p.subject.m.Timers) && (f.p.subject.m.Timers[by].Event != t.Event || !f.runs(by, t.From, env) || slices.Contains(expired, by)) {
			by++
		}
		if by == len(f.p.subject.m.Timers) {
			return nil, false
		}
		expired = append(slices.Clone(expired), by)
		slices.Sort(expired)
	}
	if len(expired) == 0 {
		return nil, true
	}
	env := f.p.subject.env(params)
	env.Vars = s.After
	return slices.DeleteFunc(slices.Clone(expired), func(i int) bool { return slices.Contains(t.Starts, i) || !f.runs(i, t.To, env) }), true
}
