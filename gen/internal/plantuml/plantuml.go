package plantuml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// visited is the color of a run.
const visited = "#bf3989"

type writer struct {
	strings.Builder
	picture *picture.Picture
}

// Write returns the PlantUML text of a picture, from @startuml to @enduml,
// ending in a newline.
func Write(p *picture.Picture) []byte {
	w := &writer{picture: p}
	w.WriteString("@startuml\n")
	w.WriteString("hide empty description\n")
	if p.LeftToRight {
		w.WriteString("left to right direction\n")
	}
	w.inside(-1, 0)
	w.notes()
	w.WriteString("@enduml\n")
	return []byte(w.String())
}

func (w *writer) line(depth int, format string, args ...any) {
	w.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(w, format+"\n", args...)
}

// inside writes the direct contents of a block. Its regions come last, each after a divider.
func (w *writer) inside(block, depth int) {
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Block == block {
			w.line(depth, "%s", strings.TrimRight(fmt.Sprintf("state \"%s\" as n%d %s", caption(n.Shown()), i, w.style(n)), " "))
			for _, row := range n.Rows(picture.RowWidth, escape) {
				w.line(depth, "n%d : %s", i, row)
			}
		}
	}
	regions := w.picture.Parts(block)
	for i := range w.picture.Blocks {
		if w.picture.Blocks[i].Parent == block && !slices.Contains(regions, i) {
			w.frame(i, depth)
		}
	}
	if w.picture.Start >= 0 && block == w.picture.Frame {
		w.line(depth, "[*] --> n%d", w.picture.Start)
	}
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Initial && n.Block == block {
			w.line(depth, "[*] --> n%d", i)
		}
	}
	for i := range w.picture.Edges {
		if e := &w.picture.Edges[i]; e.Block == block {
			w.edge(e, depth)
		}
	}
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Block == block && (n.Outcome >= 0 || n.Final) {
			w.line(depth, "n%d --> [*]", i)
		}
	}
	apart := slices.ContainsFunc(w.picture.Nodes, func(n picture.Node) bool { return n.Block == block })
	for _, i := range regions {
		if apart {
			w.line(depth, "--")
		}
		w.frame(i, depth)
		apart = true
	}
}

// frame writes a block.
func (w *writer) frame(i, depth int) {
	b := &w.picture.Blocks[i]
	name := strings.Join(append([]string{caption(b.Name)}, b.Rows(picture.RowWidth, escape)...), `\n`)
	w.line(depth, "state \"%s\" as b%d {", name, i)
	w.inside(i, depth+1)
	w.line(depth, "}")
}

// caption escapes a title, which must not be empty.
func caption(name string) string {
	if strings.TrimSpace(name) == "" {
		return "\u00a0"
	}
	return escape(name)
}

func (w *writer) style(n *picture.Node) string {
	var list []string
	if n.Outcome >= 0 {
		paint := w.picture.Outcomes[n.Outcome].Paint
		list = append(list, paint.Fill, "text:"+paint.Text[1:])
	}
	switch {
	case n.Visited:
		list = append(list, "line:"+visited[1:], "line.bold")
	case n.Any, n.Whole, n.Outside:
		list = append(list, "line.dashed")
	case n.Collapsed:
		list = append(list, "line.bold")
	}
	text := strings.Join(list, ";")
	if text != "" && text[0] != '#' {
		text = "#" + text
	}
	return text
}

func (w *writer) edge(e *picture.Edge, depth int) {
	arrow := "-->"
	if e.Taken() {
		arrow = "-[" + visited + ",bold]->"
	}
	text := ""
	if len(e.Labels) > 0 {
		text = " : " + strings.Join(e.Lines(w.picture.LabelWidth(), escape), `\n`)
	}
	w.line(depth, "n%d %s n%d%s", e.From, arrow, e.To, text)
}

func (w *writer) notes() {
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; len(n.Notes) > 0 {
			w.line(0, "note right of n%d", i)
			for _, text := range n.Notes {
				w.line(1, "%s", escape(text))
			}
			w.line(0, "end note")
		}
	}
	if len(w.picture.Notes) > 0 {
		w.line(0, "note as about")
		for _, text := range w.picture.Notes {
			w.line(1, "%s", escape(text))
		}
		w.line(0, "end note")
	}
}
