package tree

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Region is one of the parts of a state that run side by side. In the machine it is a variable: the
// state with regions is a plain state, and its regions are data of it, also those inside other regions.
type Region struct {
	// Root is the region as written, and Owner the state that has it: a leaf of Outer, or a plain state
	// if that is nil.
	Root, Owner *Node
	// Outer is the region around it, or nil.
	Outer *Region
	// Number is the position among all regions of the plain state.
	Number int
	// Leaves are the states inside the region, without composite ones and what is inside other regions: the
	// values of the variable. That of a region inside another one has one more: the region is not active.
	Leaves []*Node
	// Symbol is the variable. It is nil until [Build] declares it.
	Symbol *expr.Symbol
}

// Place returns the plain state that has the region.
func (r *Region) Place() *Node { return r.Root.Place() }

// Around returns the leaf of r that is n or has n in its regions, or nil if n is not inside r.
func (r *Region) Around(n *Node) *Node {
	for n != nil && n.Region != nil && n.Region != r {
		n = n.Region.Owner
	}
	if n == nil || n.Region != r {
		return nil
	}
	return n
}

// Depth returns the number of regions around r.
func (r *Region) Depth() (n int) {
	for r = r.Outer; r != nil; r = r.Outer {
		n++
	}
	return n
}

// Index returns the position of a leaf, or -1 if it is none of the region.
func (r *Region) Index(leaf *Node) int { return slices.Index(r.Leaves, leaf) }

// core describes the region for the back ends.
func (r *Region) core(variable int) core.Region {
	out := core.Region{Name: r.Root.Decl.Name.Value, Doc: r.Root.Decl.Doc.Value, Var: variable, Span: r.Root.Decl.Name.Span}
	for _, n := range r.Leaves {
		leaf := core.Leaf{Name: n.Decl.Name.Value, Doc: n.Decl.Doc.Value, Final: n.Decl.Final.Given(), Span: n.Decl.Name.Span}
		for at := n.Parent; at != r.Owner && at != r.Root; at = at.Parent {
			leaf.Composites = append(leaf.Composites, at.Decl.Name.Value)
		}
		slices.Reverse(leaf.Composites)
		out.Leaves = append(out.Leaves, leaf)
	}
	if r.Outer != nil {
		out.Inside = &core.Within{Region: r.Outer.Number, Leaves: []int{r.Outer.Index(r.Owner)}}
		out.Leaves = append(out.Leaves, core.Leaf{Name: "none", None: true, Span: out.Span})
	}
	return out
}

// at returns a leaf as a value of the variable, or that the region is not active for nil.
func (r *Region) at(leaf *Node) expr.Expr {
	if leaf == nil {
		return &expr.Lit{T: r.Symbol.Type, Value: int64(len(r.Leaves))}
	}
	return &expr.Lit{T: r.Symbol.Type, Value: int64(r.Index(leaf))}
}

// In returns the condition that one of the given leaves is active. It is nil if that is always so: they are all leaves,
// and the region is not inside another one.
func (r *Region) In(leaves []*Node) expr.Expr {
	if len(leaves) == len(r.Leaves) {
		if r.Outer == nil {
			return nil
		}
		return &expr.Binary{Op: expr.Ne, X: &expr.Ref{Symbol: r.Symbol}, Y: r.at(nil)}
	}
	var any []expr.Expr
	for _, leaf := range leaves {
		any = append(any, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: r.Symbol}, Y: r.at(leaf)})
	}
	if len(any) == 0 {
		return expr.Truth(false)
	}
	return expr.AnyOf(any...)
}

// Activity returns the invariant that the region is active if and only if the leaf that has it is.
func (r *Region) Activity(n *Node) core.Invariant {
	is := func(r *Region, leaf *Node, equal bool) expr.Expr {
		op := expr.Ne
		if equal {
			op = expr.Eq
		}
		return &expr.Binary{Op: op, X: &expr.Ref{Symbol: r.Symbol}, Y: r.at(leaf)}
	}
	e := is(r, nil, false)
	if len(r.Outer.Leaves) > 1 || r.Outer.Outer != nil {
		e = &expr.Binary{Op: expr.Or,
			X: &expr.Binary{Op: expr.And, X: is(r.Outer, r.Owner, true), Y: is(r, nil, false)},
			Y: &expr.Binary{Op: expr.And, X: is(r.Outer, r.Owner, false), Y: is(r, nil, true)}}
	}
	return core.Invariant{State: n.Index, Expr: e, Implied: true, Span: r.Root.Decl.Name.Span}
}

// Inside lists the leaves inside a state of the region.
func (r *Region) Inside(outer *Node) []*Node {
	return slices.DeleteFunc(slices.Clone(r.Leaves), func(leaf *Node) bool { return !leaf.Inside(outer) })
}

// StopRegions adds the updates with which the regions of a leaf become inactive.
func StopRegions(t *core.Transition, leaf *Node) {
	for _, r := range leaf.Parts() {
		t.Updates = append(t.Updates, r.Sets(nil, t.Span))
	}
}

// Common returns the innermost region that is around both regions or is one of them, or nil.
func Common(a, b *Region) *Region {
	for ; a != nil; a = a.Outer {
		for c := b; c != nil; c = c.Outer {
			if a == c {
				return a
			}
		}
	}
	return nil
}

// Exclusive reports whether at most one of two regions takes a transition for an event: one is around the other, or they are in
// different leaves of a region.
func Exclusive(a, b *Region) bool {
	c := Common(a, b)
	return c != nil && (c == a || c == b || c.Around(a.Owner) != c.Around(b.Owner))
}

// Levels returns the number of regions that are around both regions; one of them counts as around itself.
func Levels(a, b *Region) int {
	if c := Common(a, b); c != nil {
		return c.Depth() + 1
	}
	return 0
}

// Sets returns the update with which a leaf becomes active, or with which the region becomes inactive for nil.
func (r *Region) Sets(leaf *Node, at diag.Span) core.Update {
	return core.Update{Var: r.Symbol.Index, Value: r.at(leaf), Implied: true, Span: at}
}

// Stay returns the move of a transition that does not leave a leaf.
func (r *Region) Stay(leaf *Node) *core.Move {
	at := r.Index(leaf)
	return &core.Move{Region: r.Number, From: at, ToRegion: r.Number, To: at, Internal: true}
}
