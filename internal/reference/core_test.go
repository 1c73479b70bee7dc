package reference_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/course"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// flat is a run of the core machine that the loader makes of a spec, with the timers and calls that run.
type flat struct {
	m       *core.Machine
	i       interp.Machine
	config  interp.Config
	timers  []bool
	calls   map[int][]int64
	answers reference.Answers
	// taken are the labels of the transitions for the last event.
	taken []string
}

// begin starts a run of the core machine.
func begin(m *core.Machine, params []int64, intern func(string) int64) (*flat, course.Seen, error) {
	f := &flat{m: m, i: interp.Machine{Core: m, Params: params, Intern: intern}, timers: make([]bool, len(m.Timers)), calls: map[int][]int64{}}
	var err error
	if f.config, err = f.i.Initial(); err != nil {
		return nil, course.Seen{}, err
	}
	s := course.Seen{Verdict: "taken", Steps: [][]string{nil}}
	outputs, err := f.i.Opening(f.config)
	if err != nil {
		return nil, course.Seen{}, err
	}
	f.say(&s, outputs)
	if err := f.start(&s, m.Begins(), m.Invoked()); err != nil {
		return nil, course.Seen{}, err
	}
	err = f.settle(&s)
	return f, s, err
}

// did adds to what the last step has done.
func (f *flat) did(s *course.Seen, what string) {
	last := &s.Steps[len(s.Steps)-1]
	*last = append(*last, what)
}

func (f *flat) say(s *course.Seen, outputs []interp.Output) {
	for _, o := range outputs {
		f.did(s, fmt.Sprintf("%s%v", f.m.Outputs[o.Output].Name, o.Values))
	}
}

// start starts timers and calls over the present values.
func (f *flat) start(s *course.Seen, timers, invocations []int) error {
	values := func(args []expr.Expr) (out []int64, err error) {
		for _, a := range args {
			v, err := f.i.Eval(f.config, a)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	}
	for _, i := range timers {
		of := f.m.Timers[i].Args
		if x := f.m.Timers[i].Length; x != nil {
			of = []expr.Expr{x}
		}
		args, err := values(of)
		if err != nil {
			return err
		}
		f.timers[i] = true
		f.did(s, fmt.Sprintf("start %s%v", f.timer(i), args))
	}
	for _, i := range invocations {
		args, err := values(f.m.Invocations[i].Args)
		if err != nil {
			return err
		}
		f.calls[i] = args
		f.did(s, fmt.Sprintf("call %s%v", f.call(i), args))
	}
	return nil
}

func (f *flat) timer(i int) string {
	return course.Timer(f.m.Timers[i].Owner, f.m.Events[f.m.Timers[i].Event].Name)
}

func (f *flat) call(i int) string {
	return course.Call(f.m.Invocations[i].Owner, f.m.Calls[f.m.Invocations[i].Call].Name)
}

// handle handles an event, and what follows until the machine is at rest.
func (f *flat) handle(event string, fields []int64, answers reference.Answers) (course.Seen, error) {
	f.answers = answers
	e := slices.IndexFunc(f.m.Events, func(e core.Event) bool { return e.Name == event })
	if e < 0 {
		return course.Seen{}, fmt.Errorf("no event %s", event)
	}
	var s course.Seen
	chosen, err := f.step(&s, e, fields)
	if err != nil {
		return s, err
	}
	switch {
	case chosen < 0:
		s.Verdict = "refused"
	case f.m.Transitions[chosen].Effect == core.Ignore:
		s.Verdict = "ignored"
	case f.m.Transitions[chosen].Effect == core.Reject:
		s.Verdict = "refused"
	default:
		s.Verdict = "taken"
	}
	err = f.settle(&s)
	return s, err
}

// settle takes transitions without an event.
func (f *flat) settle(s *course.Seen) error {
	eventless := f.m.Eventless()
	for eventless >= 0 && !f.m.Terminal(f.config.State) {
		chosen, err := f.step(s, eventless, nil)
		if err != nil || chosen < 0 {
			return err
		}
		if len(s.Steps) > 1000 {
			return reference.ErrEndless
		}
	}
	return nil
}

// step takes one transition, if there is one.
func (f *flat) step(s *course.Seen, event int, fields []int64) (int, error) {
	step, err := f.i.Step(f.config, interp.Input{Event: event, Fields: fields, Answers: f.ask(fields)})
	if err != nil || step.Transition < 0 || f.m.Transitions[step.Transition].Effect != core.Take {
		return step.Transition, err
	}
	t := &f.m.Transitions[step.Transition]
	f.taken = append(f.taken, f.m.Label(step.Transition))
	var stopped []string
	for _, i := range step.Stops {
		if f.timers[i] {
			stopped = append(stopped, f.timer(i))
		}
		f.timers[i] = false
	}
	var canceled []string
	for _, i := range f.m.Cancels(t) {
		if _, runs := f.calls[i]; runs {
			canceled = append(canceled, f.call(i))
		}
		delete(f.calls, i)
	}
	s.Steps = append(s.Steps, course.Stops(stopped, canceled))
	f.config = step.Next
	f.say(s, step.Outputs)
	return step.Transition, f.start(s, step.Starts, t.Invokes)
}

// ask answers all external guards.
func (f *flat) ask(fields []int64) (answers []int64) {
	for _, a := range f.m.Asks {
		answers = append(answers, f.answer(a, fields))
	}
	return answers
}

func (f *flat) answer(a core.Ask, fields []int64) int64 {
	env := &expr.Env{Params: f.i.Params, Vars: f.config.Vars, Fields: fields, Intern: f.i.Intern}
	var args []int64
	for _, x := range a.Args {
		if expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index >= len(fields) }) {
			return 0 // a call for another event
		}
		v, err := expr.Eval(x, env)
		if err != nil {
			return 0
		}
		args = append(args, v)
	}
	if f.answers != nil && f.answers(f.m.Guards[a.Guard].Name, args) {
		return 1
	}
	return 0
}

// look describes the configuration.
func (f *flat) look(s *course.Seen) {
	state := &f.m.States[f.config.State]
	s.Active = append(slices.Clone(state.Composites), state.Name)
	for r := range state.Regions {
		region := &state.Regions[r]
		s.Active = append(s.Active, region.Active(int(f.config.Vars[region.Var]))...)
	}
	s.Vars = map[string]int64{}
	for i := range f.m.Vars {
		v := &f.m.Vars[i]
		switch {
		case v.Implied == core.Declared && v.State >= 0:
			s.Vars[f.m.States[v.State].Name+"."+v.Name] = f.config.Vars[i]
		case v.Implied == core.Declared:
			s.Vars[v.Name] = f.config.Vars[i]
		case v.Pending() && f.config.Vars[i] != 0 && !f.m.Terminal(f.config.State):
			s.Pending = append(s.Pending, fmt.Sprintf("%s=%d", v.Name, f.config.Vars[i]))
		}
	}
	for i, on := range f.timers {
		if on {
			s.Runs = append(s.Runs, f.timer(i))
		}
	}
	for i, args := range f.calls {
		s.Runs = append(s.Runs, fmt.Sprintf("%s%v", f.call(i), args))
	}
	if o := state.Outcome; o >= 0 {
		s.Outcome = f.m.Outcomes[o].Name
	}
	s.Tidy()
}

// broken returns the implied invariants that do not hold.
func (f *flat) broken() (out []string) {
	for _, v := range f.m.Invariants {
		if !v.Implied || v.State >= 0 && v.State != f.config.State {
			continue
		}
		if holds, err := f.i.Eval(f.config, v.Expr); err == nil && holds == 0 {
			out = append(out, expr.Print(v.Expr, expr.Spec))
		}
	}
	return out
}

// outside reports whether the core machine rejects a payload for its range. The call of a result goes on then.
func (f *flat) outside(in course.Input) bool {
	e := slices.IndexFunc(f.m.Events, func(e core.Event) bool { return e.Name == in.Event })
	step, err := f.i.Step(f.config, interp.Input{Event: e, Fields: in.Fields, Answers: f.ask(in.Fields)})
	return err == nil && step.Transition >= 0 && f.m.Transitions[step.Transition].Rule == core.Outside
}

// apply lets an input happen.
func (f *flat) apply(in course.Input) (course.Seen, error) {
	f.taken = nil
	for i := range f.m.Timers {
		if in.Timer != "" && f.timer(i) == in.Timer {
			if in.Stale && !f.timers[i] {
				return course.Seen{Verdict: "refused"}, nil
			}
			if !f.timers[i] {
				return course.Seen{}, errors.New("the timer does not run")
			}
			f.timers[i] = false // it has expired
		}
	}
	for i := range f.m.Invocations {
		if in.Call != "" && f.call(i) == in.Call {
			if _, runs := f.calls[i]; !runs {
				return course.Seen{}, errors.New("the call does not run")
			}
			if !f.outside(in) {
				delete(f.calls, i)
			}
		}
	}
	return f.handle(in.Event, in.Fields, func(guard string, args []int64) bool { return course.Answer(in.Nonce, guard, args...) })
}
