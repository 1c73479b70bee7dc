package explore

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Replay executes the run again, with [expr.Eval] on the machine as it is, and
// checks that m has it: the parameters are in their ranges, it begins in the
// initial configuration, each step is the first alternative whose guard holds
// and leads to the values it claims, its outputs can be computed, and a lasso
// ends in the configuration before its cycle, in which there is no environment
// event. The error says which of these does not hold.
//
// Replay shares nothing with the search but the numbering of strings.
func (r Run) Replay(m *core.Machine) error {
	_, err := replay(m, r)
	return err
}

// player is a configuration during a replay.
type player struct {
	m     *core.Machine
	env   expr.Env
	state int
	// strings and externals say how many there are.
	strings, externals int
}

// replay executes a run and returns its last configuration.
func replay(m *core.Machine, r Run) (*player, error) {
	if len(r.Params) != len(m.Params) || len(r.Start) != len(m.Vars) {
		return nil, fmt.Errorf("replay run: %d parameters and %d variables do not fit the machine", len(r.Params), len(r.Start))
	}
	texts := Strings(m)
	p := &player{m: m, state: m.Initial, strings: len(texts), externals: externals(m)}
	p.env = expr.Env{Params: r.Params, Vars: make([]int64, len(m.Vars)), Intern: intern(texts)}
	for i := range m.Params {
		if err := p.parameter(&m.Params[i], r.Params[i]); err != nil {
			return nil, err
		}
	}
	for i := range m.Vars {
		if v := &m.Vars[i]; v.Init != nil && v.Type.Scalar() {
			value, err := expr.Eval(v.Init, &p.env)
			if err != nil {
				return nil, fmt.Errorf("replay initial value of %q: %w", v.Name, err)
			}
			p.env.Vars[i] = value
		}
	}
	if !slices.Equal(p.env.Vars, r.Start) {
		return nil, fmt.Errorf("replay run: it begins at %v, the machine at %v", r.Start, p.env.Vars)
	}
	if r.LoopFrom < -1 || r.LoopFrom >= len(r.Steps) {
		return nil, fmt.Errorf("replay run: a cycle cannot begin at step %d of %d", r.LoopFrom, len(r.Steps))
	}
	entry := m.Initial
	for i, s := range r.Steps {
		if i == r.LoopFrom {
			entry = p.state
		}
		if err := p.step(s); err != nil {
			return nil, fmt.Errorf("replay step %d: %w", i+1, err)
		}
		if event := &m.Events[m.Transitions[s.Transition].Event]; r.LoopFrom >= 0 && i >= r.LoopFrom && event.Environment {
			return nil, fmt.Errorf("replay step %d: the cycle needs the environment event %q", i+1, event.Name)
		}
	}
	if r.LoopFrom >= 0 && (p.state != entry || !slices.Equal(p.env.Vars, r.Steps[r.LoopFrom].Before)) {
		return nil, fmt.Errorf("replay run: it ends in %q %v, not where its cycle begins", m.States[p.state].Name, p.env.Vars)
	}
	return p, nil
}

// parameter checks the value of a parameter.
func (p *player) parameter(q *core.Param, value int64) error {
	if end, ok := p.last(q.Type); ok && (value < 0 || value > end) {
		return fmt.Errorf("replay run: parameter %q cannot be %d", q.Name, value)
	}
	below, err := p.beyond(q.Min, func(end int64) bool { return value < end })
	if err != nil {
		return err
	}
	above, err := p.beyond(q.Max, func(end int64) bool { return value > end })
	if err != nil {
		return err
	}
	if below || above {
		return fmt.Errorf("replay run: parameter %q is %d, outside of its range", q.Name, value)
	}
	return nil
}

// beyond computes the end of a range, if there is one, and asks outside.
func (p *player) beyond(e expr.Expr, outside func(int64) bool) (bool, error) {
	if e == nil {
		return false, nil
	}
	end, err := expr.Eval(e, &p.env)
	if err != nil {
		return false, fmt.Errorf("replay the end of a range: %w", err)
	}
	return outside(end), nil
}

// step checks a step and takes it.
func (p *player) step(s Step) error {
	if s.Transition < 0 || s.Transition >= len(p.m.Transitions) {
		return fmt.Errorf("there is no transition %d", s.Transition)
	}
	t := &p.m.Transitions[s.Transition]
	if t.Effect != core.Take {
		return fmt.Errorf("transition %s makes no step", p.m.Label(s.Transition))
	}
	if t.From != p.state {
		return fmt.Errorf("transition %s begins in another state than %q", p.m.Label(s.Transition), p.m.States[p.state].Name)
	}
	if !slices.Equal(s.Before, p.env.Vars) {
		return fmt.Errorf("the values before are %v, not %v", p.env.Vars, s.Before)
	}
	taken, err := p.choose(t.Event, s.Fields, s.Externals)
	if err != nil {
		return err
	}
	if taken != s.Transition {
		return fmt.Errorf("transition %s is not the one taken", p.m.Label(s.Transition))
	}
	after, _, err := p.update(t)
	if err != nil {
		return err
	}
	if k, err := p.emit(t.Emits); err != nil {
		return fmt.Errorf("output %q: %w", p.m.Outputs[t.Emits[k].Output].Name, err)
	}
	if !slices.Equal(s.After, after) {
		return fmt.Errorf("the values after %s are %v, not %v", p.m.Label(s.Transition), after, s.After)
	}
	p.state, p.env.Vars = t.To, after
	return nil
}

// choose returns the transition that an event takes, or -1. If a guard cannot
// be computed it returns its transition and the error.
func (p *player) choose(event int, fields, externals []int64) (int, error) {
	if err := p.receive(event, fields, externals); err != nil {
		return -1, err
	}
	for i := range p.m.Transitions {
		t := &p.m.Transitions[i]
		if t.From != p.state || t.Event != event {
			continue
		}
		if t.Guard == nil {
			return i, nil
		}
		holds, err := expr.Eval(t.Guard, &p.env)
		if err != nil || holds == 1 {
			return i, err
		}
	}
	return -1, nil
}

// receive checks a payload and makes it the current one.
func (p *player) receive(event int, fields, externals []int64) error {
	e := &p.m.Events[event]
	if len(fields) != len(e.Fields) {
		return fmt.Errorf("event %q has %d fields, not %d", e.Name, len(e.Fields), len(fields))
	}
	for i, f := range e.Fields {
		if end, ok := p.last(f.Type); ok && (fields[i] < 0 || fields[i] > end) {
			return fmt.Errorf("field %q cannot be %d", f.Name, fields[i])
		}
	}
	if len(externals) != p.externals {
		return fmt.Errorf("there are %d external guards, not %d", p.externals, len(externals))
	}
	for i, x := range externals {
		if x != 0 && x != 1 {
			return fmt.Errorf("external guard %d cannot answer %d", i, x)
		}
	}
	p.env.Fields, p.env.Externals = fields, externals
	return nil
}

// last returns the largest value of a type whose values are numbered from 0.
func (p *player) last(t expr.Type) (int64, bool) {
	switch t.Kind {
	case expr.Bool:
		return 1, true
	case expr.Enumerated:
		return int64(len(t.Enum.Values) - 1), true
	case expr.String:
		return int64(p.strings - 1), true
	}
	return 0, false
}

// update returns the values after a transition. If one cannot be computed it
// returns the variable and the error.
func (p *player) update(t *core.Transition) (after []int64, v int, err error) {
	after = slices.Clone(p.env.Vars)
	for v := range after {
		if !t.Internal && p.m.Vars[v].State >= 0 {
			after[v] = 0
		}
	}
	for _, u := range t.Updates {
		if !p.m.Vars[u.Var].Type.Scalar() || !p.m.Exists(u.Var, t.To) {
			continue
		}
		x, err := expr.Eval(u.Value, &p.env)
		if err != nil {
			return nil, u.Var, fmt.Errorf("new value of %q: %w", p.m.Vars[u.Var].Name, err)
		}
		after[u.Var] = x
	}
	return after, -1, nil
}

// emit computes outputs. If one cannot be computed it returns its index and the
// error.
func (p *player) emit(list []core.Emission) (int, error) {
	for k, e := range list {
		for _, value := range e.Values {
			if !value.Type().Scalar() {
				continue
			}
			if _, err := expr.Eval(value, &p.env); err != nil {
				return k, err
			}
		}
	}
	return -1, nil
}
