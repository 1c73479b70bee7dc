package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// paramValues returns values for the parameters of m: those given as
// NAME=VALUE, otherwise the default, the minimum, or the zero value. strings
// numbers the string constants of the machine.
func paramValues(m *core.Machine, given []string, texts []string) ([]int64, error) {
	byName := map[string]string{}
	for _, g := range given {
		name, value, ok := strings.Cut(g, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not NAME=VALUE", g)
		}
		if !slices.ContainsFunc(m.Params, func(p core.Param) bool { return p.Name == name }) {
			return nil, fmt.Errorf("the machine has no parameter %q", name)
		}
		byName[name] = value
	}
	env := &expr.Env{Intern: func(s string) int64 { return int64(slices.Index(texts, s)) }}
	for _, p := range m.Params {
		value, err := paramValue(p, byName, env, texts)
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		for _, end := range []expr.Expr{p.Min, p.Max} {
			if end == nil {
				continue
			}
			limit, err := expr.Eval(end, env)
			if err != nil || end == p.Min && value < limit || end == p.Max && value > limit {
				return nil, fmt.Errorf("parameter %s: %d is outside its range", p.Name, value)
			}
		}
		env.Params = append(env.Params, value)
	}
	return env.Params, nil
}

func paramValue(p core.Param, given map[string]string, env *expr.Env, texts []string) (int64, error) {
	text, ok := given[p.Name]
	if !ok {
		for _, e := range []expr.Expr{p.Default, p.Min} {
			if e != nil {
				return expr.Eval(e, env)
			}
		}
		if p.Max != nil {
			limit, err := expr.Eval(p.Max, env)
			return min(0, limit), err
		}
		return 0, nil
	}
	switch p.Type.Kind {
	case expr.Bool:
		b, err := strconv.ParseBool(text)
		if b {
			return 1, err
		}
		return 0, err
	case expr.Enumerated:
		if i := slices.Index(p.Type.Enum.Values, text); i >= 0 {
			return int64(i), nil
		}
		return 0, fmt.Errorf("%q is not a value of %s", text, p.Type.Enum.Name)
	case expr.String:
		if i := slices.Index(texts, text); i >= 0 {
			return int64(i), nil
		}
		return 0, fmt.Errorf("%q is not a string of the spec", text)
	}
	return strconv.ParseInt(text, 10, 64)
}
