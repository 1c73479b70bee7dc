package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// begun prints the calls and child machines that start, with the values of their arguments.
func (s *stepper) begun(invocations []int) {
	for _, i := range invocations {
		inv := &s.instance.Core.Invocations[i]
		c := &s.instance.Core.Calls[inv.Call]
		words := []string{"      start", kindOf(c), c.Name}
		for k, arg := range inv.Args {
			if text, ok := s.evaluated(arg); ok {
				words = append(words, c.Args[k].Name+"="+text)
			}
		}
		if inv.Cost != nil {
			if n, ok := s.evaluated(inv.Cost); ok {
				words = append(words, "(at most "+n+" of its transitions)")
			}
		}
		fmt.Fprintln(s.std.out, diag.Printable(strings.Join(words, " ")))
		s.running = append(s.running, inv.Call)
	}
}

// evaluated returns the value of an expression in the present configuration as text.
func (s *stepper) evaluated(e expr.Expr) (text string, ok bool) {
	if !e.Type().Scalar() {
		return "", false
	}
	v, err := expr.Eval(e, &expr.Env{Params: s.instance.Params, Vars: s.instance.Vars, Intern: s.instance.Intern})
	if err != nil {
		return "", false
	}
	return s.instance.format(e.Type(), v), true
}

// ended prints the calls and child machines that an event stops. The call whose result the event is has ended
// by itself, unless the result is outside of its range.
func (s *stepper) ended(event int, t *core.Transition) {
	if t != nil && t.Rule == core.Outside {
		return
	}
	by := s.instance.Core.Caller(event)
	s.over(by)
	if t == nil || t.Effect != core.Take {
		return
	}
	for _, i := range s.instance.Core.Cancels(t) {
		call := s.instance.Core.Invocations[i].Call
		if c := &s.instance.Core.Calls[call]; s.runs(call) {
			fmt.Fprintln(s.std.out, diag.Printable("      stop "+kindOf(c)+" "+c.Name))
			s.over(call)
		}
	}
}

// runs reports whether a call runs.
func (s *stepper) runs(call int) bool { return slices.Contains(s.running, call) }

// over notes that a call does not run any more.
func (s *stepper) over(call int) {
	s.running = slices.DeleteFunc(s.running, func(c int) bool { return c == call })
}

func kindOf(c *core.Call) string {
	if c.Child != nil {
		return "machine"
	}
	return "call"
}
