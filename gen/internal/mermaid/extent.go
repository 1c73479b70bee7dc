package mermaid

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// The measures of Mermaid 11 in pixels, at its natural size.
const (
	charWidth   = 7.2 // on average
	boxPadding  = 24
	nodeGap     = 50
	lineGap     = 20 // between labels, and arrows that pass
	framePad    = 16
	markerWidth = 14
	// loose is how much wider drawings are on average, because arrows are straightened out.
	loose = 1.5
)

// extent estimates the width in pixels of a drawing from top to bottom, without drawing it. Like dagre, which
// draws for Mermaid 11, it puts nodes on ranks such that arrows lead down and are short in total, and labels
// halfway between the ends of their arrows; the widest rank decides. See Gansner, Koutsofios, North, and Vo: A
// Technique for Drawing Directed Graphs (1993).
//
// A block takes its full width on all ranks that it spans.
func (w *writer) extent() float64 {
	g := w.layers()
	g.rank()
	used := make([]map[int]float64, len(w.picture.Blocks)+1) // by block, the last one for the outside
	put := func(block, rank int, width float64) {
		if block < 0 {
			block = len(w.picture.Blocks)
		}
		if used[block] == nil {
			used[block] = make(map[int]float64)
		}
		used[block][rank] += width
	}
	for i, width := range g.nodes {
		put(g.blocks[i], 2*g.ranks[i], width+nodeGap)
	}
	for _, e := range g.edges {
		block := w.common(g.blocks[e.from], g.blocks[e.to])
		from, to := 2*g.ranks[e.from], 2*g.ranks[e.to]
		for r := from + 1; r < to; r++ {
			if put(block, r, lineGap); r == (from+to)/2 {
				put(block, r, e.label)
			}
		}
	}
	for i := len(w.picture.Blocks) - 1; i >= 0; i-- { // each block follows the one around it
		ranks := slices.Collect(maps.Keys(used[i]))
		for r := slices.Min(ranks); r <= slices.Max(ranks); r++ {
			put(w.picture.Blocks[i].Parent, r, widest(used[i])+2*framePad+nodeGap)
		}
	}
	return loose * widest(used[len(w.picture.Blocks)])
}

// common returns the innermost block around two blocks, or -1.
func (w *writer) common(a, b int) int {
	for ; a >= 0; a = w.picture.Blocks[a].Parent {
		for c := b; c >= 0; c = w.picture.Blocks[c].Parent {
			if a == c {
				return a
			}
		}
	}
	return -1
}

func widest(used map[int]float64) float64 {
	most := 0.0
	for _, u := range used {
		most = max(most, u)
	}
	return most
}

// layered is a graph whose nodes get ranks.
type layered struct {
	nodes  []float64 // widths
	blocks []int     // innermost ones around the nodes, or -1
	edges  []layeredEdge
	ranks  []int
}

// layeredEdge leads from a lower rank to a higher one.
type layeredEdge struct {
	from, to int
	label    float64
}

// layers returns the graph of a picture, with markers for the start and the ends, and without cycles.
func (w *writer) layers() *layered {
	g := &layered{}
	for i := range w.picture.Nodes {
		n := &w.picture.Nodes[i]
		g.add(boxPadding+broadest(append(n.Rows(picture.RowWidth, plain), n.Shown())), n.Block)
	}
	marker := func(block int) int {
		g.add(markerWidth, block)
		return len(g.nodes) - 1
	}
	if w.picture.Start >= 0 {
		g.edges = append(g.edges, layeredEdge{from: marker(w.picture.Frame), to: w.picture.Start})
	}
	for i := range w.picture.Edges {
		e := &w.picture.Edges[i]
		g.edges = append(g.edges, layeredEdge{e.From, e.To, broadest(e.Lines(w.picture.LabelWidth(), plain))})
	}
	ends := make(map[int]int)
	for i := range w.picture.Nodes {
		if n := &w.picture.Nodes[i]; n.Outcome >= 0 {
			if _, ok := ends[n.Block]; !ok {
				ends[n.Block] = marker(n.Block)
			}
			g.edges = append(g.edges, layeredEdge{from: i, to: ends[n.Block]})
		}
	}
	g.cut()
	return g
}

func (g *layered) add(width float64, block int) {
	g.nodes, g.blocks = append(g.nodes, width), append(g.blocks, block)
}

func plain(s string) string { return s }

// broadest returns the width of the longest line.
func broadest(lines []string) float64 {
	most := 0
	for _, l := range lines {
		most = max(most, utf8.RuneCountInString(strings.TrimSpace(l)))
	}
	return charWidth * float64(most)
}

// cut turns the edges around that close a cycle, in the order of a depth-first search.
func (g *layered) cut() {
	out := make([][]int, len(g.nodes))
	for i, e := range g.edges {
		out[e.from] = append(out[e.from], i)
	}
	const open, done = 1, 2
	state := make([]int, len(g.nodes))
	var visit func(int)
	visit = func(n int) {
		state[n] = open
		for _, i := range out[n] {
			e := &g.edges[i]
			switch state[e.to] {
			case open:
				e.from, e.to = e.to, e.from
			case 0:
				visit(e.to)
			}
		}
		state[n] = done
	}
	// The start comes first.
	if len(g.edges) > 0 && g.edges[0].from >= 0 {
		visit(g.edges[0].from)
	}
	for n := range g.nodes {
		if state[n] == 0 {
			visit(n)
		}
	}
}

// rank puts each node below the nodes from which edges lead to it, and then moves nodes as long as this makes
// the edges shorter in total.
func (g *layered) rank() {
	g.ranks = make([]int, len(g.nodes))
	for range g.nodes {
		for _, e := range g.edges {
			g.ranks[e.to] = max(g.ranks[e.to], g.ranks[e.from]+1)
		}
	}
	for range g.nodes {
		moved := false
		for n := range g.nodes {
			low, high, pull := math.MinInt, math.MaxInt, 0
			for _, e := range g.edges {
				switch n {
				case e.to:
					low, pull = max(low, g.ranks[e.from]+1), pull-1
				case e.from:
					high, pull = min(high, g.ranks[e.to]-1), pull+1
				}
			}
			at := g.ranks[n]
			if pull > 0 && high != math.MaxInt {
				at = high
			} else if pull < 0 && low != math.MinInt {
				at = low
			}
			moved = moved || at != g.ranks[n]
			g.ranks[n] = at
		}
		if !moved {
			break
		}
	}
	if len(g.ranks) > 0 {
		least := slices.Min(g.ranks)
		for i := range g.ranks {
			g.ranks[i] -= least
		}
	}
}
