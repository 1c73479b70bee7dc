package mermaid

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// divide begins the next region of a composite state, which a line "--" separates from the one before. The block is the
// composite state, or its last region.
func (d *drawing) divide(block *node, at text) *node {
	owner := block
	if block.kind == region {
		owner = block.parent
	} else {
		first := d.addRegion(owner, owner.at)
		for _, n := range d.nodes {
			if n.parent == owner && n != first {
				n.parent = first
			}
		}
		for i := range d.arrows {
			if d.arrows[i].block == owner {
				d.arrows[i].block = first
			}
		}
	}
	return d.addRegion(owner, at)
}

func (d *drawing) addRegion(owner *node, at text) *node {
	r := &node{kind: region, at: at, begins: at.line, parent: owner, block: true}
	d.nodes = append(d.nodes, r)
	return r
}

// regions settles which regions composite states are drawn with.
func (sh *shape) regions() {
	for _, r := range slices.Clone(sh.drawing.nodes) {
		if r.kind == region {
			sh.settle(r)
		}
	}
	for _, owner := range slices.Clone(sh.drawing.nodes) {
		if list := sh.divided(owner); len(list) == 1 {
			list[0].isRegion = false
			if list[0].kind == region {
				sh.dissolve(list[0])
			}
		}
	}
}

// nameRegions names the regions, also those that forks have, and checks what is in them.
func (sh *shape) nameRegions() {
	for _, owner := range sh.drawing.nodes {
		list := sh.divided(owner)
		if len(list) == 0 {
			continue
		}
		for i, r := range list {
			if r.kind == region {
				r.id = fmt.Sprintf("%s_%d", owner.id, i+1)
			}
		}
		owner.parallel = true
		for _, n := range sh.drawing.nodes {
			if n.parent == owner && !sh.isMark(n) && !slices.Contains(list, n) {
				sh.drawing.fail(diag.CodeShape, n.at, "`%s` is in none of the regions of `%s`", diag.Clip(n.id), diag.Clip(owner.id)).
					Helpf("write the composite state in one place")
			}
		}
	}
	for _, a := range sh.drawing.arrows {
		if a.from == nil || a.to == nil {
			continue
		}
		if r, s := a.from.regionBeside(a.to); r != nil && r != s {
			sh.drawing.warn(a.at, "this arrow leads into another region, so it leaves and enters all regions")
		}
	}
}

// settle dissolves a region that only holds what fsmgen writes about all regions, and one that is a single composite
// state.
func (sh *shape) settle(r *node) {
	var inner []*node
	for _, n := range sh.drawing.nodes {
		if n.parent == r && !sh.isMark(n) {
			inner = append(inner, n)
		}
	}
	switch {
	case len(inner) == 0:
		sh.dissolve(r)
	case len(inner) == 1 && inner[0].block && inner[0].kind == plain:
		for _, a := range sh.drawing.arrows {
			if a.block == r && !(a.from == nil && a.to == inner[0] && a.label.string == "") || a.from == inner[0] && a.to == nil {
				return
			}
		}
		sh.dissolve(r)
		inner[0].isRegion, inner[0].begins = true, r.begins
	}
}

// dissolve removes a region and leaves what is in it to the composite state.
func (sh *shape) dissolve(r *node) {
	for _, n := range sh.drawing.nodes {
		if n.parent == r {
			n.parent = r.parent
		}
	}
	sh.drawing.nodes = slices.DeleteFunc(sh.drawing.nodes, func(n *node) bool { return n == r })
	sh.drawing.arrows = slices.DeleteFunc(sh.drawing.arrows, func(a arrow) bool { return a.block == r && a.from == nil && a.to != nil && a.to.isRegion })
	for i := range sh.drawing.arrows {
		if sh.drawing.arrows[i].block == r {
			sh.drawing.arrows[i].block = r.parent
		}
	}
}

// divided returns the regions of a node, in the order in which they are drawn.
func (sh *shape) divided(owner *node) (list []*node) {
	for _, n := range sh.drawing.nodes {
		if n.parent == owner && (n.kind == region || n.isRegion) {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(r, s *node) int { return cmp.Compare(r.begins, s.begins) })
	return list
}

// regionAround returns the innermost region in which n is, or nil.
func (n *node) regionAround() *node {
	for p := n; p != nil; p = p.parent {
		if p.kind == region || p.isRegion {
			return p
		}
	}
	return nil
}

// regionBeside returns the regions of one composite state in which n and other are, or nil.
func (n *node) regionBeside(other *node) (r, s *node) {
	for r = n.regionAround(); r != nil; r = r.parent.regionAround() {
		for s = other.regionAround(); s != nil; s = s.parent.regionAround() {
			if r.parent == s.parent {
				return r, s
			}
		}
	}
	return nil, nil
}
