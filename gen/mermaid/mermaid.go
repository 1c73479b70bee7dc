package mermaid

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/gen/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// maxText is Mermaid's limit on the length of a diagram; pages that embed
// Mermaid seldom raise it, and a diagram cannot.
const maxText = 50_000

// Diagram returns the stateDiagram-v2 text of a machine, ending in a newline.
// Where the full text would be longer than Mermaid accepts, the edges carry
// only the names of their events.
func Diagram(m *core.Machine) []byte {
	p := picture.New(m)
	text := write(p)
	if len(text) > maxText {
		text = write(p.Brief())
	}
	return []byte(text)
}

type writer struct {
	strings.Builder
	*picture.Picture
	ids
}

func write(p *picture.Picture) string {
	w := &writer{Picture: p, ids: assign(p)}
	w.WriteString("stateDiagram-v2\n")
	w.line(1, "direction TB")
	w.line(1, "[*] --> %s", w.node[p.Start])
	w.inside(-1, 1)
	w.classes()
	return w.String()
}

func (w *writer) line(depth int, format string, args ...any) {
	w.WriteString(strings.Repeat("    ", depth))
	fmt.Fprintf(w, format+"\n", args...)
}

// inside writes what belongs to a block and to none inside it. Blocks come
// before edges: a state belongs to the block that names it first.
func (w *writer) inside(block, depth int) {
	for i := range w.Nodes {
		if w.Nodes[i].Block == block {
			w.declare(i, depth)
		}
	}
	for i := range w.Blocks {
		if b := &w.Blocks[i]; b.Parent == block {
			w.line(depth, "state %s {", title(b.Name, w.block[i]))
			w.visits(i, depth+1)
			w.inside(i, depth+1)
			w.line(depth, "}")
		}
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Block == block {
			w.line(depth, "%s --> %s : %s", w.id(e.From), w.id(e.To), labels(e.Labels))
		}
	}
	for i := range w.Nodes {
		if n := &w.Nodes[i]; n.Block == block && n.Outcome >= 0 {
			w.line(depth, "%s --> [*]", w.node[i])
		}
	}
}

// declare names a node, unless an edge of the same block will do.
func (w *writer) declare(i, depth int) {
	n, id := &w.Nodes[i], w.node[i]
	rows := rows(n)
	switch {
	case id != n.Name || len(rows) > 0:
		w.line(depth, "state \"%s\" as %s", caption(n.Name), id)
	case n.Block >= 0 || !w.connected(i):
		w.line(depth, "%s", id)
	}
	for _, r := range rows {
		w.line(depth, "%s : %s", id, r)
	}
}

// visits says inside a block what is emitted on entering and leaving it. The
// second line is a row of its own: with a <br> in a title, Mermaid reads the
// title as Markdown.
func (w *writer) visits(block, depth int) {
	b, id := &w.Blocks[block], w.note[block]
	for i, r := range visits(b.Entry, b.Exit) {
		if i == 0 {
			w.line(depth, "state \"%s\" as %s", r, id)
		} else {
			w.line(depth, "%s : %s", id, r)
		}
	}
}

// connected reports whether a node outside of all blocks is named by a line
// other than its own.
func (w *writer) connected(node int) bool {
	if node == w.Start || w.Nodes[node].Outcome >= 0 {
		return true
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Block < 0 && (e.From.Node == node || e.To.Node == node) {
			return true
		}
	}
	return false
}

// title is what stands between "state" and the brace of a block.
func title(name, id string) string {
	if id == name {
		return id
	}
	return fmt.Sprintf("\"%s\" as %s", caption(name), id)
}

func (w *writer) classes() {
	w.class("any", "stroke-dasharray:4 3", w.members(func(n *picture.Node) bool { return n.Any }))
	var notes []string
	for i := range w.Blocks {
		if w.note[i] != "" {
			notes = append(notes, w.note[i])
		}
	}
	w.class("visits", "fill:none,stroke:none", notes)
	for o := range w.Outcomes {
		name, paint := fmt.Sprintf("outcome%d", o), w.Outcomes[o].Paint
		if n := w.Outcomes[o].Name; n == "success" || n == "failure" {
			name = n
		}
		style := fmt.Sprintf("fill:%s,stroke:%s,color:%s", paint.Fill, paint.Stroke, paint.Text)
		w.class(name, style, w.members(func(n *picture.Node) bool { return n.Outcome == o }))
	}
}

// members returns the ids of the nodes that has picks.
func (w *writer) members(has func(*picture.Node) bool) []string {
	var ids []string
	for i := range w.Nodes {
		if has(&w.Nodes[i]) {
			ids = append(ids, w.node[i])
		}
	}
	return ids
}

// class gives a style to shapes, if there are any.
func (w *writer) class(name, style string, ids []string) {
	if len(ids) > 0 {
		w.line(1, "classDef %s %s", name, style)
		w.line(1, "class %s %s", strings.Join(ids, ","), name)
	}
}
