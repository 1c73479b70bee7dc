package simulation

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Machine is a machine that runs. Its values are ints as they are, bools as 0
// and 1, enum values by number, and strings by the number that [Machine.Intern]
// gives them; opaque values are 0.
type Machine struct {
	Core *core.Machine
	// State is the present state.
	State int
	// Params and Vars are the values of the parameters and of all variables;
	// data that do not exist in the present state are 0. The caller may read
	// them.
	Params, Vars []int64
	// Start holds what entering the initial state has emitted.
	Start []Emission
	texts []string
	known map[string]int64
}

// Emission is an output with its values.
type Emission struct {
	Output int
	Values []int64
}

// Answer is what became of an event.
type Answer struct {
	// Transition is the alternative that was chosen, or -1 when the event is
	// illegal in the state or no alternative holds.
	Transition int
	// Emits are the outputs, Stops and Starts the timers, in order; they are
	// empty unless the transition was taken.
	Emits         []Emission
	Stops, Starts []int
}

// New returns a machine that has not begun: its first values are set by
// [Machine.Begin], when its parameters are.
func New(m *core.Machine) *Machine {
	s := &Machine{Core: m, Params: make([]int64, len(m.Params)), Vars: make([]int64, len(m.Vars)), known: map[string]int64{}}
	s.Intern("")
	return s
}

// Intern numbers a string.
func (s *Machine) Intern(text string) int64 {
	n, ok := s.known[text]
	if !ok {
		n = int64(len(s.texts))
		s.known[text] = n
		s.texts = append(s.texts, text)
	}
	return n
}

// Text returns a string by its number.
func (s *Machine) Text(n int64) string {
	if n < 0 || n >= int64(len(s.texts)) {
		return fmt.Sprintf("string %d", n)
	}
	return s.texts[n]
}

// Begin sets the initial state and the first values, from the parameters. The
// error is that of a value that cannot be computed.
func (s *Machine) Begin() error {
	s.State = s.Core.Initial
	for i, v := range s.Core.Vars {
		s.Vars[i] = 0
		if v.Init == nil {
			continue
		}
		value, err := expr.Eval(v.Init, s.env(nil, nil))
		if err != nil {
			return fmt.Errorf("variable %s: %w", v.Name, err)
		}
		s.Vars[i] = value
	}
	var err error
	s.Start, err = s.emit(s.Core.Start, s.env(nil, nil))
	return err
}

func (s *Machine) env(fields, answers []int64) *expr.Env {
	return &expr.Env{Params: s.Params, Vars: s.Vars, Fields: fields, Externals: answers, Intern: s.Intern}
}

// Send handles an event. fields is the payload, and answers are those of the
// external guards, by their index in the core machine's Asks. On an error,
// which is that of a value that cannot be computed, nothing has changed.
func (s *Machine) Send(event int, fields, answers []int64) (Answer, error) {
	env := s.env(fields, answers)
	chosen, err := s.choose(event, env)
	if err != nil || chosen < 0 {
		return Answer{Transition: -1}, err
	}
	t := &s.Core.Transitions[chosen]
	if t.Effect != core.Take {
		return Answer{Transition: chosen}, nil
	}
	next := make([]int64, len(s.Vars))
	for i := range s.Vars {
		if s.Core.Exists(i, t.To) {
			next[i] = s.Vars[i]
		}
	}
	for _, u := range t.Updates {
		if !s.Core.Vars[u.Var].Type.Scalar() {
			continue
		}
		if next[u.Var], err = expr.Eval(u.Value, env); err != nil {
			return Answer{Transition: chosen}, fmt.Errorf("new value of %s: %w", s.Core.Vars[u.Var].Name, err)
		}
	}
	emits, err := s.emit(t.Emits, env)
	if err != nil {
		return Answer{Transition: chosen}, err
	}
	s.State, s.Vars = t.To, next
	return Answer{Transition: chosen, Emits: emits, Stops: s.Core.Stops(t), Starts: t.Starts}, nil
}

// choose finds the first alternative whose guard holds, or -1.
func (s *Machine) choose(event int, env *expr.Env) (int, error) {
	for i := range s.Core.Transitions {
		t := &s.Core.Transitions[i]
		if t.From != s.State || t.Event != event {
			continue
		}
		if t.Guard == nil {
			return i, nil
		}
		holds, err := expr.Eval(t.Guard, env)
		if err != nil {
			return -1, fmt.Errorf("guard of %s: %w", s.Core.Label(i), err)
		}
		if holds == 1 {
			return i, nil
		}
	}
	return -1, nil
}

func (s *Machine) emit(list []core.Emission, env *expr.Env) ([]Emission, error) {
	var out []Emission
	for _, e := range list {
		o := &s.Core.Outputs[e.Output]
		values := make([]int64, len(e.Values))
		for i, v := range e.Values {
			if !o.Fields[i].Type.Scalar() {
				continue
			}
			var err error
			if values[i], err = expr.Eval(v, env); err != nil {
				return nil, fmt.Errorf("field %s of output %s: %w", o.Fields[i].Name, o.Name, err)
			}
		}
		out = append(out, Emission{e.Output, values})
	}
	return out, nil
}

// Progress returns the value of the declared progress function, or nil when
// there is none or it cannot be computed.
func (s *Machine) Progress() []int64 {
	var out []int64
	for _, p := range s.Core.States[s.State].Progress {
		v, err := expr.Eval(p, s.env(nil, nil))
		if err != nil {
			return nil
		}
		out = append(out, v)
	}
	return out
}
