package tree

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declareRegions declares the variable of each region.
func (l *Tree) declareRegions() {
	m := l.machine
	for _, n := range l.Plain {
		active := map[*Region]*Node{}
		if l.First != nil && l.First.Place() == n {
			l.Configure(n, l.First, active)
		}
		for i, r := range n.Parts() {
			r.Number = i
			name := r.Root.Decl.Name.Value
			enum := &expr.Enum{Name: name, Doc: r.Root.Decl.Doc.Value, Span: r.Root.Decl.Name.Span}
			if enum.Doc == "" {
				enum.Doc = name + " is the active state of the region " + name + "."
			}
			for _, leaf := range r.Leaves {
				if r.Outer != nil {
					l.NotNone(leaf, "the region `%s` has this name for no state, because it is inside another region", name)
				}
				enum.Values = append(enum.Values, leaf.Decl.Name.Value)
			}
			if r.Outer != nil {
				enum.Values = append(enum.Values, "none")
			}
			variable := strings.ToLower(name[:1]) + name[1:]
			if at, taken := l.names.Taken(variable, name); taken {
				l.diags.Errorf(diag.CodeDuplicate, at, "this has the name of the region `%s`", diag.Clip(name)).Note(enum.Span, "the region is here").
					Helpf("choose another name than `%s` or `%s`", variable, name)
			}
			m.Enums = append(m.Enums, enum)
			v := l.Implied(n, core.Active, variable, "the active state of the region "+name, enum)
			r.Symbol = v.Symbol
			first := l.Target(r.Root.Decl.Name)
			if first != nil && l.First != nil && l.First.Place() == n {
				v.Init = r.at(active[r])
			}
			region := r.core(v.Symbol.Index)
			region.Initial = max(0, slices.Index(r.Leaves, first))
			m.States[n.Index].Regions = append(m.States[n.Index].Regions, region)
		}
	}
}

// Configure notes the leaf in which each region of owner begins, also in regions inside, where they are
// active: that of goal where it is in one, and the initial one elsewhere.
func (l *Tree) Configure(owner, goal *Node, active map[*Region]*Node) {
	for _, r := range owner.Regions {
		leaf := r.Around(goal)
		if leaf == nil {
			leaf = l.Target(r.Root.Decl.Name)
		}
		if leaf == nil {
			continue // reported
		}
		if active[r] = leaf; leaf.Regions != nil {
			l.Configure(leaf, goal, active)
		}
	}
}
