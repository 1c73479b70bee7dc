package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

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
	for number := 1; s.prompted() && lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") || s.helped(line) {
			continue
		}
		if s.asks && s.commanded(line, "quit", "exit") {
			break
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
	for _, p := range s.instance.Core.Params {
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
	v, err := s.instance.value(p.Type, text)
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
	if lo, err := end(p.Min, &expr.Env{Params: s.instance.Params, Intern: s.instance.Intern}); err == nil && lo != nil {
		return s.instance.format(p.Type, *lo)
	}
	return s.instance.format(p.Type, 0)
}
