package format

import "slices"

// attacher assigns the comments, in order, to the entries around them.
type attacher struct {
	*text
	comments []comment // those that are left
	// last is the line of the previous item, to detect blank lines.
	last int
}

// attach assigns comments and blank lines to places in the tree.
func attach(t *text, root *node, comments []comment) {
	a := &attacher{text: t, comments: comments, last: -1}
	switch {
	case root.style == block:
		a.block(root, len(t.src), -1)
	case len(root.entries) > 0:
		first, opening := root.entries[0], &entry{}
		a.inside(opening, root)
		first.head = append(opening.head, first.head...)
	}
	for len(a.comments) > 0 {
		root.tail = a.take(root.tail)
	}
	if len(root.entries) == 0 {
		return
	}
	// Comments that a blank line separates from the first key are about the file.
	first := root.entries[0]
	for i, line := range slices.Backward(first.head) {
		if line == "" {
			root.top, first.head = first.head[:i], first.head[i+1:]
			break
		}
	}
}

// before reports whether the next comment begins before an offset.
func (a *attacher) before(offset int) bool {
	return len(a.comments) > 0 && a.comments[0].start < offset
}

// take appends the next comment to lines, after the blank line before it, if any.
func (a *attacher) take(lines []string) []string {
	c := a.comments[0]
	a.comments = a.comments[1:]
	if a.blankBetween(a.last, c.line) {
		lines = append(lines, "")
	}
	a.last = c.line
	return append(lines, c.text)
}

// heads assigns all comments before an offset to an entry, and advances there.
func (a *attacher) heads(e *entry, offset int) {
	for a.before(offset) {
		e.head = a.take(e.head)
	}
	if a.blankBetween(a.last, a.line(offset)) {
		e.head = append(e.head, "")
	}
	a.last = a.line(offset)
}

// block attaches the comments of an indented collection that are before an offset.
// The block around it has its entries in the column outer.
func (a *attacher) block(n *node, limit, outer int) {
	for i, e := range n.entries {
		a.heads(e, e.start)
		if i > 0 {
			e.feet(n.entries[i-1])
		}
		a.value(e, n.limit(i, limit), n.column)
	}
	for a.before(limit) && a.comments[0].own && a.comments[0].column >= n.column && a.comments[0].column > outer {
		n.tail = a.take(n.tail)
	}
}

// limit returns the start of the entry after index i, or end for the last one.
func (n *node) limit(i, end int) int {
	if i+1 < len(n.entries) {
		return n.entries[i+1].start
	}
	return end
}

// feet moves comments of e to the entry before it if they directly follow that entry
// and a blank line separates them from e.
func (e *entry) feet(before *entry) {
	if i := slices.Index(e.head, ""); i > 0 {
		before.foot, e.head = e.head[:i], e.head[i:]
	}
}

// value attaches the comments between a key or a dash and its value, those in the
// value, and the one after it. The block around the entry has its entries in the
// column.
func (a *attacher) value(e *entry, limit, column int) {
	v := e.value
	if e.key != nil {
		a.last = a.line(e.key.end)
	}
	switch {
	case v.style == block:
		if a.before(v.start) && !a.comments[0].own {
			if e.key != nil {
				e.trailing = a.comments[0].text
			} else {
				e.head = append(e.head, a.comments[0].text)
			}
			a.last, a.comments = a.comments[0].line, a.comments[1:]
		}
		a.block(v, limit, column)
		return
	case v.style == flow && len(v.entries) > 0:
		a.above(e, v.start)
		if a.before(v.end) {
			v.commented = true
			a.inside(e, v)
		}
	default: // the only possible place is before the key
		a.above(e, v.start)
		if v.style == flow {
			a.above(e, v.end)
		}
	}
	line := a.line(max(v.start, v.end-1))
	if v.style == literal || v.style == folded {
		line = a.line(v.start)
	}
	if a.before(limit) && a.comments[0].line == line && !a.comments[0].own {
		if v.commented {
			v.tail = append(v.tail, a.comments[0].text)
		} else {
			e.trailing = a.comments[0].text
		}
		a.comments = a.comments[1:]
	}
	a.last = a.line(max(v.start, v.end-1))
}

// above puts all comments before an offset above the entry.
func (a *attacher) above(e *entry, offset int) {
	for a.before(offset) {
		e.head = append(e.head, a.comments[0].text)
		a.comments = a.comments[1:]
	}
}

// inside attaches the comments between the brackets of n, the value of e.
func (a *attacher) inside(e *entry, n *node) {
	a.last = max(a.last, a.line(n.start))
	if a.before(n.limit(-1, n.end)) && a.comments[0].line == a.line(n.start) && !a.comments[0].own && n.entries[0].start > a.comments[0].start {
		if e.key != nil {
			e.trailing = a.comments[0].text
		} else {
			e.head = append(e.head, a.comments[0].text)
		}
		a.last, a.comments = a.comments[0].line, a.comments[1:]
	}
	for i, inner := range n.entries {
		a.heads(inner, inner.start)
		if i > 0 {
			inner.feet(n.entries[i-1])
		}
		a.value(inner, n.limit(i, n.end), n.column)
	}
	for a.before(n.end) {
		n.tail = a.take(n.tail)
	}
}
