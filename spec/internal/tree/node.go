package tree

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Node is a state of the spec, plain or composite.
type Node struct {
	// Decl is the state as written.
	Decl *syntax.State
	// Parent is the state around it, or nil.
	Parent *Node
	// Index is the number of a plain state in the machine, or -1. A state with regions is plain
	// unless it is in a region itself: what is inside regions is not plain.
	Index int
	// Regions are those of a state that has some.
	Regions []*Region
	// Region is the innermost region around a state inside a state with regions, and that of a region itself. It is nil elsewhere.
	Region *Region
}

// Directly returns the state directly inside a composite state around n that is or contains n, or n itself
// for deep history.
func (n *Node) Directly(outer *Node, deep bool) *Node {
	for !deep && n.Parent != outer {
		n = n.Parent
	}
	return n
}

// Composite reports whether other states are inside n, one of which is active.
func (n *Node) Composite() bool { return len(n.Decl.States) > 0 && !n.Decl.Parallel.Given() }

// path lists the composite states around n, outermost first.
func (n *Node) path() []string {
	if n.Parent == nil {
		return nil
	}
	return append(n.Parent.path(), n.Parent.Decl.Name.Value)
}

// requirements lists the tags of n and of the composite states around it.
func (n *Node) requirements() (out []string) {
	if n.Parent != nil {
		out = n.Parent.requirements()
	}
	for _, r := range n.Decl.Requirements {
		out = append(out, r.Value)
	}
	return out
}

// Inside reports whether n is outer or a state inside it.
func (n *Node) Inside(outer *Node) bool {
	return n == outer || n.Parent != nil && n.Parent.Inside(outer)
}

// Place returns the plain state in which the machine is when n is active.
func (n *Node) Place() *Node {
	for n.Region != nil {
		n = n.Region.Owner
	}
	return n
}

// Parts lists the regions of n, and those inside of them, in the order of the spec.
func (n *Node) Parts() (list []*Region) {
	for _, r := range n.Regions {
		list = append(list, r)
		for _, leaf := range r.Leaves {
			list = append(list, leaf.Parts()...)
		}
	}
	return list
}

// Inward lists the regions of n, each after those inside of it.
func (n *Node) Inward() (list []*Region) {
	for _, r := range n.Regions {
		for _, leaf := range r.Leaves {
			list = append(list, leaf.Inward()...)
		}
		list = append(list, r)
	}
	return list
}

// Within returns the leaves inside n, if it is inside a region, or nil.
func (n *Node) Within() *core.Within {
	if n.Region == nil {
		return nil
	}
	out := &core.Within{Region: n.Region.Number}
	for _, leaf := range n.Region.Inside(n) {
		out.Leaves = append(out.Leaves, n.Region.Index(leaf))
	}
	return out
}

// Domain returns the innermost region around n that a transition to the named state does not leave,
// which is that of n without a target. It is nil if the transition leaves all of them, or none is
// around n.
func (n *Node) Domain(named *Node) *Region {
	r := n.Region
	for r != nil && named != nil && !named.Inside(r.Root) {
		r = r.Outer
	}
	return r
}
