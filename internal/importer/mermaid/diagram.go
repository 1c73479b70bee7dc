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
	passage // a fork or join
)

// node is a state, a composite state, or an auxiliary node.
type node struct {
	id     string
	at     text
	parent *node
	kind   kind
	// block reports whether the node has a body in braces.
	block   bool
	title   string
	rows    []text // below the title
	notes   []string
	classes []string
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
	*draft.Draft
	file  string
	title string
	// description is the description of the diagram, line by line.
	description []string
	nodes       []*node
	byID        map[string]*node
	arrows      []arrow
	// ends are the blocks in which states end: those with an arrow to "[*]".
	ends map[*node]bool
	// tooDeep reports that states are nested too deeply, which ends the reading.
	tooDeep bool
}

func (d *drawing) fail(code diag.Code, at text, format string, args ...any) *diag.Diagnostic {
	return d.Fail(code, at.span(d.file), format, args...)
}

func (d *drawing) warn(at text, format string, args ...any) *diag.Diagnostic {
	return d.Warn(at.span(d.file), format, args...)
}

// ignore keeps a statement as a comment.
func (d *drawing) ignore(at text, why string) { d.Ignore(at.span(d.file), at.string, why) }

// mention returns the node with an id that occurs in a block. As in Mermaid, a node belongs to the block in which it
// occurs.
func (d *drawing) mention(at text, block *node) *node {
	n := d.byID[at.string]
	switch {
	case n == nil:
		n = &node{id: at.string, at: at, parent: block}
		d.byID[at.string] = n
		d.nodes = append(d.nodes, n)
	case block == nil || n.parent == block:
	case n == block || block.inside(n):
		d.fail(diag.CodeShape, at, "`%s` appears inside itself", diag.Clip(at.string)).Helpf("write the arrow outside its braces")
	case n.parent == nil:
		n.parent = block
	case !n.inside(block):
		d.warn(at, "`%s` appears in two composite states; the import puts it into the last one", diag.Clip(at.string))
		n.parent = block
	}
	d.checkNesting(n)
	return n
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
