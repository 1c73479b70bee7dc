package migrate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// parse parses an expression over the old version for a value of the new one.
func (ch chooser) parse(to *expr.Symbol, text string) (expr.Expr, error) {
	names := &scope{m: ch.plan.a}
	if t := to.Type; t.Kind != expr.Int && t.Kind != expr.Bool {
		// A name of the old version whose values the new one can read, or a constant of the new version.
		if ref, ok := names.Lookup(text).(*expr.Ref); ok {
			if compatible(ref.Symbol.Type, t) {
				return ref, nil
			}
			return nil, fmt.Errorf("%s is of type %s, which cannot become %s", text, ref.Symbol.Type, t)
		}
		if t.Kind == expr.Opaque {
			return nil, fmt.Errorf("a value of Go type %s can only be that of an old value of this type", t)
		}
		if t.Kind == expr.Enumerated {
			name := strings.TrimPrefix(text, t.Enum.Name+".")
			if v := slices.Index(t.Enum.Values, name); v >= 0 {
				return &expr.Lit{T: t, Value: int64(v)}, nil
			}
			return nil, fmt.Errorf("%q is neither a value of enum %s (%s) nor a name of the old version", text, t.Enum.Name, strings.Join(t.Enum.Values, ", "))
		}
	}
	var list diag.List
	x := expr.Parse(text, diag.Span{File: "expression", Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 2}}, to.Type, names, &list)
	if x == nil {
		d := list[0]
		if d.Help != "" {
			return nil, fmt.Errorf("column %d: %s (%s)", d.Span.Start.Column, d.Message, d.Help)
		}
		return nil, fmt.Errorf("column %d: %s", d.Span.Start.Column, d.Message)
	}
	if stored.Divides(expr.Simplify(x)) {
		return nil, errors.New("the divisor must be a constant: a stored value could be 0")
	}
	return x, nil
}

// scope resolves the names of the old version.
type scope struct{ m *core.Machine }

// Lookup resolves a parameter, a variable, STATE.DATUM, or ENUM.VALUE.
func (s *scope) Lookup(name string) expr.Expr {
	for i := range s.m.Params {
		if s.m.Params[i].Name == name {
			return &expr.Ref{Symbol: s.m.Params[i].Symbol}
		}
	}
	for i := range s.m.Vars {
		if varName(s.m, i) == name && !s.m.Vars[i].Pending() {
			return &expr.Ref{Symbol: s.m.Vars[i].Symbol}
		}
	}
	for _, e := range s.m.Enums {
		for v, value := range e.Values {
			if e.Name+"."+value == name {
				return &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: int64(v)}
			}
		}
	}
	return nil
}

// All lists the names.
func (s *scope) All() (names []string) {
	for _, p := range s.m.Params {
		names = append(names, p.Name)
	}
	for i := range s.m.Vars {
		if !s.m.Vars[i].Pending() {
			names = append(names, varName(s.m, i))
		}
	}
	for _, e := range s.m.Enums {
		for _, value := range e.Values {
			names = append(names, e.Name+"."+value)
		}
	}
	return names
}
