package decl

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declareChildren declares a call for each child machine, with an event for each of its outcomes.
func (l *Declarations) declareChildren() {
	limited := timeouts(l.file)
	for _, u := range l.file.Uses {
		l.names.Check(u.Name, "child machine")
		if !l.callable(u.Name) {
			continue
		}
		if child := l.child(u); child == nil || !l.adopt(u, child, limited) {
			l.unsureOfCalls = true
		}
	}
}

// adopt declares a child machine that ends. It reports whether it can be used: whether this spec
// has the types of its parameters.
func (l *Declarations) adopt(u syntax.Use, child *core.Machine, limited map[string]bool) (known bool) {
	known = true
	m := l.machine
	call := core.Call{Name: u.Name.Value, Doc: child.Doc, Child: child, Path: u.Path.Value, Timeout: -1, Span: u.Name.Span}
	for _, p := range child.Params {
		t, ok := l.types.own(p.Type)
		if !ok {
			l.foreign(u, &p)
			known = false
		}
		s := &expr.Symbol{Scope: expr.Field, Index: len(call.Args), Name: p.Name, Type: t}
		call.Args = append(call.Args, core.Field{Name: p.Name, Type: t, Symbol: s, Span: p.Span})
	}
	if !known {
		return false
	}
	at := len(m.Calls)
	m.Calls = append(m.Calls, call)
	for i := range child.Outcomes {
		o := &child.Outcomes[i]
		l.result(at, o.Name, strings.ToUpper(o.Name[:1])+o.Name[1:], l.fields(child, o))
	}
	l.timeout(at, limited)
	return true
}

// foreign reports a parameter of a child machine of an enum that this spec does not have.
func (l *Declarations) foreign(u syntax.Use, p *core.Param) {
	fault := "which this spec does not have"
	if slices.ContainsFunc(l.machine.Enums, func(e *expr.Enum) bool { return e.Name == p.Type.Enum.Name }) {
		fault = "whose values differ in this spec"
	}
	l.diags.Errorf(diag.CodeChild, u.Path.Span, "machine `%s` has parameter `%s` of the enum %s, %s", u.Name.Value, p.Name, p.Type, fault).
		Note(p.Span, "declared here").Helpf("declare it in both specs with the same values: %s: [%s]", p.Type, strings.Join(p.Type.Enum.Values, ", "))
}

// fields returns the fields of an outcome of a child machine: the data that all of its states
// have, with types that both machines know.
func (l *Declarations) fields(child *core.Machine, o *core.Outcome) (out []core.Field) {
	for i := range child.Vars {
		v := &child.Vars[i]
		if len(o.States) == 0 || v.State != o.States[0] {
			continue
		}
		everywhere := true
		for _, s := range o.States {
			everywhere = everywhere && slices.ContainsFunc(child.Vars, func(w core.Var) bool {
				return w.State == s && w.Name == v.Name && w.Type.String() == v.Type.String()
			})
		}
		if t, ok := l.types.own(v.Type); ok && everywhere {
			s := &expr.Symbol{Scope: expr.Field, Index: len(out), Name: v.Name, Type: t}
			out = append(out, core.Field{Name: v.Name, Type: t, Symbol: s, Span: v.Span})
		}
	}
	return out
}
