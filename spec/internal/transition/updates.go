package transition

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
)

// updates resolves `set:` and `clear:`.
func (l *builder) updates(t *core.Transition, a syntax.Alternative, scope scope.State) {
	seen := map[string]diag.Span{}
	for _, s := range a.Set {
		v := l.assignable(t, s.Name)
		if v < 0 || !l.names.Once(seen, s.Name, "`%s` is assigned twice in the same transition", "first assigned here") {
			continue
		}
		value := l.env.Value(l.names.Parse(s.Value, l.machine.Vars[v].Type, scope), s.Value.Span, scope)
		t.Updates = append(t.Updates, core.Update{Var: v, Value: value, Span: s.Name.Span})
	}
	for _, c := range a.Clear {
		v := l.assignable(t, c)
		if v < 0 || !l.names.Once(seen, c, "`%s` is assigned twice in the same transition", "first assigned here") {
			continue
		}
		decl := l.machine.Vars[v]
		if decl.Init == nil {
			l.diags.Errorf(diag.CodeType, c.Span, "`%s` has no initial value to return to", diag.Clip(c.Value)).Helpf("use `set:` instead")
			continue
		}
		t.Updates = append(t.Updates, core.Update{Var: v, Value: decl.Init, Span: c.Span})
	}
}

// assignable returns the index of the variable, or of the datum of the target state,
// that an update names. It reports a name that cannot be set, and returns -1.
func (l *builder) assignable(t *core.Transition, name syntax.Text) int {
	m := l.machine
	for _, i := range l.tree.Data[t.To] {
		if m.Vars[i].Name == name.Value {
			return i
		}
	}
	if r, ok := l.names.Known[name.Value].Value.(*expr.Ref); ok && r.Symbol.Scope == expr.Var {
		i := r.Symbol.Index
		if l.decls.Counts(i) {
			l.diags.Errorf(diag.CodeType, name.Span, "`%s` is the counter of a rule and cannot be set", name.Value).Note(m.Vars[i].Span, "the rule is here").
				Helpf("remove the assignment, because the rule counts by itself")
			return -1
		}
		return i
	}
	if n, ok := l.names.Known[name.Value]; ok {
		l.diags.Errorf(diag.CodeType, name.Span, "`%s` is %s and cannot be set", diag.Clip(name.Value), n.What).Note(n.Span, "declared here").
			Helpf("only variables and the data of the target state can be set")
		return -1
	}
	var known []string
	for i, v := range m.Vars {
		if (v.State < 0 || v.State == t.To) && !l.decls.Counts(i) {
			known = append(known, v.Name)
		}
	}
	l.names.Unknown(name, "variable", known)
	for _, v := range m.Vars {
		if v.Name == name.Value && v.State >= 0 && v.Implied == core.Declared {
			(*l.diags)[len(*l.diags)-1].Note(v.Span, "state `%s` has a datum of this name, but this transition goes to `%s`", m.States[v.State].Name, m.States[t.To].Name)
		}
	}
	return -1
}

// checkDataSet reports data of the target state that a transition does not set. An
// internal transition keeps the values.
func (l *builder) checkDataSet(t *core.Transition, a syntax.Alternative) {
	m := l.machine
	if t.Internal {
		return
	}
	for _, i := range l.tree.Data[t.To] {
		v := m.Vars[i]
		if slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == i }) {
			continue
		}
		d := l.diags.Errorf(diag.CodeUnset, a.To.Span, "this transition enters state `%s` without setting its datum `%s`", m.States[t.To].Name, v.Name).
			Note(v.Span, "declared here")
		if a.History.Given() {
			d.Helpf("history does not keep data: make `%s` a variable", v.Name)
		} else {
			d.Helpf("add set: {%s: ...}", v.Name)
		}
	}
}
