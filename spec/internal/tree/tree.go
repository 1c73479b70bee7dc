package tree

import (
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// Tree is the tree of states.
type Tree struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations

	// Nodes are the states of all kinds by name.
	Nodes map[string]*Node
	// Plain are the states of the machine, in their order: those that are not composite, and not inside a region.
	Plain []*Node
	// Data lists the variables of the machine that are data of each plain state.
	Data map[int][]int
	// First is the initial state: a plain one, or one inside a region. It is nil if there is none, which has been reported.
	First *Node
	// UnsureOfTerminals is set when a terminal state could not be resolved, which has been reported.
	UnsureOfTerminals bool
	// oldComposites are the old names of the composite states.
	oldComposites map[string][]string
}

// StateNames lists all states that have a node: a second state with the name of another, which is an
// error, has none, and neither have the states inside it.
func (l *Tree) StateNames() []string {
	var out []string
	var walk func([]*syntax.State)
	walk = func(states []*syntax.State) {
		for _, s := range states {
			if n := l.Nodes[s.Name.Value]; n == nil || n.Decl != s {
				continue
			}
			out = append(out, s.Name.Value)
			walk(s.States)
		}
	}
	walk(l.file.States)
	return out
}

// Target resolves the name of a target to a state that is not composite: for a composite state, its
// initial state. The result is nil if there is none, which has been reported.
func (l *Tree) Target(name syntax.Text) *Node {
	n := l.Nodes[name.Value]
	if n == nil {
		l.names.UnknownTarget(name, l.StateNames())
		return nil
	}
	for n.Composite() {
		initial := n.Decl.Initial
		if !initial.Given() {
			l.diags.Errorf(diag.CodeComposite, name.Span, "the composite state `%s` has no `initial:`, so it cannot be a target", diag.Clip(n.Decl.Name.Value)).
				Note(n.Decl.Name.Span, "declared here").
				Helpf("go to a state inside it, or add an `initial:` to it")
			return nil
		}
		inner := l.Nodes[initial.Value]
		if inner == nil || inner.Parent != n {
			return nil // reported by checkInitial
		}
		n = inner
	}
	return n
}

// NotNone reports a state with the name of the value "none" beside which it would be a value of an enum.
func (l *Tree) NotNone(n *Node, why, name string) {
	if ident.Export(n.Decl.Name.Value) == ident.Export("none") {
		l.diags.Errorf(diag.CodeDuplicate, n.Decl.Name.Span, "the state cannot be named `%s` here: "+why, n.Decl.Name.Value, name).Helpf("choose another name")
	}
}

// Implied adds an enum variable that exists in a plain state. Nothing in the spec can name it.
func (l *Tree) Implied(n *Node, kind core.Implied, name, doc string, enum *expr.Enum) *core.Var {
	m := l.machine
	t := expr.Type{Kind: expr.Enumerated, Enum: enum}
	s := &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: name, Type: t}
	m.Vars = append(m.Vars, core.Var{Name: name, Doc: doc, Type: t, State: n.Index, Implied: kind, Symbol: s, Span: enum.Span})
	return &m.Vars[len(m.Vars)-1]
}
