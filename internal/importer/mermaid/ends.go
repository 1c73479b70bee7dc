package mermaid

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
)

// ending is what an arrow to "[*]" means in a block.
type ending uint8

const (
	goesOn  ending = iota // no end: the machine waits for an event
	ends                  // of the machine
	rests                 // in a final state, until an arrow with an event leaves the composite state
	done                  // in a final state, with which the composite state is done
	decides               // the arrow goes on to where the composite state leads to, which depends on a condition
)

// ending returns what an arrow to "[*]" in a block means.
func (b *builder) ending(block *node) ending {
	if block == nil {
		return ends
	}
	if r := block.regionAround(); r != nil {
		if r == block {
			return b.region(r)
		}
	}
	list := b.completion(block)
	switch {
	case len(list) == 0 && b.leads(block):
		return rests
	case len(list) == 0:
		return ends
	case len(list) > 1 || list[0].label.string != "":
		return decides
	case list[0].to == nil && b.ending(list[0].block) == ends:
		return ends
	}
	return done
}

// region returns what an arrow to "[*]" in a region means.
func (b *builder) region(r *node) ending {
	if len(b.completion(r.parent)) > 0 {
		return done
	}
	return rests
}

// leads reports whether an arrow leaves a composite state, or one around it, or if it is in a region.
func (b *builder) leads(block *node) bool {
	if block.regionAround() != nil {
		return true
	}
	for n := block; n != nil; n = n.parent {
		if len(b.from[n]) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(b.drawing.arrows, func(a arrow) bool {
		return a.from != nil && b.shape.isMark(a.from) && (a.from.parent == nil || a.from.parent == block || block.inside(a.from.parent))
	})
}

// isEnd returns what a node is whose only arrow leads to an end, or goesOn.
func (b *builder) isEnd(n *node) ending {
	list := b.from[n]
	if len(list) == 0 || n.block || slices.ContainsFunc(list, func(a arrow) bool { return a.to != nil || a.label.string != "" || a.block != list[0].block }) {
		return goesOn
	}
	switch at := b.ending(list[0].block); {
	case at == ends && !b.escapes(n.parent):
		return ends
	case at == rests && list[0].block == n.parent && !slices.ContainsFunc(n.rows, func(r text) bool { return b.isRow(parse(r), r.string) }):
		return rests
	}
	return goesOn
}

// escapes reports whether an arrow with an event leaves a block, or a composite state around it.
func (b *builder) escapes(block *node) bool {
	for n := block; n != nil; n = n.parent {
		if slices.ContainsFunc(b.from[n], arrow.waits) {
			return true
		}
	}
	return false
}

// completion returns the completion transitions of a composite state: the arrows without an event that leave it, if states
// inside it, or inside all of its regions, end.
func (b *builder) completion(n *node) (found []arrow) {
	if n == nil || !b.finishes(n) {
		return nil
	}
	for _, a := range b.from[n] {
		if !a.waits() {
			found = append(found, a)
		}
	}
	return found
}

// finishes reports whether a composite state has an arrow to "[*]", or each of its regions.
func (b *builder) finishes(n *node) bool {
	if n.parallel {
		return !slices.ContainsFunc(b.shape.divided(n), func(r *node) bool { return !b.finishes(r) })
	}
	return slices.ContainsFunc(b.drawing.arrows, func(a arrow) bool { return a.block == n && a.from != nil && a.to == nil })
}

// completes reports whether an arrow is a completion transition.
func (b *builder) completes(n *node, a arrow) bool {
	return slices.ContainsFunc(b.completion(n), func(c arrow) bool { return c.at == a.at })
}

// end returns the state for arrows that end a block with an event: a terminal state, or a final one.
func (b *builder) end(block *node) *draft.State {
	if b.ending(block) == ends {
		block = nil
	}
	s := b.finals[block]
	switch {
	case s != nil:
	case block == nil:
		s = b.drawing.draft.AddState(b.drawing.draft.Root, &draft.State{Want: "Final", End: "done"})
	default:
		s = b.drawing.draft.AddState(b.of[block], &draft.State{Want: block.id + "_final", Final: true})
	}
	b.finals[block] = s
	return s
}
