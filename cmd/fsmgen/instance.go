package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// instance is a machine with parameters, its current configuration, and the strings
// that it has seen.
type instance struct {
	interp.Machine
	interp.Config
	texts []string
	known map[string]int64
}

// newInstance returns an instance with zero parameters and without a configuration.
func newInstance(m *core.Machine) *instance {
	s := &instance{known: map[string]int64{}}
	s.Machine = interp.Machine{Core: m, Params: make([]int64, len(m.Params)), Intern: s.number}
	s.number("")
	return s
}

// start enters the initial configuration and returns the outputs of the start.
func (s *instance) start() (outputs []interp.Output, err error) {
	if s.Config, err = s.Initial(); err == nil {
		outputs, err = s.Opening(s.Config)
	}
	if err != nil {
		return nil, fmt.Errorf("the machine cannot start: %w", err)
	}
	return outputs, nil
}

// number returns the number of a string.
func (s *instance) number(text string) int64 {
	n, ok := s.known[text]
	if !ok {
		n = int64(len(s.texts))
		s.known[text] = n
		s.texts = append(s.texts, text)
	}
	return n
}

// text returns the string with a number.
func (s *instance) text(n int64) string {
	if n < 0 || n >= int64(len(s.texts)) {
		return fmt.Sprintf("string %d", n)
	}
	return s.texts[n]
}

// value parses a value of a type: an int, true or false, the name of an enum value, or
// any string. It ignores the text of an opaque type.
func (s *instance) value(t expr.Type, text string) (int64, error) {
	switch t.Kind {
	case expr.Int:
		if t.Duration {
			return duration(text)
		}
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not an int", text)
		}
		return v, nil
	case expr.Bool:
		if text != "true" && text != "false" {
			return 0, fmt.Errorf("%q is not true or false", text)
		}
		if text == "true" {
			return 1, nil
		}
		return 0, nil
	case expr.Enumerated:
		if i := slices.Index(t.Enum.Values, text); i >= 0 {
			return int64(i), nil
		}
		return 0, fmt.Errorf("%q is not one of %s", text, strings.Join(t.Enum.Values, ", "))
	case expr.String:
		return s.number(text), nil
	}
	return 0, nil
}

// duration parses a duration.
func duration(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a duration such as 1m30s", text)
	}
	return int64(d), nil
}

// format formats a value of a type so that value can parse it, except that strings are
// quoted and opaque values are "...".
func (s *instance) format(t expr.Type, v int64) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v == 1)
	case expr.Enumerated:
		if v >= 0 && v < int64(len(t.Enum.Values)) {
			return t.Enum.Values[v]
		}
	case expr.String:
		return strconv.Quote(s.text(v))
	case expr.Opaque:
		return "..."
	}
	return expr.Print(&expr.Lit{T: t, Value: v}, expr.Spec)
}
