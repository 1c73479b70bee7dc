package names

import (
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Params returns the scope of ranges, defaults, initial values, and bounds: constants and parameters.
func (t *Table) Params() expr.Names { return params{t} }

type params struct{ table *Table }

// Lookup implements [expr.Names].
func (s params) Lookup(name string) expr.Expr {
	e := s.table.Known[name].Value
	if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope != expr.Param {
		return nil
	}
	return e
}

// Why distinguishes a name that cannot be used here from a misspelled one.
func (s params) Why(name string) string {
	if n, ok := s.table.Known[name]; ok && s.Lookup(name) == nil {
		return "`" + name + "` is " + n.What + ", but only parameters and constants can be used here"
	}
	return ""
}

// All implements [expr.Names].
func (s params) All() []string { return Visible(s, s.table.Order) }

// Visible lists the names of some in their order that a scope contains.
func Visible(s expr.Names, order []string) []string {
	var out []string
	for _, name := range order {
		if s.Lookup(name) != nil {
			out = append(out, name)
		}
	}
	return out
}
