package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// setParams sets the parameters of a machine: each to the value given as NAME=VALUE, or
// else to its default, its minimum, or the zero value.
func setParams(s *instance, given []string) error {
	m := s.Core
	byName := map[string]string{}
	for _, g := range given {
		name, value, ok := strings.Cut(g, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=VALUE", g)
		}
		if !slices.ContainsFunc(m.Params, func(p core.Param) bool { return p.Name == name }) {
			return fmt.Errorf("the machine has no parameter %q%s", name, paramNames(m))
		}
		byName[name] = value
	}
	env := &expr.Env{Params: s.Params, Intern: s.Intern}
	for i, p := range m.Params {
		lo, err := end(p.Min, env)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		hi, err := end(p.Max, env)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		text, ok := byName[p.Name]
		switch {
		case ok:
			s.Params[i], err = s.value(p.Type, text)
		case p.Default != nil:
			s.Params[i], err = expr.Eval(p.Default, env)
		case lo != nil:
			s.Params[i] = *lo
		case hi != nil:
			s.Params[i] = min(0, *hi)
		}
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		switch {
		case lo != nil && s.Params[i] < *lo:
			return fmt.Errorf("parameter %s: %d is below the minimum of %d", p.Name, s.Params[i], *lo)
		case hi != nil && s.Params[i] > *hi:
			return fmt.Errorf("parameter %s: %d is above the maximum of %d", p.Name, s.Params[i], *hi)
		}
	}
	return nil
}

// paramNames returns a clause that lists the parameters of a machine.
func paramNames(m *core.Machine) string {
	var names []string
	for _, p := range m.Params {
		names = append(names, p.Name)
	}
	return others(names)
}

// others returns a clause that lists the existing names after an unknown one.
func others(names []string) string {
	if len(names) == 0 {
		return "; it has none"
	}
	return "; it has " + strings.Join(names, ", ")
}

// end computes one end of a range, or nil if there is none.
func end(e expr.Expr, env *expr.Env) (*int64, error) {
	if e == nil {
		return nil, nil
	}
	v, err := expr.Eval(e, env)
	return &v, err
}

// given returns the values of the parameters of a machine that the list gives as
// NAME=VALUE, and records their names in used. outside is the error of a value outside
// its range.
func given(m *core.Machine, list []string, used map[string]bool) (values map[string]int64, outside, err error) {
	values = map[string]int64{}
	s := newInstance(m)
	var own []string
	for _, g := range list {
		name, text, ok := strings.Cut(g, "=")
		if !ok {
			return nil, nil, fmt.Errorf("%q is not NAME=VALUE", g)
		}
		for _, p := range m.Params {
			if p.Name != name {
				continue
			}
			v, err := s.value(p.Type, text)
			if err != nil {
				return nil, nil, fmt.Errorf("parameter %s: %w", name, err)
			}
			values[name], used[name] = v, true
			own = append(own, g)
		}
	}
	return values, setParams(s, own), nil
}
