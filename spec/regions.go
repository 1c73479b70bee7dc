package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// region is one of the parts of a state that run side by side. In the machine it is a variable: the
// state with regions is a plain state, and its regions are data of it, also those inside other regions.
type region struct {
	// root is the region as written, and owner the state that has it: a leaf of outer, or a plain state
	// if that is nil.
	root, owner *node
	outer       *region
	// number is the position among all regions of the plain state.
	number int
	// leaves are the states inside the region, without composite ones and what is inside other regions: the
	// values of the variable. That of a region inside another one has one more: the region is not active.
	leaves []*node
	symbol *expr.Symbol
}

// around returns the leaf of r that is n or has n in its regions, or nil if n is not inside r.
func (r *region) around(n *node) *node {
	for n != nil && n.region != nil && n.region != r {
		n = n.region.owner
	}
	if n == nil || n.region != r {
		return nil
	}
	return n
}

// depth returns the number of regions around r.
func (r *region) depth() (n int) {
	for r = r.outer; r != nil; r = r.outer {
		n++
	}
	return n
}

// index returns the position of a leaf.
func (r *region) index(leaf *node) int { return slices.Index(r.leaves, leaf) }

// checkInRegion reports what a state inside a region cannot have.
func (l *hierarchy) checkInRegion(n *node) {
	report := func(span diag.Span, what string) {
		l.diags.Errorf(diag.CodeParallel, span, "state `%s` is in a region and cannot have %s", diag.Clip(n.decl.Name.Value), what).
			Helpf("move it to `%s`, the state with the regions", n.place().decl.Name.Value)
	}
	switch d := n.decl; {
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

// declareRegions declares the variable of each region.
func (l *hierarchy) declareRegions() {
	m := l.machine
	for _, n := range l.plain {
		active := map[*region]*node{}
		if l.first != nil && l.first.place() == n {
			l.configure(n, l.first, active)
		}
		for i, r := range n.parts() {
			r.number = i
			name := r.root.decl.Name.Value
			enum := &expr.Enum{Name: name, Doc: r.root.decl.Doc.Value, Span: r.root.decl.Name.Span}
			if enum.Doc == "" {
				enum.Doc = name + " is the active state of the region " + name + "."
			}
			for _, leaf := range r.leaves {
				if r.outer != nil {
					l.notNone(leaf, "the region `%s` has this name for no state, because it is inside another region", name)
				}
				enum.Values = append(enum.Values, leaf.decl.Name.Value)
			}
			if r.outer != nil {
				enum.Values = append(enum.Values, "none")
			}
			variable := strings.ToLower(name[:1]) + name[1:]
			if at, taken := l.taken(variable, name); taken {
				l.diags.Errorf(diag.CodeDuplicate, at, "this has the name of the region `%s`", diag.Clip(name)).Note(enum.Span, "the region is here").
					Helpf("choose another name than `%s` or `%s`", variable, name)
			}
			m.Enums = append(m.Enums, enum)
			v := l.implied(n, core.Active, variable, "the active state of the region "+name, enum)
			r.symbol = v.Symbol
			first := l.target(r.root.decl.Name)
			if first != nil && l.first != nil && l.first.place() == n {
				v.Init = r.at(active[r])
			}
			region := r.core(v.Symbol.Index)
			region.Initial = max(0, slices.Index(r.leaves, first))
			m.States[n.index].Regions = append(m.States[n.index].Regions, region)
		}
	}
}

// notNone reports a state with the name of the value "none" beside which it would be a value of an enum.
func (l *hierarchy) notNone(n *node, why, name string) {
	if ident.Export(n.decl.Name.Value) == ident.Export("none") {
		l.diags.Errorf(diag.CodeDuplicate, n.decl.Name.Span, "the state cannot be named `%s` here: "+why, n.decl.Name.Value, name).Helpf("choose another name")
	}
}

// implied adds an enum variable that exists in a plain state. Nothing in the spec can name it.
func (l *hierarchy) implied(n *node, kind core.Implied, name, doc string, enum *expr.Enum) *core.Var {
	m := l.machine
	t := expr.Type{Kind: expr.Enumerated, Enum: enum}
	s := &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: name, Type: t}
	m.Vars = append(m.Vars, core.Var{Name: name, Doc: doc, Type: t, State: n.index, Implied: kind, Symbol: s, Span: enum.Span})
	return &m.Vars[len(m.Vars)-1]
}

// core describes the region for the back ends.
func (r *region) core(variable int) core.Region {
	out := core.Region{Name: r.root.decl.Name.Value, Doc: r.root.decl.Doc.Value, Var: variable, Span: r.root.decl.Name.Span}
	for _, n := range r.leaves {
		leaf := core.Leaf{Name: n.decl.Name.Value, Doc: n.decl.Doc.Value, Final: n.decl.Final.Given(), Span: n.decl.Name.Span}
		for at := n.parent; at != r.owner && at != r.root; at = at.parent {
			leaf.Composites = append(leaf.Composites, at.decl.Name.Value)
		}
		slices.Reverse(leaf.Composites)
		out.Leaves = append(out.Leaves, leaf)
	}
	if r.outer != nil {
		out.Inside = &core.Within{Region: r.outer.number, Leaves: []int{r.outer.index(r.owner)}}
		out.Leaves = append(out.Leaves, core.Leaf{Name: "none", None: true, Span: out.Span})
	}
	return out
}

// at returns a leaf as a value of the variable, or that the region is not active for nil.
func (r *region) at(leaf *node) expr.Expr {
	if leaf == nil {
		return &expr.Lit{T: r.symbol.Type, Value: int64(len(r.leaves))}
	}
	return &expr.Lit{T: r.symbol.Type, Value: int64(r.index(leaf))}
}

// in returns the condition that one of the given leaves is active. It is nil if that is always so: they are all leaves,
// and the region is not inside another one.
func (r *region) in(leaves []*node) expr.Expr {
	if len(leaves) == len(r.leaves) {
		if r.outer == nil {
			return nil
		}
		return &expr.Binary{Op: expr.Ne, X: &expr.Ref{Symbol: r.symbol}, Y: r.at(nil)}
	}
	var any []expr.Expr
	for _, leaf := range leaves {
		any = append(any, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: r.symbol}, Y: r.at(leaf)})
	}
	if len(any) == 0 {
		return expr.Truth(false)
	}
	return expr.AnyOf(any...)
}

// activity returns the invariant that the region is active if and only if the leaf that has it is.
func (r *region) activity(n *node) core.Invariant {
	is := func(r *region, leaf *node, equal bool) expr.Expr {
		op := expr.Ne
		if equal {
			op = expr.Eq
		}
		return &expr.Binary{Op: op, X: &expr.Ref{Symbol: r.symbol}, Y: r.at(leaf)}
	}
	e := is(r, nil, false)
	if len(r.outer.leaves) > 1 || r.outer.outer != nil {
		e = &expr.Binary{Op: expr.Or,
			X: &expr.Binary{Op: expr.And, X: is(r.outer, r.owner, true), Y: is(r, nil, false)},
			Y: &expr.Binary{Op: expr.And, X: is(r.outer, r.owner, false), Y: is(r, nil, true)}}
	}
	return core.Invariant{State: n.index, Expr: e, Implied: true, Span: r.root.decl.Name.Span}
}

// inside lists the leaves inside a state of the region.
func (r *region) inside(outer *node) []*node {
	return slices.DeleteFunc(slices.Clone(r.leaves), func(leaf *node) bool { return !leaf.inside(outer) })
}
