package mermaid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// maxText is Mermaid's limit on the length of a diagram. Pages that embed Mermaid seldom increase it, and a
// diagram cannot.
const maxText = 50_000

// Diagram returns the stateDiagram-v2 text of a machine, ending in a newline. If the full text would be too long
// for Mermaid, the edges have only the names of their events.
func Diagram(m *core.Machine) []byte { return Write(picture.New(m)) }

// Fits reports whether a picture is short enough for Mermaid. If not, [Write] omits everything except the names
// of events.
func Fits(p *picture.Picture) bool { return len(write(p)) <= maxText }

// Write returns the text of a picture, as [Diagram] does.
func Write(p *picture.Picture) []byte {
	text := write(p)
	if len(text) > maxText {
		text = write(p.Brief())
	}
	return []byte(text)
}

// straight makes Mermaid 11 draw arrows without curves: it moves the label of a curved arrow, which then may
// cover other labels.
const straight = "%%{init: {'flowchart': {'curve': 'linear'}}}%%\n"

// few is the number of labels up to which there is enough room between them.
const few = 2

// labeled returns the number of edges with labels.
func (w *writer) labeled() int {
	n := 0
	for i := range w.picture.Edges {
		if len(w.picture.Edges[i].Labels) > 0 {
			n++
		}
	}
	return n
}

type writer struct {
	strings.Builder
	picture *picture.Picture
	ids     ids
}

func write(p *picture.Picture) string {
	w := &writer{picture: p, ids: assign(p)}
	if w.labeled() > few {
		w.WriteString(straight)
	}
	w.WriteString("stateDiagram-v2\n")
	if p.LeftToRight {
		w.line(1, "direction LR")
	} else {
		w.line(1, "direction TB")
	}
	if p.Start >= 0 && p.Frame < 0 {
		w.line(1, "[*] --> %s", w.ids.node[p.Start])
	}
	w.about()
	w.inside(-1, 1)
	w.classes()
	return w.String()
}

func (w *writer) line(depth int, format string, args ...any) {
	w.WriteString(strings.Repeat("    ", depth))
	fmt.Fprintf(w, format+"\n", args...)
}

// inside writes the direct contents of a block. In a block, blocks come before edges, because a state belongs to
// the block that mentions it first. At the top level, edges come first, because Mermaid then places labels with
// less overlap. Regions are the last parts of a block, each after a divider, and whatever is not in one of them is
// in a part before them.
func (w *writer) inside(block, depth int) {
	apart := false
	for i := range w.picture.Nodes {
		if w.picture.Nodes[i].Block == block {
			w.declare(i, depth)
			apart = true
		}
	}
	if block < 0 {
		w.edges(block, depth)
	}
	regions := w.picture.Parts(block)
	for i := range w.picture.Blocks {
		if w.picture.Blocks[i].Parent == block && !slices.Contains(regions, i) {
			w.frame(i, depth)
		}
	}
	if block >= 0 {
		w.edges(block, depth)
	}
	w.marks(block, depth)
	for _, i := range regions {
		if apart || w.ids.note[block] != "" {
			w.line(depth, "--")
		}
		w.frame(i, depth)
		apart = true
	}
}

// frame writes a block.
func (w *writer) frame(i, depth int) {
	w.line(depth, "state %s {", title(w.picture.Blocks[i].Name, w.ids.block[i]))
	w.visits(i, depth+1)
	if i == w.picture.Frame && w.picture.Start >= 0 {
		w.line(depth+1, "[*] --> %s", w.ids.node[w.picture.Start])
	}
	w.inside(i, depth+1)
	w.line(depth, "}")
}

// marks writes the start and end markers and the notes of a block.
func (w *writer) marks(block, depth int) {
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Initial && n.Block == block {
			w.line(depth, "[*] --> %s", w.ids.node[i])
		}
	}
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Block == block && (n.Outcome >= 0 || n.Final) {
			w.line(depth, "%s --> [*]", w.ids.node[i])
		}
	}
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Block == block && len(n.Notes) > 0 {
			w.line(depth, "note right of %s", w.ids.node[i])
			w.line(depth+1, "%s", escapeAll(n.Notes))
			w.line(depth, "end note")
		}
	}
}

// edges writes the edges of a block.
func (w *writer) edges(block, depth int) {
	for i := range w.picture.Edges {
		if e := &w.picture.Edges[i]; e.Block == block {
			w.line(depth, "%s", strings.TrimSuffix(w.ids.node[e.From]+" --> "+w.ids.node[e.To]+" : "+strings.Join(e.Lines(w.picture.LabelWidth(), Escape), "<br>"), " : "))
		}
	}
}

// about writes the claims about the machine as a node without a frame, because notes must belong to a node.
func (w *writer) about() {
	for i, text := range w.picture.Notes {
		if i == 0 {
			w.line(1, "state \"%s\" as %s", Escape(text), w.ids.about)
		} else {
			w.line(1, "%s : %s", w.ids.about, Escape(text))
		}
	}
}

func escapeAll(lines []string) string {
	escaped := make([]string, len(lines))
	for i, l := range lines {
		escaped[i] = Escape(l)
	}
	return strings.Join(escaped, "<br>")
}

// declare declares a node, unless an edge of the same block mentions it.
func (w *writer) declare(i, depth int) {
	n, id := &w.picture.Nodes[i], w.ids.node[i]
	rows := spaced(n.Rows(picture.RowWidth, Escape))
	switch {
	case id != n.Shown() || len(rows) > 0:
		w.line(depth, "state \"%s\" as %s", caption(n.Shown()), id)
	case n.Block >= 0 || !w.connected(i):
		w.line(depth, "%s", id)
	}
	for _, r := range rows {
		w.line(depth, "%s : %s", id, r)
	}
}

// visits writes the entry and exit outputs and the invocations of a block inside it. The second line is a separate row: with a <br>
// in a title, Mermaid reads the title as Markdown.
func (w *writer) visits(block, depth int) {
	b, id := &w.picture.Blocks[block], w.ids.note[block]
	for i, r := range spaced(b.Rows(picture.RowWidth, Escape)) {
		if i == 0 {
			w.line(depth, "state \"%s\" as %s", r, id)
		} else {
			w.line(depth, "%s : %s", id, r)
		}
	}
}

// connected reports whether a line other than its own declaration mentions a top-level node.
func (w *writer) connected(node int) bool {
	if node == w.picture.Start && w.picture.Frame < 0 || w.picture.Nodes[node].Outcome >= 0 {
		return true
	}
	for i := range w.picture.Edges {
		if e := &w.picture.Edges[i]; e.Block < 0 && (e.From == node || e.To == node) {
			return true
		}
	}
	return false
}

// title returns the text between "state" and the brace of a block.
func title(name, id string) string {
	if id == name {
		return id
	}
	return fmt.Sprintf("\"%s\" as %s", caption(name), id)
}

func (w *writer) classes() {
	w.class("any", "stroke-dasharray:4 3", w.members(func(n *picture.Node) bool { return n.Any || n.Whole }))
	var notes []string
	for i := range w.picture.Blocks {
		if w.ids.note[i] != "" {
			notes = append(notes, w.ids.note[i])
		}
	}
	if w.ids.about != "" {
		notes = append(notes, w.ids.about)
	}
	w.class("visits", "fill:none,stroke:none", notes)
	w.class("collapsed", "stroke-width:3px", w.members(func(n *picture.Node) bool { return n.Collapsed && !n.Outside }))
	w.class("outside", "stroke-dasharray:2 2", w.members(func(n *picture.Node) bool { return n.Outside && !n.Any && n.Outcome < 0 }))
	for o := range w.picture.Outcomes {
		name, paint := fmt.Sprintf("outcome%d", o), w.picture.Outcomes[o].Paint
		if n := w.picture.Outcomes[o].Name; n == "success" || n == "failure" {
			name = n
		}
		style := fmt.Sprintf("fill:%s,stroke:%s,color:%s", paint.Fill, paint.Stroke, paint.Text)
		w.class(name, style, w.members(func(n *picture.Node) bool { return n.Outcome == o }))
	}
	w.class("visited", "stroke:#bf3989,stroke-width:4px", w.members(func(n *picture.Node) bool { return n.Visited }))
}

// members returns the ids of the nodes that has picks.
func (w *writer) members(has func(*picture.Node) bool) []string {
	var ids []string
	for i := range w.picture.Nodes {
		if has(&w.picture.Nodes[i]) {
			ids = append(ids, w.ids.node[i])
		}
	}
	return ids
}

// class writes a style for shapes, if there are any.
func (w *writer) class(name, style string, ids []string) {
	if len(ids) > 0 {
		w.line(1, "classDef %s %s", name, style)
		w.line(1, "class %s %s", strings.Join(ids, ","), name)
	}
}
