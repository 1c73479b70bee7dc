package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// vars declares the variables.
func (l *typing) vars() {
	for _, v := range l.file.Vars {
		l.checkName(v.Name, "variable")
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
		l.name(syntax.Text{Value: v.Name, Span: v.Span}, "variable", &expr.Ref{Symbol: v.Symbol})
	}
}

// initial returns the declared initial value, or the zero value of the type.
func (l *typing) initial(v syntax.Decl, t expr.Type) expr.Expr {
	if v.Init.Given() {
		return l.parse(v.Init, t, paramScope{l.naming})
	}
	if t.Kind == expr.String {
		return &expr.Text{}
	}
	return &expr.Lit{T: t}
}

// variable returns a variable, or a datum of a state.
func (l *typing) variable(d syntax.Decl, state int) core.Var {
	t := l.typeOf(d.Type)
	s := &expr.Symbol{Scope: expr.Var, Index: len(l.machine.Vars), Name: d.Name.Value, Type: t}
	v := core.Var{Name: d.Name.Value, Doc: d.Doc.Value, Type: t, State: state, Symbol: s, Go: l.goName(d.Go), Span: d.Name.Span}
	v.Min, v.Max = l.limits(d, t)
	return v
}

// fields declares the payload of an event, the fields of an output, or the
// arguments of an external guard or delay.
func (l *typing) fields(list []syntax.Field, what string) []core.Field {
	var out []core.Field
	seen := map[string]diag.Span{}
	for _, f := range list {
		l.checkName(f.Name, what)
		if !l.unique(seen, f.Name, what) {
			continue
		}
		t := l.typeOf(f.Type)
		s := &expr.Symbol{Scope: expr.Field, Index: len(out), Name: f.Name.Value, Type: t}
		out = append(out, core.Field{Name: f.Name.Value, Type: t, Symbol: s, Span: f.Name.Span})
	}
	return out
}

// taken returns the place of a variable or an enum that has one of these names.
func (l *typing) taken(variable, enum string) (diag.Span, bool) {
	if n, ok := l.names[variable]; ok {
		return n.span, true
	}
	for _, v := range l.machine.Vars {
		if v.Name == variable {
			return v.Span, true
		}
	}
	for _, e := range l.machine.Enums {
		if e.Name == enum {
			return e.Span, true
		}
	}
	return diag.Span{}, false
}
