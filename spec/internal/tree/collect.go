package tree

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// collectStates numbers the plain states in the order of the spec. States at all
// levels share one namespace.
func (l *Tree) collectStates() {
	seen := map[string]diag.Span{}
	var walk func(states []*syntax.State, parent *Node)
	walk = func(states []*syntax.State, parent *Node) {
		for _, s := range states {
			l.names.Check(s.Name, "state")
			if !l.names.Unique(seen, s.Name, "state") {
				continue
			}
			n := &Node{Decl: s, Parent: parent, Index: -1}
			l.Nodes[s.Name.Value] = n
			if parent != nil && parent.Decl.Parallel.Given() {
				n.Region = &Region{Root: n, Owner: parent, Outer: parent.Region}
				parent.Regions = append(parent.Regions, n.Region)
			} else if parent != nil {
				n.Region = parent.Region
			}
			if n.Composite() {
				if len(s.Data) > 0 {
					l.diags.Errorf(diag.CodeComposite, s.Data[0].Name.Span, "the composite state `%s` cannot have data", diag.Clip(s.Name.Value)).
						Helpf("declare the data in the states inside it, or declare variables")
				}
				walk(s.States, n)
				l.checkInitial(s)
				l.nameComposite(s)
				continue
			}
			if s.Initial.Given() {
				l.diags.Errorf(diag.CodeComposite, s.Initial.Span, "state `%s` has an `initial:` but no states inside it", diag.Clip(s.Name.Value)).
					Helpf("remove `initial:`, or declare states inside it")
			}
			if n.Region != nil {
				l.checkInRegion(n)
				n.Region.Leaves = append(n.Region.Leaves, n)
				walk(s.States, n) // its regions, if it has some
				continue
			}
			n.Index = len(l.Plain)
			l.Plain = append(l.Plain, n)
			walk(s.States, n)
		}
	}
	walk(l.file.States, nil)
	for _, n := range l.Plain {
		l.machine.States = append(l.machine.States, core.State{
			Name: n.Decl.Name.Value, Doc: n.Decl.Doc.Value, Composites: n.path(), Outcome: -1, Span: n.Decl.Name.Span,
			Requirements: n.requirements(), Go: l.names.GoName(n.Decl.Go),
		})
	}
}

// checkInRegion reports what a state inside a region cannot have.
func (l *Tree) checkInRegion(n *Node) {
	report := func(span diag.Span, what string) {
		l.diags.Errorf(diag.CodeParallel, span, "state `%s` is in a region and cannot have %s", diag.Clip(n.Decl.Name.Value), what).
			Helpf("move it to `%s`, the state with the regions", n.Place().Decl.Name.Value)
	}
	switch d := n.Decl; {
	case len(d.Data) > 0:
		report(d.Data[0].Name.Span, "data: declare variables")
	case d.Text.Given():
		report(d.Text.Span, "a `text:`")
	case len(d.Was) > 0:
		report(d.Was[0].Span, "a `was:`")
	case len(d.Removed) > 0:
		report(d.Removed[0].Span, "`removed:`")
	case d.Go.Given():
		report(d.Go.Span, "a `go:`")
	}
}

// nameComposite takes over the Go name of a composite state.
func (l *Tree) nameComposite(s *syntax.State) {
	if name := l.names.GoName(s.Go); name != "" {
		if l.machine.CompositeGo == nil {
			l.machine.CompositeGo = map[string]string{}
		}
		l.machine.CompositeGo[s.Name.Value] = name
	}
}

// checkInitial reports a composite state whose `initial:` is not directly inside it,
// whether or not a transition leads there.
func (l *Tree) checkInitial(s *syntax.State) {
	var known []string
	for _, inner := range s.States {
		known = append(known, inner.Name.Value)
	}
	if s.Initial.Given() && !slices.Contains(known, s.Initial.Value) {
		l.names.Unknown(s.Initial, "state inside `"+diag.Clip(s.Name.Value)+"`", known)
	}
}
