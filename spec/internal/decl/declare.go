package decl

import (
	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
)

// Declare adds to the machine what the spec declares besides its states, in an order in which each part refers only to earlier
// ones. The function child returns the child machine that is used in a place, or nil if there is none, which it has reported.
func Declare(in pass.Input, child func(syntax.Use) *core.Machine) *Declarations {
	types := &typeTable{in.File, in.Machine, in.Names, in.Diags, map[string]*gotype.Fault{}}
	l := &Declarations{
		file: in.File, machine: in.Machine, names: in.Names, diags: in.Diags,
		types: types, values: &values{in.File, in.Machine, in.Names, in.Diags, types},
		child: child, events: map[string]int{}, calls: map[string]diag.Span{}, Used: map[diag.Span]bool{},
	}
	l.declare(settings{in.File, in.Machine, in.Names, in.Diags})
	return l
}

func (l *Declarations) declare(s settings) {
	m, f := l.machine, l.file
	m.Span = f.Span
	if f.Machine.Given() {
		l.names.Check(f.Machine, "machine")
		m.Name, m.Span = f.Machine.Value, f.Machine.Span
		m.Was = l.names.Was("machine", f.Was, names.Places(f.Machine), map[string]diag.Span{})
	}
	m.Doc = f.Doc.Value
	s.goSection()
	s.tests()
	s.faces()
	l.types.enums()
	l.values.params()
	l.values.vars()
	l.rules()
	l.values.oldNames()
	l.guards()
	l.declareEvents()
	l.outputs()
	l.delays()
	if f.Bound.Given() {
		m.Bound = l.names.Parse(f.Bound, expr.Type{Kind: expr.Int}, l.names.Params())
		m.BoundSpan = f.Bound.Span
	}
}
