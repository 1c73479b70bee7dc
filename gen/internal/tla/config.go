package tla

import (
	"fmt"
	"math"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Config returns a configuration for TLC that checks all claims of the module of m, for one value of each
// parameter. The values are in the order of the machine: bools are 0 and 1, enum values are their numbers, and
// text returns strings by number. It returns an error if a configuration cannot represent a value.
func Config(m *core.Machine, params []int64, text func(int64) string) ([]byte, error) {
	if len(params) != len(m.Params) {
		return nil, fmt.Errorf("the machine has %d parameters, but %d values are given", len(m.Params), len(params))
	}
	module := newWriter(m)
	invariants, properties := module.claims()

	w := &writer{names: module.names}
	w.line(0, `\* The machine %s, for TLC. It wants this in %s.cfg, and beside it %[2]s.tla, which`, m.Name, w.names.module)
	w.line(0, `\* fsmgen export --format tla writes.`)
	w.line(0, "SPECIFICATION Spec")
	var constants []string
	for i, p := range m.Params {
		if !p.Type.Scalar() {
			continue
		}
		value, err := literal(p.Type, params[i], text)
		if err != nil {
			return nil, fmt.Errorf("parameter %s is %w", p.Name, err)
		}
		constants = append(constants, w.names.params[i]+" = "+value)
	}
	if module.takesInts {
		constants = append(constants, "Ints <- DefaultInts")
	}
	if module.takesTexts {
		constants = append(constants, "Strings <- DefaultStrings")
	}
	for _, part := range []struct {
		what string
		list []string
	}{{"CONSTANTS", constants}, {"INVARIANTS", invariants}, {"PROPERTIES", properties}} {
		if len(part.list) > 0 {
			w.line(0, "%s", part.what)
			for _, l := range part.list {
				w.line(1, "%s", l)
			}
		}
	}
	return []byte(w.out.String()), nil
}

// literal returns the value of a parameter in the syntax of configurations, which have no negative or large
// numbers.
func literal(t expr.Type, v int64, text func(int64) string) (string, error) {
	switch {
	case t.Kind == expr.Bool && v == 1:
		return "TRUE", nil
	case t.Kind == expr.Bool:
		return "FALSE", nil
	case t.Kind == expr.Enumerated:
		return quote(t.Enum.Values[v]), nil
	case t.Kind == expr.String:
		return quote(text(v)), nil
	case v < 0:
		return "", fmt.Errorf("%d, but TLC's configurations do not support negative numbers: define it in a module that extends this one", v)
	case v > math.MaxInt32:
		return "", fmt.Errorf("%d, but ints in TLC have 32 bits", v)
	}
	return fmt.Sprint(v), nil
}
