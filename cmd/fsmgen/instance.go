package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// instance is a machine with parameters, the configuration that it is in, and
// the strings that it has met.
type instance struct {
	interp.Machine
	interp.Config
	texts []string
	known map[string]int64
}

// newInstance returns an instance whose parameters are 0 and which is in no
// configuration yet.
func newInstance(m *core.Machine) *instance {
	s := &instance{known: map[string]int64{}}
	s.Machine = interp.Machine{Core: m, Params: make([]int64, len(m.Params)), Intern: s.number}
	s.number("")
	return s
}

// number numbers a string.
func (s *instance) number(text string) int64 {
	n, ok := s.known[text]
	if !ok {
		n = int64(len(s.texts))
		s.known[text] = n
		s.texts = append(s.texts, text)
	}
	return n
}

// text returns a string by its number.
func (s *instance) text(n int64) string {
	if n < 0 || n >= int64(len(s.texts)) {
		return fmt.Sprintf("string %d", n)
	}
	return s.texts[n]
}

// value reads a value of a type: an int, true or false, the name of an enum
// value, or a string as it is. The value of an opaque type is not looked at.
func (s *instance) value(t expr.Type, text string) (int64, error) {
	switch t.Kind {
	case expr.Int:
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

// format writes a value of a type as value reads it, except that strings are
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
	return strconv.FormatInt(v, 10)
}
