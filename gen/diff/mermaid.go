package diff

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
)

// maxDiagram is the maximum length of a diagram: Mermaid accepts 50,000 characters, and a GitHub comment
// 65,536, which must also contain the rest.
const maxDiagram = 40_000

// detail is the level of detail of a diagram.
type detail uint8

const (
	everything detail = iota
	briefSame         // unchanged transitions with only their events
	noSame            // without unchanged transitions
	briefAll          // only events
)

// Mermaid returns both versions as one stateDiagram-v2, ending in a newline. Added, removed, and changed parts
// begin with +, −, and ~, and changed states also have a distinct color and border. If the diagram would be too
// long, unchanged parts are omitted first.
func (d *Diff) Mermaid() []byte {
	var text string
	for _, level := range []detail{everything, briefSame, noSame, briefAll} {
		text = d.graph.write(level)
		if len(text) <= maxDiagram {
			break
		}
	}
	return []byte(text)
}

func (g *graph) write(level detail) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "    "+format+"\n", args...) }
	b.WriteString("stateDiagram-v2\n")
	line("direction TB")
	classes := map[mark][]string{}
	for i, n := range g.nodes {
		id := nodeID(i)
		title := string(n.mark) + n.name
		if n.was != "" {
			title += " (was " + n.was + ")"
		}
		line("state \"%s\" as %s", mermaid.Escape(title), id)
		for _, r := range n.rows {
			line("%s : %s", id, r.text(level))
		}
		classes[n.mark] = append(classes[n.mark], id)
	}
	for i, n := range g.nodes {
		if n.drawn {
			line("[*] --> %s%s", nodeID(i), map[mark]string{added: " : + start", removed: " : − start"}[n.initial])
		}
	}
	// A state has one arrow to itself, and two states one from the first to the
	// second: Mermaid draws only the last of several loops.
	type ends struct{ from, to int }
	var order []ends
	labels := map[ends][]string{}
	for _, e := range g.edges {
		if e.mark == same && level >= noSame {
			continue
		}
		at := ends{e.from, e.to}
		if labels[at] == nil {
			order = append(order, at)
		}
		labels[at] = append(labels[at], e.text(level))
	}
	for _, at := range order {
		list := labels[at]
		if len(list) > 1 {
			for i := range list {
				list[i] = "• " + list[i]
			}
		}
		line("%s --> %s : %s", nodeID(at.from), nodeID(at.to), strings.Join(list, "<br>"))
	}
	for i, n := range g.nodes {
		if n.terminal {
			line("%s --> [*]", nodeID(i))
		}
	}
	for _, c := range []struct {
		mark        mark
		name, style string
	}{
		{added, "added", "fill:#dafbe1,stroke:#1a7f37,color:#0a3069,stroke-width:3px"},
		{removed, "removed", "fill:#ffebe9,stroke:#cf222e,color:#660018,stroke-width:2px,stroke-dasharray:6 4"},
		{changed, "changed", "fill:#fff8c5,stroke:#9a6700,color:#3b2300,stroke-width:2px,stroke-dasharray:2 2"},
	} {
		if ids := classes[c.mark]; len(ids) > 0 {
			line("classDef %s %s", c.name, c.style)
			line("class %s %s", strings.Join(ids, ","), c.name)
		}
	}
	return b.String()
}

func nodeID(i int) string { return fmt.Sprintf("s_%d", i+1) }

// text writes a label, with each of its further parts on a separate line.
func (r row) text(level detail) string {
	text := string(r.mark) + r.label.event
	if level == briefAll || level == briefSame && r.mark == same {
		return mermaid.Wrap(text)
	}
	condition := r.label.condition
	if condition != "" {
		condition = "[" + condition + "]"
	}
	lines := []string{mermaid.Wrap(text, condition)}
	for _, l := range r.label.more {
		lines = append(lines, mermaid.Wrap(l))
	}
	return strings.Join(lines, "<br>")
}
