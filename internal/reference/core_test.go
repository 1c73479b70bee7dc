package reference_test

import (
	"fmt"
	"slices"
	"strings"

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
}

// begin starts a run of the core machine.
func begin(m *core.Machine, params []int64, intern func(string) int64) (*flat, seen, error) {
	f := &flat{m: m, i: interp.Machine{Core: m, Params: params, Intern: intern}, timers: make([]bool, len(m.Timers)), calls: map[int][]int64{}}
	var err error
	if f.config, err = f.i.Initial(); err != nil {
		return nil, seen{}, err
	}
	s := seen{Verdict: "taken", Transitions: 1}
	outputs, err := f.i.Opening(f.config)
	if err != nil {
		return nil, seen{}, err
	}
	f.say(&s, outputs)
	if err := f.start(&s, m.Begins(), m.Invoked()); err != nil {
		return nil, seen{}, err
	}
	err = f.settle(&s)
	return f, s, err
}

func (f *flat) say(s *seen, outputs []interp.Output) {
	for _, o := range outputs {
		s.Did = append(s.Did, fmt.Sprintf("%s%v", f.m.Outputs[o.Output].Name, o.Values))
	}
}

// start starts timers and calls over the present values.
func (f *flat) start(s *seen, timers, invocations []int) error {
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
		args, err := values(f.m.Timers[i].Args)
		if err != nil {
			return err
		}
		f.timers[i] = true
		s.Did = append(s.Did, fmt.Sprintf("start %s%v", f.timer(i), args))
	}
	for _, i := range invocations {
		args, err := values(f.m.Invocations[i].Args)
		if err != nil {
			return err
		}
		f.calls[i] = args
		s.Did = append(s.Did, fmt.Sprintf("call %s%v", f.call(i), args))
	}
	return nil
}

func (f *flat) timer(i int) string {
	return f.m.Timers[i].Owner + "." + f.m.Events[f.m.Timers[i].Event].Name
}

func (f *flat) call(i int) string {
	return f.m.Invocations[i].Owner + "." + f.m.Calls[f.m.Invocations[i].Call].Name
}

// handle handles an event, and what follows until the machine is at rest.
func (f *flat) handle(event string, fields []int64, answers reference.Answers) (seen, error) {
	f.answers = answers
	e := slices.IndexFunc(f.m.Events, func(e core.Event) bool { return e.Name == event })
	if e < 0 {
		return seen{}, fmt.Errorf("no event %s", event)
	}
	var s seen
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
func (f *flat) settle(s *seen) error {
	eventless := f.m.Eventless()
	for eventless >= 0 && !f.m.Terminal(f.config.State) {
		chosen, err := f.step(s, eventless, nil)
		if err != nil || chosen < 0 {
			return err
		}
		if s.Transitions > 1000 {
			return reference.ErrEndless
		}
	}
	return nil
}

// step takes one transition, if there is one.
func (f *flat) step(s *seen, event int, fields []int64) (int, error) {
	step, err := f.i.Step(f.config, interp.Input{Event: event, Fields: fields, Answers: f.ask(fields)})
	if err != nil || step.Transition < 0 || f.m.Transitions[step.Transition].Effect != core.Take {
		return step.Transition, err
	}
	t := &f.m.Transitions[step.Transition]
	s.Transitions++
	s.Taken = append(s.Taken, f.m.Label(step.Transition))
	var stopped []string
	for _, i := range step.Stops {
		if f.timers[i] {
			stopped = append(stopped, "stop "+f.timer(i))
		}
		f.timers[i] = false
	}
	var canceled []string
	for _, i := range f.m.Cancels(t) {
		if _, runs := f.calls[i]; runs {
			canceled = append(canceled, "cancel "+f.call(i))
		}
		delete(f.calls, i)
	}
	slices.Sort(stopped)
	slices.Sort(canceled)
	s.Did = slices.Concat(s.Did, stopped, canceled)
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
func (f *flat) look(s *seen) {
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
	s.tidy()
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

// result returns the event of a result.
func (f *flat) result(owner, call, result string) (string, bool) {
	for i := range f.m.Invocations {
		v := &f.m.Invocations[i]
		if v.Owner == owner && f.m.Calls[v.Call].Name == call {
			c := &f.m.Calls[v.Call]
			n := slices.Index(c.ResultNames(), result)
			delete(f.calls, i)
			return f.m.Events[c.Results[n]].Name, n >= 0
		}
	}
	return "", false
}

// expire marks a timer as expired, and returns whether it ran.
func (f *flat) expire(owner, event string) bool {
	for i := range f.m.Timers {
		if f.timer(i) == owner+"."+event && f.timers[i] {
			f.timers[i] = false
			return true
		}
	}
	return false
}

// seen is what an observer sees of an event.
type seen struct {
	Verdict     string
	Transitions int
	// Did are outputs, timers, and calls, in order. Those that a transition stops come first.
	Did []string
	// Active, Vars, Runs, and Outcome describe the machine after the event.
	Active  []string
	Vars    map[string]int64
	Runs    []string
	Outcome string
	// Pending and Taken are for messages.
	Pending, Taken []string
}

func (s *seen) tidy() {
	slices.Sort(s.Active)
	slices.Sort(s.Runs)
}

// differs names what differs, or returns "".
func (s *seen) differs(u *seen) string {
	switch {
	case s.Verdict != u.Verdict:
		return "verdict"
	case s.Outcome != u.Outcome:
		return "outcome"
	case !slices.Equal(s.Active, u.Active):
		return "active"
	case s.Transitions != u.Transitions:
		return "transitions"
	case !slices.Equal(s.Did, u.Did):
		return "did"
	case !slices.Equal(s.Runs, u.Runs):
		return "runs"
	}
	for name, v := range s.Vars {
		if w, ok := u.Vars[name]; !ok || w != v {
			return "value of " + name
		}
	}
	if len(u.Pending) > 0 {
		return "pending"
	}
	return ""
}

// String describes what is seen in a line.
func (s *seen) String() string {
	var vars []string
	for name, v := range s.Vars {
		vars = append(vars, fmt.Sprintf("%s=%d", name, v))
	}
	slices.Sort(vars)
	return fmt.Sprintf("%s, %d transitions, did [%s], active [%s], %s, runs [%s], pending %v, %s", s.Verdict, s.Transitions,
		strings.Join(s.Did, "; "), strings.Join(s.Active, " "), strings.Join(vars, " "), strings.Join(s.Runs, "; "), s.Pending, s.Outcome)
}
