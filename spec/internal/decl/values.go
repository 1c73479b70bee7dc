package decl

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// values are what has a type and may have a range: parameters, variables, and fields.
type values struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	types   *typeTable
}

// limits returns the range of a parameter, a variable, a datum, or a field of a payload.
func (l *values) limits(name, low, high syntax.Text, t expr.Type) (lo, hi expr.Expr) {
	for _, limit := range []syntax.Text{low, high} {
		if limit.Given() && t.Kind != expr.Int && t.Kind != expr.Invalid {
			d := l.diags.Errorf(diag.CodeType, limit.Span, "only an int or a duration can have a range, but `%s` has type %s", diag.Clip(name.Value), diag.Clip(t.String())).
				Helpf("remove `min` and `max`, or make the type int")
			if t.String() == "time.Duration" {
				d.Helpf("make the type `duration`, whose values are those of time.Duration")
			}
			return nil, nil
		}
	}
	number := expr.Type{Kind: expr.Int, Duration: t.Duration}
	return l.names.Parse(low, number, l.names.Params()), l.names.Parse(high, number, l.names.Params())
}

// vars declares the variables.
func (l *values) vars() {
	for _, v := range l.file.Vars {
		l.names.Check(v.Name, "variable")
		decl := l.variable(v, -1)
		if decl.Type.Scalar() {
			decl.Init = l.initial(v, decl.Type)
		} else if v.Init.Given() {
			l.diags.Errorf(diag.CodeType, v.Init.Span, "a variable of Go type %s cannot have an initial value: it starts with Go's zero value", diag.Clip(decl.Type.String())).
				Helpf("remove `init`, and set the variable in a transition")
		}
		l.machine.Vars = append(l.machine.Vars, decl)
	}
	for _, v := range l.machine.Vars {
		l.names.Define(syntax.Text{Value: v.Name, Span: v.Span}, "variable", &expr.Ref{Symbol: v.Symbol})
	}
}

// initial returns the declared initial value, or the zero value of the type.
func (l *values) initial(v syntax.Decl, t expr.Type) expr.Expr {
	if v.Init.Given() {
		return l.names.Parse(v.Init, t, l.names.Params())
	}
	if t.Kind == expr.String {
		return &expr.Text{}
	}
	return &expr.Lit{T: t}
}

// variable returns a variable, or a datum of a state.
func (l *values) variable(d syntax.Decl, state int) core.Var {
	t := l.types.typeOf(d.Type)
	s := &expr.Symbol{Scope: expr.Var, Index: len(l.machine.Vars), Name: d.Name.Value, Type: t}
	v := core.Var{Name: d.Name.Value, Doc: d.Doc.Value, Type: t, State: state, Symbol: s, Go: l.names.GoName(d.Go), Span: d.Name.Span}
	v.Min, v.Max = l.limits(d.Name, d.Min, d.Max, t)
	return v
}

// payload declares the payload of an event, whose fields may have ranges.
func (l *values) payload(list []syntax.Field) []core.Field {
	out := l.fields(list, "field")
	for i := range out {
		f := &out[i]
		d := list[slices.IndexFunc(list, func(d syntax.Field) bool { return d.Name.Value == f.Name })]
		f.Min, f.Max = l.limits(d.Name, d.Min, d.Max, f.Type)
		l.checkDivisors("the range of `"+f.Name+"`", "limit the field by a condition", f.Min, d.Min.Span)
		l.checkDivisors("the range of `"+f.Name+"`", "limit the field by a condition", f.Max, d.Max.Span)
		l.checkEmpty(f.Name, f.Min, f.Max, f.Span)
	}
	return out
}

// fields declares the fields of an output or a payload, or the arguments of a call or of an external guard
// or delay, without ranges.
func (l *values) fields(list []syntax.Field, what string) []core.Field {
	var out []core.Field
	seen := map[string]diag.Span{}
	for _, f := range list {
		l.names.Check(f.Name, what)
		if !l.names.Unique(seen, f.Name, what) {
			continue
		}
		t := l.types.typeOf(f.Type)
		s := &expr.Symbol{Scope: expr.Field, Index: len(out), Name: f.Name.Value, Type: t}
		out = append(out, core.Field{Name: f.Name.Value, Type: t, Symbol: s, Span: f.Name.Span})
	}
	return out
}
