package format

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// style is the YAML style of a node.
type style uint8

const (
	plain style = iota
	quoted
	literal // |
	folded  // >
	flow    // { } or [ ]
	block   // by indentation
)

// node is a node of the spec with its position in the source.
type node struct {
	*syntax.Node
	style style
	// The source from start to end is the node with its quotes or brackets. For a
	// literal or folded text, head is the end of its indicators, and body is the
	// start of its first line.
	start, end, head, body int
	// column is the column of the entries of a block.
	column int
	// lines are the lines of a text of several lines, with quotes but without
	// indentation.
	lines []string
	// below reports whether a value starts on a line below its key.
	below   bool
	entries []*entry
	// commented reports whether there are comments between the brackets.
	commented bool
	// top are the comments at the top of a spec, and tail those after the last
	// entry. A "" is a blank line.
	top, tail []string
}

// entry is a key with its value, or an item of a sequence.
type entry struct {
	start int
	key   *node // nil for an item
	value *node
	// head are the comments and blank lines before the entry, and foot the comments
	// after it.
	head, foot []string
	// trailing is the comment at the end of the line, or "".
	trailing string
}

// YAML allows these, but no valid spec contains them.
var (
	errEmptyKey = errors.New("a key is empty")
	errTag      = errors.New("YAML reads a `!` outside quotes as a tag")
)

func (n *node) scalar() bool { return n.Kind == syntax.Scalar }

// nothing reports whether a value is empty in the source.
func nothing(n *syntax.Node) bool { return n.Kind == syntax.Scalar && n.Null && n.Text == "" }

// tree finds each node of a tree in the source, and the comments around them.
func (t *text) tree(root *syntax.Node) (*node, []comment, error) {
	n, err := t.node(root, 0, -1, false)
	if err != nil {
		return nil, nil, err
	}
	comments, err := t.comments(n)
	return n, comments, err
}

// node finds a node that starts at or after from. The innermost block around it has
// its entries in the column, which is -1 if there is none.
func (t *text) node(read *syntax.Node, from, column int, inFlow bool) (*node, error) {
	n := &node{Node: read, start: t.offset(read.Span.Start)}
	switch {
	case t.at(n.start) == '!' && !n.quotedSpan(t):
		return nil, errTag
	case read.Kind == syntax.Scalar:
		return n, t.scalar(n, column)
	case n.start < from:
		return nil, fmt.Errorf("line %d: a value has the wrong position", read.Span.Start.Line)
	case t.at(n.start) == '{' && read.Kind == syntax.Mapping, t.at(n.start) == '[' && read.Kind == syntax.Sequence:
		n.style = flow
		if err := t.entries(n, n.start+1, column, true); err != nil {
			return nil, err
		}
		return n, t.closing(n)
	case inFlow: // [a: b], a mapping without brackets
		n.style = flow
		return n, t.entries(n, n.start, column, true)
	}
	n.style, n.column = block, t.column(n.start)
	return n, t.entries(n, n.start, n.column, false)
}

// entries finds the entries of a collection, and sets its end to that of the last.
func (t *text) entries(n *node, from, column int, inFlow bool) error {
	n.end = from
	for _, p := range n.Pairs {
		if nothing(p.Key) {
			return errEmptyKey
		}
		key, err := t.node(p.Key, n.end, column, inFlow)
		if err != nil {
			return err
		}
		value := &node{Node: p.Value}
		if nothing(p.Value) {
			for value.start = key.end; t.at(value.start) == ' ' || t.at(value.start) == '\t'; value.start++ {
			}
			if t.at(value.start) != ':' {
				value.start = key.end
			} else {
				value.start++
			}
			value.end = value.start
		} else if value, err = t.node(p.Value, key.end, column, inFlow); err != nil {
			return err
		}
		value.below = t.line(value.start) > t.line(key.end)
		n.entries = append(n.entries, &entry{start: key.start, key: key, value: value})
		n.end = value.end
	}
	for _, item := range n.Items {
		e := &entry{start: n.end}
		if !inFlow {
			if e.start = t.dash(n.end, n.column); e.start < 0 {
				return fmt.Errorf("line %d: cannot find an item of the list", n.Span.Start.Line)
			}
		}
		if nothing(item) {
			e.value = &node{Node: item, start: e.start + 1, end: e.start + 1}
		} else {
			value, err := t.node(item, n.end, column, inFlow)
			if err != nil {
				return err
			}
			e.value = value
			if inFlow {
				e.start = value.start
			}
		}
		n.entries = append(n.entries, e)
		n.end = e.value.end
	}
	return nil
}

// dash finds the dash of the next item of a block.
func (t *text) dash(from, column int) int {
	for i := from; i < len(t.src); i++ {
		switch {
		case t.src[i] == '#':
			i = t.lineEnd(i)
		case t.src[i] == '-' && t.column(i) == column:
			return i
		}
	}
	return -1
}

// closing finds the bracket that ends a flow collection.
func (t *text) closing(n *node) error {
	for i := n.end; i < len(t.src); i++ {
		switch t.src[i] {
		case '#':
			i = t.lineEnd(i)
		case '}', ']':
			n.end = i + 1
			return nil
		case ' ', '\t', '\n', ',', ':', '?':
		default:
			return fmt.Errorf("line %d: expected a closing bracket, found %q", t.line(i)+1, t.src[i])
		}
	}
	return fmt.Errorf("line %d: a bracket is not closed", n.Span.Start.Line)
}
