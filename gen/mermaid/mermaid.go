package mermaid

import (
	"fmt"
	"strings"
	"unicode/utf8"

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
	w.class("any", "stroke-dasharray:4 3", func(n *picture.Node) bool { return n.Any })
	for o := range w.Outcomes {
		name, paint := fmt.Sprintf("outcome%d", o), w.Outcomes[o].Paint
		if n := w.Outcomes[o].Name; n == "success" || n == "failure" {
			name = n
		}
		style := fmt.Sprintf("fill:%s,stroke:%s,color:%s", paint.Fill, paint.Stroke, paint.Text)
		w.class(name, style, func(n *picture.Node) bool { return n.Outcome == o })
	}
}

// class gives a style to the nodes that has picks, if there are any.
func (w *writer) class(name, style string, has func(*picture.Node) bool) {
	var members []string
	for i := range w.Nodes {
		if has(&w.Nodes[i]) {
			members = append(members, w.node[i])
		}
	}
	if len(members) > 0 {
		w.line(1, "classDef %s %s", name, style)
		w.line(1, "class %s %s", strings.Join(members, ","), name)
	}
}

// lineWidth is how many letters fit on a line of a label, about, before
// Mermaid breaks it anywhere.
const lineWidth = 30

// labels joins the labels of an edge, marked as a list if there are several.
func labels(list []picture.Label) string {
	bullet := ""
	if len(list) > 1 {
		bullet = "• "
	}
	texts := make([]string, len(list))
	for i, l := range list {
		texts[i] = bullet + label(l)
	}
	return strings.Join(texts, "<br>")
}

// label breaks a long text between updates, where it reads best.
func label(l picture.Label) string {
	var b strings.Builder
	b.WriteString(l.Head(Escape))
	width := utf8.RuneCountInString(l.Head(func(s string) string { return s }))
	for i, u := range l.Updates {
		if i == 0 {
			u = "/ " + u
		}
		if i < len(l.Updates)-1 {
			u += ","
		}
		sep := " "
		if width+1+utf8.RuneCountInString(u) > lineWidth {
			sep, width = "<br>", -1
		}
		b.WriteString(sep + Escape(u))
		width += 1 + utf8.RuneCountInString(u)
	}
	return b.String()
}

func rows(n *picture.Node) []string {
	var rows []string
	for _, l := range n.Stays {
		rows = append(rows, strings.TrimRight(l.Head(Escape)+" "+l.Action(Escape), " "))
	}
	if len(n.Ignores) > 0 {
		rows = append(rows, "ignores "+Escape(strings.Join(n.Ignores, ", ")))
	}
	return rows
}

// caption escapes a title, which must not be empty.
func caption(name string) string {
	if strings.TrimSpace(name) == "" {
		return "#160;"
	}
	return Escape(name)
}
