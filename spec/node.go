package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
)

// node is a state of the spec, plain or composite.
type node struct {
	decl   *syntax.State
	parent *node
	// index is the number of a plain state in the machine, or -1. A state with regions is plain
	// unless it is in a region itself: what is inside regions is not plain.
	index int
	// regions are those of a state that has some. region is the innermost one around a state inside
	// a state with regions; it is that of a region itself, too.
	regions []*region
	region  *region
}

// composite reports whether other states are inside n, one of which is active.
func (n *node) composite() bool { return len(n.decl.States) > 0 && !n.decl.Parallel.Given() }

// path lists the composite states around n, outermost first.
func (n *node) path() []string {
	if n.parent == nil {
		return nil
	}
	return append(n.parent.path(), n.parent.decl.Name.Value)
}

// requirements lists the tags of n and of the composite states around it.
func (n *node) requirements() (out []string) {
	if n.parent != nil {
		out = n.parent.requirements()
	}
	for _, r := range n.decl.Requirements {
		out = append(out, r.Value)
	}
	return out
}

// inside reports whether n is outer or a state inside it.
func (n *node) inside(outer *node) bool {
	return n == outer || n.parent != nil && n.parent.inside(outer)
}

// place returns the plain state in which the machine is when n is active.
func (n *node) place() *node {
	for n.region != nil {
		n = n.region.owner
	}
	return n
}

// parts lists the regions of n, and those inside of them, in the order of the spec.
func (n *node) parts() (list []*region) {
	for _, r := range n.regions {
		list = append(list, r)
		for _, leaf := range r.leaves {
			list = append(list, leaf.parts()...)
		}
	}
	return list
}

// inward lists the regions of n, each after those inside of it.
func (n *node) inward() (list []*region) {
	for _, r := range n.regions {
		for _, leaf := range r.leaves {
			list = append(list, leaf.inward()...)
		}
		list = append(list, r)
	}
	return list
}

// within returns the leaves inside n, if it is inside a region, or nil.
func (n *node) within() *core.Within {
	if n.region == nil {
		return nil
	}
	out := &core.Within{Region: n.region.number}
	for _, leaf := range n.region.inside(n) {
		out.Leaves = append(out.Leaves, n.region.index(leaf))
	}
	return out
}
