package interp

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Step is the result of an input.
type Step struct {
	// Transition is the chosen alternative, as an index into the machine's
	// transitions, or -1 if the state does not list the event or no guard holds.
	Transition int
	// Next is the configuration after the step. If no transition is taken, it is the
	// configuration before the step, with the same slice.
	Next Config
	// Outputs, Stops and Starts are the outputs and the timers that stop and
	// start, in order. They are empty unless a transition is taken.
	Outputs       []Output
	Stops, Starts []int
}

// Step handles an input. It chooses the first alternative whose guard holds,
// computes the updates from the values before the step, and moves to the
// target. An alternative that ignores or rejects the event changes nothing. The
// error is a [*Fault] if some part cannot be computed.
func (m *Machine) Step(c Config, in Input) (Step, error) {
	s := Step{Transition: -1, Next: c}
	chosen, err := m.Choose(c, in)
	if err != nil {
		return s, err
	}
	s.Transition = chosen
	if chosen < 0 || m.Core.Transitions[chosen].Effect != core.Take {
		return s, nil
	}
	t := &m.Core.Transitions[chosen]
	after, err := m.update(chosen, c, in)
	if err != nil {
		return s, err
	}
	outputs, err := m.outputs(chosen, t.Emits, m.env(c, in))
	if err != nil {
		return s, err
	}
	s.Next, s.Outputs, s.Stops, s.Starts = Config{t.To, after}, outputs, m.stops(t, c), t.Starts
	return s, nil
}

// stops returns the timers that run in a configuration and that a transition stops.
func (m *Machine) stops(t *core.Transition, c Config) []int {
	return slices.DeleteFunc(m.Core.Stops(t), func(i int) bool {
		w := m.Core.Timers[i].Within
		if w == nil {
			return false
		}
		v := c.Vars[m.Core.States[t.From].Regions[w.Region].Var]
		return !slices.Contains(w.Leaves, int(v))
	})
}

// Choose returns the first alternative of the configuration's state and the event whose
// guard holds, or -1. It is -1 for all events but the eventless one as long as the machine is not
// at rest. The error is a [*Fault] if a guard cannot be computed.
func (m *Machine) Choose(c Config, in Input) (int, error) {
	if eventless := m.Core.Eventless(); eventless >= 0 && in.Event != eventless {
		if next, err := m.first(c, Input{Event: eventless, Answers: in.Answers}); next >= 0 || err != nil {
			return -1, err
		}
	}
	return m.first(c, in)
}

// first returns the first alternative whose guard holds.
func (m *Machine) first(c Config, in Input) (int, error) {
	for i := range m.Core.Transitions {
		t := &m.Core.Transitions[i]
		if t.From != c.State || t.Event != in.Event {
			continue
		}
		holds, err := m.Holds(i, c, in)
		if err != nil {
			return -1, err
		}
		if holds {
			return i, nil
		}
	}
	return -1, nil
}

// Holds reports whether the guard of a transition of the configuration's state holds,
// even if an earlier alternative is chosen. The error is a [*Fault].
func (m *Machine) Holds(transition int, c Config, in Input) (bool, error) {
	guard := m.Core.Transitions[transition].Guard
	if guard == nil {
		return true, nil
	}
	value, err := expr.Eval(guard, m.env(c, in))
	if err != nil {
		return false, &Fault{Transition: transition, Var: -1, Emission: -1, Err: err, part: "guard of " + m.Core.Label(transition)}
	}
	return value == 1, nil
}

// update returns the values after a transition. A step that leaves its state, even one
// that returns to it, discards the data of that state, and the updates set the data of
// the target.
func (m *Machine) update(transition int, c Config, in Input) ([]int64, error) {
	t := &m.Core.Transitions[transition]
	after := slices.Clone(c.Vars)
	for v := range after {
		if !t.Internal && m.Core.Vars[v].State >= 0 {
			after[v] = 0
		}
	}
	env := m.env(c, in)
	for _, u := range t.Updates {
		v := &m.Core.Vars[u.Var]
		if !v.Type.Scalar() || !m.Core.Exists(u.Var, t.To) {
			continue
		}
		value, err := expr.Eval(u.Value, env)
		if err != nil {
			return nil, &Fault{Transition: transition, Var: u.Var, Emission: -1, Err: err, part: "new value of " + v.Name}
		}
		after[u.Var] = value
	}
	return after, nil
}

// outputs computes the outputs of a transition, or of the start if transition is -1.
func (m *Machine) outputs(transition int, list []core.Emission, env *expr.Env) ([]Output, error) {
	var out []Output
	for i, e := range list {
		values := make([]int64, len(e.Values))
		for k, x := range e.Values {
			if !x.Type().Scalar() {
				continue
			}
			value, err := expr.Eval(x, env)
			if err != nil {
				o := &m.Core.Outputs[e.Output]
				return nil, &Fault{Transition: transition, Var: -1, Emission: i, Err: err, part: "field " + o.Fields[k].Name + " of output " + o.Name}
			}
			values[k] = value
		}
		out = append(out, Output{e.Output, values})
	}
	return out, nil
}
