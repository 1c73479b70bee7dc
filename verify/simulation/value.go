package simulation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Parse reads a value of a type: an int, true or false, the name of an enum
// value, or a string as it is. The value of an opaque type is not looked at.
func (s *Machine) Parse(t expr.Type, text string) (int64, error) {
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
		return s.Intern(text), nil
	}
	return 0, nil
}

// Print writes a value of a type, as [Machine.Parse] reads it but for strings,
// which are quoted, and opaque values, which are unknown.
func (s *Machine) Print(t expr.Type, v int64) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v == 1)
	case expr.Enumerated:
		if v >= 0 && v < int64(len(t.Enum.Values)) {
			return t.Enum.Values[v]
		}
	case expr.String:
		return strconv.Quote(s.Text(v))
	case expr.Opaque:
		return "..."
	}
	return strconv.FormatInt(v, 10)
}
