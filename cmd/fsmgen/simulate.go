package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
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
not give, and a line that is wrong can be typed again. It names the events that
the state handles; help says what they take, and quit ends the run.

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
			if err := l.print(std.err); err != nil {
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
	instance *instance
	std      stdio
	count    int
	path     []int // the transitions that were taken
	asks     bool  // somebody types the input, and can correct it
	// running are the calls and child machines that run.
	running []int
}

func (s *stepper) begin() error {
	outputs, err := s.instance.start()
	if err != nil {
		return fault(err)
	}
	err = s.print("0", "", "")
	s.emitted(outputs)
	s.raised(s.instance.Core.StartRaises)
	s.timers("start", s.instance.Core.Begins())
	s.begun(s.instance.Core.Invoked())
	return fault(err)
}

// print writes a line of the run: the event and the configuration after it. It returns
// the error of writing, because the input may be endless.
func (s *stepper) print(number, event, remark string) error {
	var words []string
	for i, v := range s.instance.Core.Vars {
		if v.Type.Scalar() && !v.Hidden() && s.instance.Core.Exists(i, s.instance.State) {
			words = append(words, v.Name+"="+s.instance.format(v.Type, s.instance.Vars[i]))
		}
	}
	if p, err := s.instance.Progress(s.instance.Config); err == nil && p != nil {
		words = append(words, "progress="+strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ","), "[]"))
	}
	state := s.instance.Core.States[s.instance.State].Name
	if remark != "" {
		state += " (" + remark + ")"
	}
	line := fmt.Sprintf("%4s  %-30s -> %-20s %s", number, event, state, strings.Join(words, " "))
	_, err := fmt.Fprintln(s.std.out, diag.Printable(strings.TrimRight(line, " ")))
	return err
}

func (s *stepper) emitted(list []interp.Output) {
	for _, e := range list {
		o := &s.instance.Core.Outputs[e.Output]
		var words []string
		for i, f := range o.Fields {
			words = append(words, f.Name+"="+s.instance.format(f.Type, e.Values[i]))
		}
		fmt.Fprintln(s.std.out, diag.Printable("      emit "+strings.Join(append([]string{o.Name}, words...), " ")))
	}
}

func (s *stepper) raised(list []core.Raise) {
	for _, r := range list {
		fmt.Fprintf(s.std.out, "      %s\n", source.Raise(s.instance.Core, r))
	}
}

func (s *stepper) timers(verb string, list []int) {
	for _, i := range list {
		t := &s.instance.Core.Timers[i]
		delay := diag.Printable(source.Delay(s.instance.Core, t))
		if t.Length != nil {
			if n, err := s.instance.Eval(s.instance.Config, t.Length); err == nil {
				delay += " (" + source.Duration(time.Duration(n)) + ")"
			}
		}
		fmt.Fprintf(s.std.out, "      %s timer of %s: %s after %s\n", verb, t.Owner, s.instance.Core.Events[t.Event].Name, delay)
	}
}

// send sends an event and prints the result. It reports whether the machine took a
// transition.
func (s *stepper) send(event int, fields, answers []int64) (taken bool, err error) {
	s.count++
	if call := s.instance.Core.Caller(event); call >= 0 && len(s.instance.Core.On(s.instance.State, event)) > 0 && !s.runs(call) {
		// The call has ended with a result that the state ignores.
		return false, fault(s.print(fmt.Sprint(s.count), s.describe(event, fields), "stale"))
	}
	a, err := s.instance.Step(s.instance.Config, interp.Input{Event: event, Fields: fields, Answers: answers})
	if err != nil {
		return false, fault(fmt.Errorf("step %d: %w", s.count, err))
	}
	s.instance.Config = a.Next
	remark := ""
	switch {
	case a.Transition < 0:
		remark = "illegal"
	case s.instance.Core.Transitions[a.Transition].Effect == core.Ignore:
		remark = "ignored"
	case s.instance.Core.Transitions[a.Transition].Rule == core.Outside:
		remark = "outside of its range"
	case s.instance.Core.Transitions[a.Transition].Effect == core.Reject:
		remark = "rejected"
	}
	var t *core.Transition
	text := s.describe(event, fields)
	if a.Transition >= 0 {
		t = &s.instance.Core.Transitions[a.Transition]
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
	in := interp.Input{Event: s.instance.Core.Eventless(), Answers: make([]int64, len(s.instance.Core.Asks))}
	if in.Event < 0 {
		return nil
	}
	// A configuration that returns does so forever. It is compared with an earlier one, which moves on at
	// growing distances (Brent: An improved Monte Carlo factorization algorithm, 1980).
	earlier, from, length := s.instance.Config, s.count, 1
	for {
		next, err := s.instance.Choose(s.instance.Config, in)
		if err != nil {
			return fault(fmt.Errorf("step %d: %w", s.count+1, err))
		}
		if next < 0 {
			return nil
		}
		if _, err := s.send(in.Event, nil, in.Answers); err != nil {
			return err
		}
		if s.instance.State == earlier.State && slices.Equal(s.instance.Vars, earlier.Vars) {
			return fault(fmt.Errorf("the machine never comes to rest: without an event, it repeats from step %d forever", from+1))
		}
		if s.count-from == length {
			earlier, from, length = s.instance.Config, s.count, 2*length
		}
	}
}

// describe formats an event with its payload.
func (s *stepper) describe(event int, fields []int64) string {
	e := &s.instance.Core.Events[event]
	words := []string{e.Name}
	for i, f := range e.Fields {
		if f.Type.Scalar() {
			words = append(words, f.Name+"="+s.instance.format(f.Type, fields[i]))
		}
	}
	return strings.Join(words, " ")
}
