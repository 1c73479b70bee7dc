package dot

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// visited is the color of a run.
const visited = "#bf3989"

type writer struct {
	strings.Builder
	picture *picture.Picture
}

// Write returns the DOT text of a picture, ending in a newline.
func Write(p *picture.Picture) []byte {
	w := &writer{picture: p}
	w.WriteString("digraph {\n")
	direction := "TB"
	if p.LeftToRight {
		direction = "LR"
	}
	w.line(1, "graph [rankdir=%s, fontname=\"sans-serif\", style=rounded]", direction)
	w.line(1, `node [shape=box, style=rounded, fontname="sans-serif"]`)
	w.line(1, `edge [fontname="sans-serif", fontsize=11]`)
	w.inside(-1, 1)
	for i := range w.picture.Edges {
		w.edge(&w.picture.Edges[i])
	}
	w.notes()
	w.WriteString("}\n")
	return []byte(w.String())
}

func (w *writer) line(depth int, format string, args ...any) {
	w.WriteString(strings.Repeat("    ", depth))
	fmt.Fprintf(w, format+"\n", args...)
}

// inside writes the direct contents of a block.
func (w *writer) inside(block, depth int) {
	if w.picture.Start >= 0 && block == w.picture.Frame {
		w.line(depth, `start [shape=circle, style=filled, fillcolor=black, label="", width=0.15]`)
		w.line(depth, "start -> n%d", w.picture.Start)
	}
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Initial && n.Block == block {
			w.line(depth, `start%d [shape=circle, style=filled, fillcolor=black, label="", width=0.15]`, i)
			w.line(depth, "start%d -> n%d", i, i)
		}
	}
	for i := range w.picture.Nodes {
		if w.picture.Nodes[i].Block == block {
			w.line(depth, "n%d [%s]", i, w.attributes(&w.picture.Nodes[i]))
		}
	}
	for i := range w.picture.Blocks {
		if b := &w.picture.Blocks[i]; b.Parent == block {
			w.line(depth, "subgraph cluster_%d {", i)
			w.line(depth+1, "label=%s", quote(lines(b.Name, b.Rows(picture.RowWidth, flat)), `\n`))
			if b.Region {
				w.line(depth+1, `style="rounded,dashed"`)
			}
			w.inside(i, depth+1)
			w.line(depth, "}")
		}
	}
}

func (w *writer) attributes(n *picture.Node) string {
	text := quote(flat(n.Shown()), `\n`)
	if rows := n.Rows(picture.RowWidth, flat); len(rows) > 0 {
		// The name is centered, and the rows are left-aligned.
		text = text[:len(text)-1] + `\n` + quote(lines("", rows)[1:], `\l`)[1:]
	}
	list := []string{"label=" + text}
	style := "rounded"
	switch {
	case n.Any, n.Whole:
		style = "rounded,dashed"
	case n.Outcome >= 0:
		paint := w.picture.Outcomes[n.Outcome].Paint
		style = "rounded,filled"
		list = append(list, fmt.Sprintf("peripheries=2, fillcolor=%q, fontcolor=%q", paint.Fill, paint.Text))
		if !n.Visited {
			list = append(list, fmt.Sprintf("color=%q", paint.Stroke))
		}
	case n.Outside:
		style = "rounded,dotted"
	}
	if n.Final {
		list = append(list, "peripheries=2")
	}
	if n.Collapsed {
		list = append(list, "shape=box3d")
	}
	if n.Visited {
		list = append(list, fmt.Sprintf("color=%q, penwidth=3, class=visited", visited))
	}
	if style != "rounded" {
		list = append(list, fmt.Sprintf("style=%q", style))
	}
	return strings.Join(list, ", ")
}

// lines joins a name and the rows below it; each is one line.
func lines(name string, rows []string) string {
	text := flat(name)
	for _, r := range rows {
		text += "\n" + flat(r)
	}
	return text
}

func (w *writer) edge(e *picture.Edge) {
	var list []string
	if len(e.Labels) > 0 {
		end := `\n`
		if len(e.Labels) > 1 {
			end = `\l`
		}
		list = append(list, "label="+quote(strings.Join(e.Lines(w.picture.LabelWidth(), flat), "\n"), end))
	}
	if e.Taken() {
		list = append(list, fmt.Sprintf("color=%q, penwidth=3, class=visited", visited))
	}
	text := ""
	if len(list) > 0 {
		text = " [" + strings.Join(list, ", ") + "]"
	}
	w.line(1, "n%d -> n%d%s", e.From, e.To, text)
}

func (w *writer) notes() {
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; len(n.Notes) > 0 {
			w.line(1, "note%d [shape=note, style=dashed, fontsize=11, label=%s]", i, quote(lines("", n.Notes)[1:], `\l`))
			w.line(1, "n%d -> note%d [style=dashed, arrowhead=none]", i, i)
		}
	}
	if len(w.picture.Notes) > 0 {
		w.line(1, "note [shape=note, style=dashed, fontsize=11, label=%s]", quote(lines("", w.picture.Notes)[1:], `\l`))
	}
}
