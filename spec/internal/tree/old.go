package tree

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// oldStates resolves the old names of states. A plain state may have been a state that is
// composite in this version, and the reverse.
func (l *Tree) oldStates() {
	plain, composite, old := map[string]diag.Span{}, map[string]diag.Span{}, map[string]diag.Span{}
	for _, name := range l.StateNames() {
		if n := l.Nodes[name]; n.Index < 0 {
			composite[name] = n.Decl.Name.Span
		} else {
			plain[name] = n.Decl.Name.Span
		}
	}
	for _, name := range l.StateNames() {
		if n := l.Nodes[name]; n.Index >= 0 {
			l.machine.States[n.Index].Text = l.names.Text("state", n.Decl.Name, n.Decl.Text, plain)
		} else if n.Decl.Text.Given() && n.Composite() {
			l.diags.Errorf(diag.CodeComposite, n.Decl.Text.Span, "the composite state `%s` has a text, but no machine is stored in it", diag.Clip(name)).
				Helpf("give texts to the states inside it")
		}
	}
	for _, name := range l.StateNames() {
		n := l.Nodes[name]
		if n.Region != nil {
			continue
		}
		if n.Index >= 0 {
			s := &l.machine.States[n.Index]
			s.Was = l.names.Was("plain state", n.Decl.Was, plain, old)
			s.Removed = l.removedData(n)
			continue
		}
		l.oldComposites[name] = l.names.Was("composite state", n.Decl.Was, composite, old)
		if len(n.Decl.Removed) > 0 {
			l.diags.Errorf(diag.CodeComposite, n.Decl.Removed[0].Span, "the composite state `%s` has no data, so nothing can be removed from it", diag.Clip(name)).
				Helpf("list the data in the states inside it, and variables under `removed` at the top level")
		}
	}
}

// removedData resolves the old names of the data of a plain state, and returns those that are removed.
func (l *Tree) removedData(n *Node) (out []string) {
	present, old := map[string]diag.Span{}, map[string]diag.Span{}
	for _, d := range n.Decl.Data {
		present[d.Name.Value] = d.Name.Span
	}
	for _, i := range l.Data[n.Index] {
		v := &l.machine.Vars[i]
		at := slices.IndexFunc(n.Decl.Data, func(d syntax.Decl) bool { return d.Name.Value == v.Name })
		v.Was = l.names.Was("datum", n.Decl.Data[at].Was, present, old)
	}
	seen := map[string]diag.Span{}
	for _, name := range n.Decl.Removed {
		if name.Value != "" {
			l.names.Check(name, "datum")
		}
		if l.names.Gone(name, "datum", present, old) && l.names.Once(seen, name, "`removed` lists `%s` twice", "first listed here") {
			out = append(out, name.Value)
		}
	}
	return out
}

// WasState returns the old names of a state, plain or composite.
func (l *Tree) WasState(state string) []string {
	i := slices.IndexFunc(l.machine.States, func(s core.State) bool { return s.Name == state })
	if i < 0 {
		return l.oldComposites[state]
	}
	// The text may be the name that the state had before it was renamed. Other texts are in no timer.
	s := &l.machine.States[i]
	return slices.DeleteFunc(append([]string{s.Text}, s.Was...), func(text string) bool { return !name.Is(text) })
}
