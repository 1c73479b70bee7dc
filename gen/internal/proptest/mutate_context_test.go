package proptest

import (
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// contexts hands on another context than that of the call, or one that has ended.
func (m *mutator) contexts(n *ast.CallExpr) {
	if m.names.Context == "" {
		return
	}
	for _, arg := range n.Args {
		if inner, ok := arg.(*ast.CallExpr); ok {
			m.outer[inner] = n
		}
	}
	why := ""
	if !m.receives(n) {
		why = "nobody on this way receives a context"
	}
	if m.text(n.Fun) == "fsmdrive.Live" {
		m.addWhy(why, m.text(n)+": also if it has ended", func() { n.Fun = ast.NewIdent("context.Context") }, func() { n.Fun = live() })
	}
	for i, arg := range n.Args {
		if name := m.text(arg); slices.Contains([]string{m.names.Context, "ctx", "r.ctx"}, name) {
			m.addWhy(why, m.text(n)+": another context", func() { n.Args[i] = ast.NewIdent("context.TODO()") }, func() { n.Args[i] = arg })
		}
	}
}

// live is the function that keeps a context alive.
func live() ast.Expr {
	e, _ := parser.ParseExpr("fsmdrive.Live")
	return e
}

// receives reports whether a context that a call has as an argument may reach a method of the host.
func (m *mutator) receives(n *ast.CallExpr) bool {
	name := m.text(n.Fun)
	name = name[strings.LastIndexByte(name, '.')+1:]
	timed := func(e int) bool {
		return slices.ContainsFunc(m.core.Timers, func(t core.Timer) bool { return t.Event == e })
	}
	switch {
	case name == "Live" && m.outer[n] != nil:
		return m.receives(m.outer[n])
	case name == "settle", name == "turn":
		return m.always()
	case name == "Fire":
		return m.any(timed)
	case name == m.names.Send:
		return m.any(func(e int) bool { return !m.core.Events[e].Internal })
	case name == m.names.New, name == m.names.Start:
		return slices.ContainsFunc(m.core.Start, m.tells) || m.core.GoesOn(nil) && m.always()
	case name == "Apply" && m.in.Name.Name == "DryRun": // the outputs are only recorded
		return slices.ContainsFunc(m.core.Guards, func(g core.Guard) bool { return g.Context })
	}
	for e, of := range m.names.Events {
		if name == of.Method || name == of.Handle {
			return m.any(func(other int) bool { return other == e })
		}
	}
	return true
}

// any reports whether a step of some events gives the context to the host, or one that follows. In a method of a typed state or of a part
// of a state, these are the steps from there.
func (m *mutator) any(events func(int) bool) bool {
	in := receiver(m.in)
	return slices.ContainsFunc(m.core.Transitions, func(t core.Transition) bool {
		if !events(t.Event) || slices.Contains(m.names.Typed.In, in) && m.names.Typed.In[t.From] != in || !m.partHas(in, &t) {
			return false
		}
		return m.gives(&t) || t.Effect == core.Take && m.core.GoesOn(&t) && m.always()
	})
}

// partHas reports whether a transition is one that the part of a state can have whose type has a name. Any can if there is no such part.
func (m *mutator) partHas(name string, t *core.Transition) bool {
	for s, names := range m.names.Run.Parts.Of {
		for i, part := range source.Parts(m.core, s) {
			if i < len(names) && names[i].Type == name {
				return t.From == s && (t.Move == nil || t.Move.Region != part.Region || t.Move.From == part.Leaf)
			}
		}
	}
	return true
}

// always reports whether some transition without an event gives the context to the host.
func (m *mutator) always() bool {
	return slices.ContainsFunc(m.core.Transitions, func(t core.Transition) bool { return m.core.Events[t.Event].Eventless && m.gives(&t) })
}

// gives reports whether a transition gives the context to an output, or its condition to an external guard.
func (m *mutator) gives(t *core.Transition) bool {
	return slices.ContainsFunc(t.Emits, m.tells) || t.Guard != nil && expr.Uses(t.Guard, func(s *expr.Symbol) bool {
		return s.Scope == expr.External && m.core.Guards[m.core.Asks[s.Index].Guard].Context
	})
}

// tells reports whether an output receives the context.
func (m *mutator) tells(e core.Emission) bool { return m.core.Outputs[e.Output].Context }
