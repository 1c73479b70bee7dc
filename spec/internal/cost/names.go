package cost

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// weighed is the scope of a weight: constants, parameters, and the arguments or fields of what has the weight.
type weighed struct {
	params expr.Names
	// of is the name of the call, child machine, or output, and fields are its arguments or fields.
	of     string
	fields []core.Field
}

const with = "with."

// Lookup implements [expr.Names].
func (s weighed) Lookup(name string) expr.Expr {
	field, ok := strings.CutPrefix(name, with)
	if !ok {
		return s.params.Lookup(name)
	}
	for i, f := range s.fields {
		if f.Name == field && f.Type.Scalar() {
			return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.With, Index: i, Name: f.Name, Type: f.Type}}
		}
	}
	return nil
}

// Why says what a weight can read in place of a name.
func (s weighed) Why(name string) string {
	switch field, ok := strings.CutPrefix(name, with); {
	case ok && len(s.fields) == 0:
		return "`" + s.of + "` has no arguments or fields"
	case ok:
		for _, f := range s.fields {
			if f.Name == field {
				return "`" + field + "` has a Go type, with which a weight cannot compute"
			}
		}
	case strings.HasPrefix(name, "event."), s.Lookup(with+name) != nil:
		return "a weight reads what `" + s.of + "` starts or occurs with, as in `" + with + strings.TrimPrefix(name, "event.") + "`"
	}
	if why, ok := s.params.(interface{ Why(name string) string }); ok {
		return why.Why(name)
	}
	return ""
}

// All implements [expr.Names].
func (s weighed) All() []string {
	out := s.params.All()
	for _, f := range s.fields {
		if f.Type.Scalar() {
			out = append(out, with+f.Name)
		}
	}
	return out
}
