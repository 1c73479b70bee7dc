package explore

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// interpreter returns the machine as package interp runs it, with strings
// numbered as in exploration, and how many strings there are.
func interpreter(m *core.Machine, params []int64) (i interp.Machine, strings int) {
	texts := Strings(m)
	return interp.Machine{Core: m, Params: params, Intern: trace.Intern(texts)}, len(texts)
}

// position is the configuration in which a run ends.
type position struct {
	interp.Machine
	interp.Config
	strings int
}

// replayed replays a run and returns where it ends.
func replayed(m *core.Machine, r Run) (*position, error) {
	if err := r.Replay(m); err != nil {
		return nil, err
	}
	p := &position{Config: interp.Config{State: r.State(m), Vars: r.End()}}
	p.Machine, p.strings = interpreter(m, r.Params)
	return p, nil
}

// choose checks an input and returns the alternative that is chosen.
func (p *position) choose(in interp.Input) (int, error) {
	if err := in.Check(p.Core, p.strings); err != nil {
		return -1, err
	}
	return p.Choose(p.Config, in)
}

// Replay checks the run, and that the machine is at rest after it and chooses no alternative of the
// event.
func (g Gap) Replay(m *core.Machine) error {
	p, err := replayed(m, g.Run)
	if err != nil {
		return err
	}
	if p.State != g.State || len(m.On(g.State, g.Event)) == 0 {
		return fmt.Errorf("replay gap: the run does not lead to a state that lists %q", m.Events[g.Event].Name)
	}
	if e := m.Eventless(); e >= 0 {
		// As long as the machine is not at rest, it chooses no alternative of any event.
		next, err := p.Choose(p.Config, interp.Input{Event: e, Answers: g.Externals})
		if err == nil && (next >= 0 || g.Event == e) {
			err = errors.New("the machine does not wait for the event")
		}
		if err != nil {
			return fmt.Errorf("replay gap: %w", err)
		}
	}
	chosen, err := p.choose(interp.Input{Event: g.Event, Fields: g.Fields, Answers: g.Externals})
	if err == nil && chosen >= 0 {
		err = fmt.Errorf("transition %s is chosen", m.Label(chosen))
	}
	if err != nil {
		return fmt.Errorf("replay gap: %w", err)
	}
	return nil
}

// Replay checks the run, and that the transition is chosen after it and fails as the
// fault states. For a fault of the start, it computes the start again.
func (f Fault) Replay(m *core.Machine) error {
	switch {
	case f.Transition < 0 && f.Emission < 0:
		return f.replayInitial(m)
	case f.Transition < 0:
		if err := f.Run.Replay(m); len(f.Run.Steps) > 0 || !f.is(err) {
			return fmt.Errorf("replay fault: the outputs at the start do not fail with %q", f.Err)
		}
		return nil
	}
	p, err := replayed(m, f.Run)
	if err != nil {
		return err
	}
	t := &m.Transitions[f.Transition]
	if t.From != p.State {
		return fmt.Errorf("replay fault: the run does not lead to %q", m.States[t.From].Name)
	}
	in := interp.Input{Event: t.Event, Fields: f.Fields, Answers: f.Externals}
	if err = in.Check(m, p.strings); err == nil {
		_, err = p.Step(p.Config, in)
	}
	if !f.is(err) {
		return fmt.Errorf("replay fault: transition %s does not fail with %q", m.Label(f.Transition), f.Err)
	}
	return nil
}

// is reports whether an error of the interpreter is this fault.
func (f Fault) is(err error) bool {
	var at *interp.Fault
	return errors.As(err, &at) && at.Transition == f.Transition && at.Var == f.Var && at.Emission == f.Emission && at.Err == f.Err
}

// replayInitial computes a range and an initial value again.
func (f Fault) replayInitial(m *core.Machine) error {
	if f.Var < 0 || f.Var >= len(m.Vars) {
		return fmt.Errorf("replay fault: variable %d does not exist", f.Var)
	}
	i, _ := interpreter(m, f.Run.Params)
	v := &m.Vars[f.Var]
	for _, e := range []expr.Expr{v.Min, v.Max, v.Init} {
		if e == nil {
			continue
		}
		if _, err := i.Eval(interp.Config{}, e); err == f.Err {
			return nil
		}
	}
	return fmt.Errorf("replay fault: the initial value of variable %q does not fail with %q", v.Name, f.Err)
}

// Dropped returns a result of a call that is ignored after a run, which leads to a state that invokes the call: then the call
// has ended. It reports false if there is none among the payloads that the search tries.
func Dropped(m *core.Machine, run Run, call int) (event int, fields, externals []int64, ok bool) {
	p, err := replayed(m, run)
	if err != nil {
		return 0, nil, nil, false
	}
	claims, _, fault := begin(m, &expr.Env{Params: p.Params, Intern: p.Intern}, p.strings)
	if fault != nil {
		return 0, nil, nil, false
	}
	s := newSampler(m, run.Params, claims, p.strings)
	for _, event := range m.Calls[call].Results {
		payloads, _ := s.payloads(event, m.On(p.State, event))
		for _, c := range payloads {
			chosen, err := p.choose(interp.Input{Event: event, Fields: c.fields, Answers: c.externals})
			if err == nil && chosen >= 0 && m.Transitions[chosen].Effect == core.Ignore {
				return event, c.fields, c.externals, true
			}
		}
	}
	return 0, nil, nil, false
}

// Replay checks the run, and that no transition is taken after it for any payload that
// the search tries.
func (d Deadlock) Replay(m *core.Machine) error {
	p, err := replayed(m, d.Run)
	if err != nil {
		return err
	}
	if p.State != d.State || m.Terminal(d.State) {
		return fmt.Errorf("replay deadlock: the run does not lead to %q, or it is terminal", m.States[d.State].Name)
	}
	claims, _, fault := begin(m, &expr.Env{Params: p.Params, Intern: p.Intern}, p.strings)
	if fault != nil {
		return fmt.Errorf("replay deadlock: %w", fault.Err)
	}
	s := newSampler(m, d.Run.Params, claims, p.strings)
	for event := range m.Events {
		alternatives := m.On(d.State, event)
		if len(alternatives) == 0 {
			continue
		}
		payloads, _ := s.payloads(event, alternatives)
		for _, c := range payloads {
			chosen, err := p.choose(interp.Input{Event: event, Fields: c.fields, Answers: c.externals})
			if err != nil {
				return fmt.Errorf("replay deadlock: %w", err)
			}
			if chosen >= 0 && m.Transitions[chosen].Effect == core.Take {
				return fmt.Errorf("replay deadlock: transition %s is taken", m.Label(chosen))
			}
		}
	}
	return nil
}
