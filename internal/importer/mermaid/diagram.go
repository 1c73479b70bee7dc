package mermaid

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// kind is the kind of a node of a diagram.
type kind uint8

const (
	plain kind = iota
	choice
	fork
	join
	region // a part of a composite state between "--"
)

// node is a state, a composite state, or an auxiliary node.
type node struct {
	id     string
	at     text
	parent *node
	kind   kind
	// block reports whether the node has a body in braces.
	block bool
	// parallel marks a composite state with regions, and isRegion a composite state that is one of them.
	parallel, isRegion bool
	// begins is the line at which a region begins.
	begins  int
	title   string
	rows    []text // below the title
	notes   []string
	classes []string
	// moved is where a composite state took the node over from outside, and at home whether the node is more in it than
	// the end of an arrow.
	moved  text
	atHome bool
}

// has reports whether the node has one of the classes that fsmgen writes.
func (n *node) has(class string) bool { return slices.Contains(n.classes, class) }

// inside reports whether n is strictly inside outer.
func (n *node) inside(outer *node) bool {
	for p := n.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// nested reports whether more than a number of composite states are around n.
func (n *node) nested(limit int) bool {
	for p := n.parent; p != nil; p = p.parent {
		if limit--; limit < 0 {
			return true
		}
	}
	return false
}

// arrow is a transition. from is nil for the start of the block that contains it, and to is nil for its end.
type arrow struct {
	from, to *node
	block    *node
	label    text
	at       text
}

// drawing is a parsed diagram.
type drawing struct {
	draft *draft.Draft
	file  string
	title string
	// description is the description of the diagram, line by line.
	description []string
	nodes       []*node
	byID        map[string]*node
	arrows      []arrow
	// tooDeep reports that states are nested too deeply, which ends the reading.
	tooDeep bool
}

func (d *drawing) fail(code diag.Code, at text, format string, args ...any) *diag.Diagnostic {
	return d.draft.Fail(code, at.span(d.file), format, args...)
}

func (d *drawing) warn(at text, format string, args ...any) *diag.Diagnostic {
	return d.draft.Warn(at.span(d.file), format, args...)
}

// ignore keeps a statement as a comment.
func (d *drawing) ignore(at text, why string) { d.draft.Ignore(at.span(d.file), at.string, why) }

// mention returns the node with an id that occurs in a block. As in Mermaid, a node belongs to the block in which it
// occurs. Own says that the node is more there than the end of an arrow.
func (d *drawing) mention(at text, block *node, own bool) *node {
	n := d.byID[at.string]
	switch {
	case n == nil:
		n = &node{id: at.string, at: at, parent: block}
		d.byID[at.string] = n
		d.nodes = append(d.nodes, n)
	case block == nil || n.parent == block:
	case n.beside(block):
		if own && !n.atHome {
			n.parent = block
		}
	case n == block || block.inside(n):
		d.fail(diag.CodeShape, at, "`%s` appears inside itself", diag.Clip(at.string)).Helpf("write the arrow outside its braces")
	case n.parent == nil:
		n.parent, n.moved, n.atHome = block, at, false
	case n.inside(block):
	case n.atHome && own:
		d.fail(diag.CodeShape, at, "`%s` is in two composite states", diag.Clip(at.string)).Helpf("give the states different names")
	case n.atHome:
		d.warn(at, "`%s` is in another composite state; the import leaves it there", diag.Clip(at.string)).
			Helpf("write this arrow outside the braces")
	default:
		d.warn(at, "`%s` appears in two composite states; the import puts it into the last one", diag.Clip(at.string))
		n.parent = block
	}
	n.atHome = n.atHome || own && n.parent == block
	d.checkNesting(n)
	return n
}

// beside reports whether n is in a region beside one.
func (n *node) beside(block *node) bool {
	return block.kind == region && (n.parent == block.parent || n.parent != nil && n.parent.kind == region && n.parent.parent == block.parent)
}

// checkMoved reports the nodes that are named outside of a composite state, and inside it only where an arrow ends.
func (d *drawing) checkMoved() {
	for _, n := range d.nodes {
		if n.moved.string != "" && !n.atHome {
			d.warn(n.moved, "`%s` is named outside of the composite state, too; the import puts it inside, as the drawing does", diag.Clip(n.id)).
				Helpf("to keep it outside, write this arrow outside the braces")
		}
	}
}

// checkNesting reports the first node around which there are too many composite states.
func (d *drawing) checkNesting(n *node) {
	if !d.tooDeep && n.nested(draft.MaxNesting) {
		d.tooDeep = true
		d.fail(diag.CodeTooBig, n.at, "states are nested more than %d levels deep", draft.MaxNesting).
			Helpf("look for a composite state that is not closed with a line `}`")
	}
}

// about returns the title followed by the description.
func (d *drawing) about() string {
	description := strings.Join(d.description, " ")
	if d.title == "" || description == "" {
		return d.title + description
	}
	return d.title + ": " + description
}
