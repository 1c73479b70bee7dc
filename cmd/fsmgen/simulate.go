package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func newSimulate(std stdio) *cobra.Command {
	var params []string
	var trace string
	c := &cobra.Command{
		Use:   "simulate [--param NAME=VALUE] [--trace FILE] file",
		Short: "Step through a run of a machine",
		Long: `Simulate runs a machine and prints each step: the state, the variables, the
progress, what is emitted, and which timers, calls, and child machines start and
stop. Their results are events, such as stockDone left=3.

Events are read from standard input, one on each line, with the payload and the
answers of external guards after it:

  Failure class=Transient
  Request healthy=true fits(event.request,1)=false

In a terminal, simulate asks for parameters without default that --param does
not give, and a line that is wrong can be typed again.

Ints, bools and the names of enum values are written without quotes; a string
needs quotes only if it contains spaces. Omitted values are 0, false, the first
value of an enum, or "". Empty lines and lines that begin with # are skipped.
Transitions under always need no input: they are taken at the start and after
each event, until none applies.

With --trace it steps through a run that fsmgen verify --format json has
printed, and fails if the machine does not match it.`,
		Example: `  fsmgen verify --format json machine.fsm.yaml > report.json
  fsmgen simulate --trace report.json machine.fsm.yaml
  echo Start | fsmgen simulate --param n=3 machine.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "-" && trace == "-" {
				return errors.New("only one of the spec and the trace can be standard input")
			}
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			l, err := loadSpec(args[0], std.in)
			if err != nil {
				return fault(err)
			}
			if err := diag.WriteText(std.err, l.diags, l.quote); err != nil {
				return fault(err)
			}
			if l.machine == nil {
				return errFindings
			}
			s := &stepper{instance: newInstance(l.machine), std: std, asks: terminal(std.in)}
			if trace != "" {
				t, err := readTrace(trace, std.in)
				if err != nil {
					return fault(err)
				}
				return s.trace(t)
			}
			return s.typed(params)
		},
	}
	c.Flags().StringArrayVar(&params, "param", nil, "value of a parameter, as NAME=VALUE")
	c.Flags().StringVar(&trace, "trace", "", "JSON file with a run to step through, or - for standard input")
	c.MarkFlagsMutuallyExclusive("param", "trace")
	return c
}

// stepper prints the steps of a machine.
type stepper struct {
	*instance
	std   stdio
	count int
	path  []int // the transitions that were taken
	asks  bool  // somebody types the input, and can correct it
	// running are the calls and child machines that run.
	running []int
}

func (s *stepper) begin() error {
	outputs, err := s.start()
	if err != nil {
		return fault(err)
	}
	err = s.print("0", "", "")
	s.emitted(outputs)
	s.raised(s.Core.StartRaises)
	s.timers("start", s.Core.Begins())
	s.begun(s.Core.Invoked())
	return fault(err)
}

// print writes a line of the run: the event and the configuration after it. It returns
// the error of writing, because the input may be endless.
func (s *stepper) print(number, event, remark string) error {
	var words []string
	for i, v := range s.Core.Vars {
		if v.Type.Scalar() && !v.Hidden() && s.Core.Exists(i, s.State) {
			words = append(words, v.Name+"="+s.format(v.Type, s.Vars[i]))
		}
	}
	if p, err := s.Progress(s.Config); err == nil && p != nil {
		words = append(words, "progress="+strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ","), "[]"))
	}
	state := s.Core.States[s.State].Name
	if remark != "" {
		state += " (" + remark + ")"
	}
	line := fmt.Sprintf("%4s  %-30s -> %-20s %s", number, event, state, strings.Join(words, " "))
	_, err := fmt.Fprintln(s.std.out, diag.Printable(strings.TrimRight(line, " ")))
	return err
}

func (s *stepper) emitted(list []interp.Output) {
	for _, e := range list {
		o := &s.Core.Outputs[e.Output]
		var words []string
		for i, f := range o.Fields {
			words = append(words, f.Name+"="+s.format(f.Type, e.Values[i]))
		}
		fmt.Fprintln(s.std.out, diag.Printable("      emit "+strings.Join(append([]string{o.Name}, words...), " ")))
	}
}

func (s *stepper) raised(list []core.Raise) {
	for _, r := range list {
		fmt.Fprintf(s.std.out, "      %s\n", s.Core.RaiseText(r))
	}
}

func (s *stepper) timers(verb string, list []int) {
	for _, i := range list {
		t := &s.Core.Timers[i]
		fmt.Fprintf(s.std.out, "      %s timer of %s: %s after %s\n", verb, t.Owner, s.Core.Events[t.Event].Name, diag.Printable(s.Core.After(t)))
	}
}

// send sends an event and prints the result. It reports whether the machine took a
// transition.
func (s *stepper) send(event int, fields, answers []int64) (taken bool, err error) {
	s.count++
	if call := s.Core.Caller(event); call >= 0 && len(s.Core.On(s.State, event)) > 0 && !s.runs(call) {
		// The call has ended with a result that the state ignores.
		return false, fault(s.print(fmt.Sprint(s.count), s.describe(event, fields), "stale"))
	}
	a, err := s.Step(s.Config, interp.Input{Event: event, Fields: fields, Answers: answers})
	if err != nil {
		return false, fault(fmt.Errorf("step %d: %w", s.count, err))
	}
	s.Config = a.Next
	remark := ""
	switch {
	case a.Transition < 0:
		remark = "illegal"
	case s.Core.Transitions[a.Transition].Effect == core.Ignore:
		remark = "ignored"
	case s.Core.Transitions[a.Transition].Effect == core.Reject:
		remark = "rejected"
	}
	var t *core.Transition
	text := s.describe(event, fields)
	if a.Transition >= 0 {
		t = &s.Core.Transitions[a.Transition]
		if t.Handles != "" {
			text = t.Handles
		}
	}
	if err := s.print(fmt.Sprint(s.count), text, remark); err != nil {
		return false, fault(err)
	}
	s.timers("stop", a.Stops)
	s.ended(event, t)
	s.emitted(a.Outputs)
	if t != nil {
		s.raised(t.Raises)
	}
	s.timers("start", a.Starts)
	if t != nil {
		s.begun(t.Invokes)
	}
	if remark == "" {
		s.path = append(s.path, a.Transition)
	}
	return remark == "", nil
}

// settle takes the transitions without an event that apply, until none does.
func (s *stepper) settle() error {
	in := interp.Input{Event: s.Core.Eventless(), Answers: make([]int64, len(s.Core.Asks))}
	if in.Event < 0 {
		return nil
	}
	// A configuration that returns does so forever. It is compared with an earlier one, which moves on at
	// growing distances (Brent: An improved Monte Carlo factorization algorithm, 1980).
	earlier, from, length := s.Config, s.count, 1
	for {
		next, err := s.Choose(s.Config, in)
		if err != nil {
			return fault(fmt.Errorf("step %d: %w", s.count+1, err))
		}
		if next < 0 {
			return nil
		}
		if _, err := s.send(in.Event, nil, in.Answers); err != nil {
			return err
		}
		if s.State == earlier.State && slices.Equal(s.Vars, earlier.Vars) {
			return fault(fmt.Errorf("the machine never comes to rest: without an event, it repeats from step %d forever", from+1))
		}
		if s.count-from == length {
			earlier, from, length = s.Config, s.count, 2*length
		}
	}
}

// describe formats an event with its payload.
func (s *stepper) describe(event int, fields []int64) string {
	e := &s.Core.Events[event]
	words := []string{e.Name}
	for i, f := range e.Fields {
		if f.Type.Scalar() {
			words = append(words, f.Name+"="+s.format(f.Type, fields[i]))
		}
	}
	return strings.Join(words, " ")
}

// typed sends the events on standard input to a machine with the given parameters.
func (s *stepper) typed(params []string) error {
	lines := bufio.NewScanner(s.std.in)
	if err := s.params(params, lines); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		event, fields, answers, err := s.parse(line)
		if err != nil && s.asks {
			fmt.Fprintf(s.std.err, "%v; try again\n", err)
			continue
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if _, err := s.send(event, fields, answers); err != nil {
			return err
		}
		if err := s.settle(); err != nil {
			return err
		}
	}
	return fault(lines.Err())
}

// params sets the parameters, and reads the values of those that are neither given nor have a default.
func (s *stepper) params(given []string, lines *bufio.Scanner) error {
	for _, p := range s.Core.Params {
		if p.Default != nil || slices.ContainsFunc(given, func(g string) bool { return strings.HasPrefix(g, p.Name+"=") }) {
			continue
		}
		if !s.asks {
			return fmt.Errorf("parameter %s has no default: give it a value, as in --param %s=%s", p.Name, p.Name, s.sample(p))
		}
		for {
			fmt.Fprintf(s.std.err, "parameter %s, such as %s: ", p.Name, s.sample(p))
			if !lines.Scan() {
				return fmt.Errorf("parameter %s has no default and no value", p.Name)
			}
			value := strings.TrimSpace(lines.Text())
			if err := s.admit(p, value); err != nil {
				fmt.Fprintf(s.std.err, "%v; try again\n", err)
				continue
			}
			given = append(given, p.Name+"="+value)
			break
		}
	}
	return setParams(s.instance, given)
}

// admit returns an error if a text is not a value of a parameter. Ends of its range that depend on other parameters
// are checked when all are set.
func (s *stepper) admit(p core.Param, text string) error {
	v, err := s.value(p.Type, text)
	if err != nil {
		return err
	}
	constant := func(e expr.Expr) *int64 {
		if e == nil || expr.Uses(e, func(*expr.Symbol) bool { return true }) {
			return nil
		}
		end, err := expr.Eval(e, &expr.Env{})
		if err != nil {
			return nil
		}
		return &end
	}
	if lo := constant(p.Min); lo != nil && v < *lo {
		return fmt.Errorf("%d is below the minimum of %d", v, *lo)
	}
	if hi := constant(p.Max); hi != nil && v > *hi {
		return fmt.Errorf("%d is above the maximum of %d", v, *hi)
	}
	return nil
}

// sample returns a value that a parameter may have: its minimum, or else the zero value.
func (s *stepper) sample(p core.Param) string {
	if lo, err := end(p.Min, &expr.Env{Params: s.Params, Intern: s.Intern}); err == nil && lo != nil {
		return s.format(p.Type, *lo)
	}
	return s.format(p.Type, 0)
}

// parse reads "Event field=value answer=true".
func (s *stepper) parse(line string) (event int, fields, answers []int64, err error) {
	words := split(line)
	event = slices.IndexFunc(s.Core.Events, func(e core.Event) bool { return e.Name == words[0] })
	if event >= 0 && s.Core.Events[event].Eventless {
		return 0, nil, nil, fmt.Errorf("%s is not an event: the machine takes these transitions itself", words[0])
	}
	if event < 0 {
		var known []string
		for _, e := range s.Core.Events {
			if !e.Eventless {
				known = append(known, e.Name)
			}
		}
		return 0, nil, nil, fmt.Errorf("the machine has no event %q%s%s", words[0], others(known), s.taken(known))
	}
	fields = make([]int64, len(s.Core.Events[event].Fields))
	answers = make([]int64, len(s.Core.Asks))
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return 0, nil, nil, fmt.Errorf("%q is not NAME=VALUE; %s", word, s.takes(event))
		}
		if err := s.assign(event, name, value, fields, answers); err != nil {
			return 0, nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return event, fields, answers, nil
}

// taken returns a clause that lists the events that the present state handles, unless these are all events.
func (s *stepper) taken(known []string) string {
	var here []string
	for e, name := range known {
		if len(s.Core.On(s.State, e)) > 0 {
			here = append(here, name)
		}
	}
	switch state := s.Core.States[s.State].Name; {
	case len(here) == len(known):
		return ""
	case len(here) == 0:
		return ", and " + state + " handles none of them"
	default:
		return ", and " + state + " handles " + strings.Join(here, ", ")
	}
}

// assign sets a field of the payload or the answer of an external guard.
func (s *stepper) assign(event int, name, value string, fields, answers []int64) (err error) {
	if i := slices.IndexFunc(s.Core.Events[event].Fields, func(f core.Field) bool { return f.Name == name }); i >= 0 {
		fields[i], err = s.value(s.Core.Events[event].Fields[i].Type, value)
		return err
	}
	bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	for i, a := range s.Core.Asks {
		if bare(a.Symbol.Name) == bare(name) {
			answers[i], err = s.value(expr.Type{Kind: expr.Bool}, value)
			return err
		}
	}
	return fmt.Errorf("neither a field of %s nor an external guard; %s", s.Core.Events[event].Name, s.takes(event))
}

// takes lists what can be given after an event: the fields of its payload, and the
// answers of the external guards that its alternatives in the present state ask.
func (s *stepper) takes(event int) string {
	e := &s.Core.Events[event]
	var names []string
	for _, f := range e.Fields {
		if f.Type.Scalar() {
			names = append(names, f.Name)
		}
	}
	asked := map[int]bool{}
	for _, t := range s.Core.On(s.State, event) {
		expr.Walk(t.Guard, func(x expr.Expr) {
			if r, ok := x.(*expr.Ref); ok && r.Symbol.Scope == expr.External && !asked[r.Symbol.Index] {
				asked[r.Symbol.Index] = true
				names = append(names, strings.ReplaceAll(r.Symbol.Name, " ", ""))
			}
		})
	}
	if len(names) == 0 {
		return e.Name + " takes no values here"
	}
	return e.Name + " takes " + strings.Join(names, ", ")
}

// split splits a line at spaces outside of quotes, and removes the quotes.
func split(line string) (words []string) {
	var word strings.Builder
	quoted, begun := false, false
	for _, c := range line {
		switch {
		case c == '"':
			quoted, begun = !quoted, true
		case c == ' ' && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words
}
