package mermaid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// maxEdges is Mermaid's limit on the number of edges of a flowchart.
const maxEdges = 500

// Flowchart returns a picture of two versions as a flowchart, ending in a newline: unlike those of a state diagram, its
// arrows can have colors. Each arrow has the transitions with one mark between two states. If the text would be too
// long, or if there are too many arrows, those that have not changed are left out first.
func Flowchart(p *picture.Picture, maxText int) []byte {
	var text string
	for _, l := range []level{withAll, withoutSame, withoutText, withoutRest} {
		var arrows int
		text, arrows = flow(p, l)
		if len(text) <= maxText && arrows <= maxEdges {
			break
		}
	}
	return []byte(text)
}

// level is the level of detail of a flowchart.
type level uint8

const (
	withAll     level = iota
	withoutSame       // only arrows that have changed
	withoutText       // these with their events only
	withoutRest       // the first ones of these
)

// maxRest is the number of arrows and states of the lowest level of detail.
const maxRest = 200

// plainLines makes Mermaid 11 draw arrows without curves, like straight, and Mermaid 12 without hops where they cross,
// because arrows with hops lose their dashes.
const plainLines = "%%{init: {'flowchart': {'curve': 'linear'}, 'elk': {'lineHops': false}}}%%\n"

type flowchart struct {
	strings.Builder
	picture *picture.Picture
	level   level
	arrows  [4][]string // numbers of arrows by mark
	count   int
	// hidden is the number of arrows that are left out.
	hidden int
	// classes are the ids of shapes by class.
	classes map[string][]string
}

func flow(p *picture.Picture, l level) (text string, arrows int) {
	w := &flowchart{picture: p, level: l, classes: map[string][]string{}}
	w.WriteString(plainLines + "flowchart TB\n")
	w.inside(-1, 1)
	w.starts()
	for i := range p.Edges {
		w.edge(&p.Edges[i])
	}
	var notes []string
	for _, n := range p.Notes {
		notes = append(notes, inert(n))
	}
	if w.hidden > 0 {
		notes = append(notes, "Arrows that are not shown because there are too many: "+strconv.Itoa(w.hidden))
	}
	if len(notes) > 0 {
		w.line(1, "note[\"%s\"]", escapeAll(notes))
		w.classes["note"] = []string{"note"}
	}
	w.styles()
	return w.String(), w.count
}

func (w *flowchart) line(depth int, format string, args ...any) {
	w.WriteString(strings.Repeat("    ", depth))
	fmt.Fprintf(w, format+"\n", args...)
}

func (w *flowchart) id(node int) string { return "n" + strconv.Itoa(node+1) }

// inside writes the blocks and nodes that are directly in a block.
func (w *flowchart) inside(block, depth int) {
	for i := range w.picture.Nodes {
		if w.picture.Nodes[i].Block == block && !w.omits(i) {
			w.node(i, depth)
		}
	}
	for i := range w.picture.Blocks {
		if b := &w.picture.Blocks[i]; b.Parent == block {
			id := "b" + strconv.Itoa(i+1)
			w.line(depth, "subgraph %s[\"%s\"]", id, caption(b.Mark.Sign()+b.Name))
			w.inside(i, depth+1)
			w.line(depth, "end")
			name := "frame"
			if b.Mark != picture.Same {
				name += styles[b.Mark].name
			}
			w.classes[name] = append(w.classes[name], id)
		}
	}
}

// omits reports whether a node is left out: one that has no arrows although it stands for several states, and, at the lowest
// level of detail, all but the first ones.
func (w *flowchart) omits(i int) bool {
	n := &w.picture.Nodes[i]
	linked := func(e picture.Edge) bool { return e.From == i || e.To == i }
	return w.level == withoutRest && i >= maxRest || n.Any && !n.Marked() && !slices.ContainsFunc(w.picture.Edges, linked)
}

// node writes a state as a rounded box, a terminal state as a stadium, and other nodes as rectangles.
func (w *flowchart) node(i, depth int) {
	n, id := &w.picture.Nodes[i], w.id(i)
	name := n.Shown()
	if n.Was != "" {
		name += " (was " + n.Was + ")"
	}
	lines := []string{caption(inert(n.Mark.Sign() + name))}
	for _, l := range n.Stays {
		if w.level < withoutText {
			lines = append(lines, flowLabel(l, false, inert))
		}
	}
	left, right := "(", ")"
	switch {
	case n.Any, n.Collapsed:
		left, right = "[", "]"
	case n.Outcome >= 0:
		left, right = "([", "])"
	}
	w.line(depth, "%s%s\"%s\"%s", id, left, strings.Join(lines, "<br>"), right)
	mark := n.Mark
	if mark == picture.Same && n.Marked() {
		mark = picture.Changed
	}
	name = styles[mark].name
	if n.Any && mark == picture.Same {
		name = "any"
	}
	w.classes[name] = append(w.classes[name], id)
}

// starts writes the arrows to the initial states.
func (w *flowchart) starts() {
	for i, s := range w.picture.Starts {
		if w.omits(s.Node) {
			continue
		}
		id := "start" + strconv.Itoa(i+1)
		w.line(1, "%s((\"#160;\"))", id)
		w.classes["start"] = append(w.classes["start"], id)
		label := ""
		if s.Mark != picture.Same {
			label = s.Mark.Sign() + "start"
		}
		w.arrow(id, w.id(s.Node), s.Mark, label)
	}
}

// edge writes an arrow for each mark of the labels of an edge.
func (w *flowchart) edge(e *picture.Edge) {
	for _, mark := range []picture.Mark{picture.Same, picture.Removed, picture.Changed, picture.Added} {
		var list []picture.Label
		for _, l := range e.Labels {
			if l.Mark == mark {
				list = append(list, l)
			}
		}
		if len(list) == 0 {
			continue
		}
		if w.level >= withoutSame && mark == picture.Same || w.level == withoutRest && (w.count >= maxRest || e.From >= maxRest || e.To >= maxRest) {
			w.hidden++
			continue
		}
		texts := make([]string, len(list))
		for i, l := range list {
			texts[i] = flowLabel(l, w.level >= withoutText, asIs)
			if len(list) > 1 {
				texts[i] = "• " + texts[i]
			}
		}
		w.arrow(w.id(e.From), w.id(e.To), mark, strings.Join(texts, "<br>"))
	}
}

// arrow writes an arrow with a label that is already escaped.
func (w *flowchart) arrow(from, to string, mark picture.Mark, label string) {
	if label != "" {
		label = "|\"" + label + "\"|"
	}
	w.line(1, "%s -->%s %s", from, label, to)
	w.arrows[mark] = append(w.arrows[mark], strconv.Itoa(w.count))
	w.count++
}

// flowLabel writes a label with its sign, and its texts changed. One that has not changed has only the name of its event.
func flowLabel(l picture.Label, brief bool, change func(string) string) string {
	if brief || l.Mark == picture.Same {
		return Wrap(change(l.Mark.Sign() + l.Name()))
	}
	lines := []string{Wrap(l.Mark.Sign()+l.Head(change), l.Action(change))}
	for _, was := range l.Was {
		lines = append(lines, Wrap(change(was)))
	}
	return strings.Join(lines, "<br>")
}

func asIs(text string) string { return text }

// inert separates characters to which Mermaid gives a meaning in the nodes of a flowchart even if they are escaped: formulas,
// icons, and line breaks.
func inert(text string) string {
	const apart = "\u200b"
	text = strings.NewReplacer(`\n`, `\`+apart+`n`, ":fa-", ":"+apart+"fa-").Replace(text)
	for strings.Contains(text, "$$") {
		text = strings.ReplaceAll(text, "$$", "$"+apart+"$")
	}
	return text
}
