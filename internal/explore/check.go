package explore

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Replay checks the run and that no alternative of the event is taken then.
func (g Gap) Replay(m *core.Machine) error {
	p, err := replay(m, g.Run)
	if err != nil {
		return err
	}
	if p.state != g.State || len(m.On(g.State, g.Event)) == 0 {
		return fmt.Errorf("replay gap: the run does not lead to a state that lists %q", m.Events[g.Event].Name)
	}
	taken, err := p.choose(g.Event, g.Fields, g.Externals)
	if err == nil && taken >= 0 {
		err = fmt.Errorf("transition %s is taken", m.Label(taken))
	}
	if err != nil {
		return fmt.Errorf("replay gap: %w", err)
	}
	return nil
}

// Replay checks the run and that the transition, which must be the one chosen,
// fails as the fault says. A fault of the initial configuration is computed
// again.
func (f Fault) Replay(m *core.Machine) error {
	if f.Transition < 0 && f.Emission >= 0 {
		p, err := replay(m, f.Run)
		if err != nil {
			return err
		}
		if k, err := p.emit(m.Start); len(f.Run.Steps) > 0 || k != f.Emission || !errors.Is(err, f.Err) {
			return fmt.Errorf("replay fault: the outputs of the start do not fail with %q", f.Err)
		}
		return nil
	}
	if f.Transition < 0 {
		env := &expr.Env{Params: f.Run.Params, Intern: intern(Strings(m))}
		if f.Var < 0 || f.Var >= len(m.Vars) {
			return fmt.Errorf("replay fault: there is no variable %d", f.Var)
		}
		for _, e := range []expr.Expr{m.Vars[f.Var].Min, m.Vars[f.Var].Max, m.Vars[f.Var].Init} {
			if e == nil {
				continue
			}
			if _, err := expr.Eval(e, env); err == f.Err {
				return nil
			}
		}
		return fmt.Errorf("replay fault: variable %q begins without %q", m.Vars[f.Var].Name, f.Err)
	}
	p, err := replay(m, f.Run)
	if err != nil {
		return err
	}
	t := &m.Transitions[f.Transition]
	if t.From != p.state {
		return fmt.Errorf("replay fault: the run does not lead to %q", m.States[t.From].Name)
	}
	chosen, err := p.choose(t.Event, f.Fields, f.Externals)
	at, emission := -1, -1
	if err == nil && chosen == f.Transition {
		_, at, err = p.update(t)
	}
	if err == nil && chosen == f.Transition {
		emission, err = p.emit(t.Emits)
	}
	if chosen != f.Transition || at != f.Var || emission != f.Emission || !errors.Is(err, f.Err) {
		return fmt.Errorf("replay fault: transition %s does not fail with %q", m.Label(f.Transition), f.Err)
	}
	return nil
}

// Replay checks the run and that variable and value are as the violation says,
// outside the declared range.
func (v Violation) Replay(m *core.Machine) error {
	p, err := replay(m, v.Run)
	if err != nil {
		return err
	}
	if p.state != v.State || p.env.Vars[v.Var] != v.Value || !m.Exists(v.Var, v.State) {
		return fmt.Errorf("replay violation: variable %q is not %d", m.Vars[v.Var].Name, v.Value)
	}
	below, err := p.beyond(m.Vars[v.Var].Min, func(end int64) bool { return v.Value < end })
	if err != nil {
		return err
	}
	above, err := p.beyond(m.Vars[v.Var].Max, func(end int64) bool { return v.Value > end })
	if err != nil {
		return err
	}
	if !below && !above {
		return fmt.Errorf("replay violation: %d is a value that variable %q may have", v.Value, m.Vars[v.Var].Name)
	}
	return nil
}

// Replay checks the run and that each payload that the search tries, if the
// state lists the event at all, leaves a gap.
func (d Deadlock) Replay(m *core.Machine) error {
	p, err := replay(m, d.Run)
	if err != nil {
		return err
	}
	if p.state != d.State || m.Terminal(d.State) {
		return fmt.Errorf("replay deadlock: the run does not lead to %q, or it is terminal", m.States[d.State].Name)
	}
	claims, _, fault := begin(m, &p.env, len(Strings(m)))
	if fault != nil {
		return fmt.Errorf("replay deadlock: %w", fault.Err)
	}
	s := newSampler(m, d.Run.Params, claims, len(Strings(m)))
	for event := range m.Events {
		alternatives := m.On(d.State, event)
		if len(alternatives) == 0 {
			continue
		}
		payloads, _ := s.payloads(event, alternatives)
		for _, c := range payloads {
			taken, err := p.choose(event, c.fields, c.externals)
			if err != nil {
				return fmt.Errorf("replay deadlock: %w", err)
			}
			if taken >= 0 && m.Transitions[taken].Effect == core.Take {
				return fmt.Errorf("replay deadlock: transition %s is taken", m.Label(taken))
			}
		}
	}
	return nil
}
