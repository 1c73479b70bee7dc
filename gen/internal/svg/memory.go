package svg

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// fewestRemembered are the states that a history may remember from which on one arrow leads to a box for all of them.
const fewestRemembered = 4

// recollection is an arrow to the history of a composite state.
type recollection struct {
	from   int
	mark   picture.Mark
	memory string // such as "history of Composite"
	labels []picture.Label
	// edges are those of the picture for which the arrow stands, in order.
	edges []int
	drawn bool
}

// remembered is a label of an edge that leads to what a history remembers.
type remembered struct {
	from         int
	mark         picture.Mark
	memory, text string
}

func rememberedBy(e *picture.Edge, l picture.Label) remembered {
	if len(l.Steps) > 0 {
		return remembered{}
	}
	said := labelLines(fullLabels([]picture.Label{l}), look{width: labelWidths()[0]})
	return remembered{e.From, l.Mark, l.Memory(), text(said) + strings.Join(l.Was, " ")}
}

// remember finds the arrows to histories that may remember many states. The steps of a run have arrows of their own.
func remember(p *picture.Picture) (list []recollection, recalled map[remembered]int) {
	recalled = make(map[remembered]int)
	count := make(map[remembered]int)
	each := func(visit func(i int, e *picture.Edge, l picture.Label, r remembered)) {
		for i := range p.Edges {
			e := &p.Edges[i]
			for _, l := range e.Labels {
				if r := rememberedBy(e, l); r.memory != "" {
					visit(i, e, l, r)
				}
			}
		}
	}
	each(func(_ int, _ *picture.Edge, _ picture.Label, r remembered) { count[r]++ })
	each(func(i int, e *picture.Edge, l picture.Label, r remembered) {
		if count[r] < fewestRemembered {
			return
		}
		at := slices.IndexFunc(list, func(c recollection) bool {
			return c.from == r.from && c.mark == r.mark && c.memory == r.memory
		})
		if at < 0 {
			at = len(list)
			list = append(list, recollection{from: r.from, mark: r.mark, memory: r.memory})
		}
		c := &list[at]
		if _, ok := recalled[r]; !ok {
			recalled[r] = at
			c.labels = append(c.labels, l.WithoutMemory())
		}
		if !slices.Contains(c.edges, i) {
			c.edges = append(c.edges, i)
		}
	})
	return list, recalled
}

// ownLabels returns the labels of an edge that are at its own arrow. What leads to a history gets its arrow at the first of its edges.
func (d *drawing) ownLabels(i int) (list []picture.Label) {
	e := &d.picture.Edges[i]
	for _, l := range e.Labels {
		at, ok := d.recalled[rememberedBy(e, l)]
		if !ok {
			list = append(list, l)
			continue
		}
		if c := &d.recollections[at]; c.edges[0] == i && !c.drawn {
			c.drawn = true
			d.connect(e.From, d.memory(c), arrow{lines: labelLines(c.labels, d.look()), full: fullLabels(c.labels), edge: i + 1, mark: c.mark, all: c.edges}, 1)
		}
	}
	return list
}

// memory returns the box of a history. It is in the frame of its composite state. If there is no such frame, it is beside the state from which
// the arrow leads to it.
func (d *drawing) memory(c *recollection) int {
	kind, name, _ := strings.Cut(c.memory, " of ")
	block := slices.IndexFunc(d.picture.Blocks, func(b picture.Block) bool { return !b.Region && b.Name == name })
	if block < 0 {
		kind, block = c.memory, d.picture.Nodes[c.from].Block
	}
	for i := range d.shapes {
		if s := &d.shapes[i]; s.kind == memory && s.lines[0][0].text == kind && d.graph.Nodes[i].Cluster == block {
			if c.mark == picture.Same {
				s.mark = picture.Same
			}
			return i
		}
	}
	lines := [][]span{{{kind, ""}}}
	width, height := extent(lines)
	return d.add(shape{kind: memory, node: -1, from: block, lines: lines, mark: c.mark}, layout.Node{Width: width + 2*jumpPad, Height: height + 4, Cluster: block})
}

// saidOfMemory returns the states to which an arrow to a history leads, in their order.
func saidOfMemory(p *picture.Picture, a *arrow) string {
	var nodes []int
	for _, e := range a.all {
		nodes = append(nodes, p.Edges[e].To)
	}
	slices.Sort(nodes)
	var names []string
	for _, n := range nodes {
		names = append(names, p.Nodes[n].Shown())
	}
	return strings.Join(names, ", ")
}

// memory writes the box of a history.
func (w *writer) memory(d *drawing, i int) {
	w.line(`<g class="memory%s"%s>`, d.markClass(d.shapes[i].mark), key(d.named.shapes[i]))
	w.line("<title>%s</title>", escape(saidOfHistory(d.shapes[i].lines[0][0].text)))
	w.pill(d, i)
	w.line("</g>")
}

// saidOfHistory says what a box with a history is.
func saidOfHistory(kind string) string {
	if strings.HasPrefix(kind, "deep") {
		return "the innermost state that was active last"
	}
	return "the state directly inside that was active last"
}

// saidOfHistories returns the lines below an image about boxes with histories.
func saidOfHistories(list []recollection) (texts []string) {
	for _, c := range list {
		kind, _, _ := strings.Cut(c.memory, " of ")
		if said := kind + ": " + saidOfHistory(kind) + "."; !slices.Contains(texts, said) {
			texts = append(texts, said)
		}
	}
	return texts
}
