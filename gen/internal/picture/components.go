package picture

import (
	"fmt"
	"slices"
)

// loops returns the sets of two or more nodes that can all reach each other, in the order of their first nodes,
// each in the order of its nodes. These are the strongly connected components (Tarjan: Depth-first search and
// linear graph algorithms, 1972).
func (p *Picture) loops() [][]int {
	out := make([][]int, len(p.Nodes))
	for i := range p.Edges {
		e := &p.Edges[i]
		out[e.From] = append(out[e.From], e.To)
	}
	order, low := make([]int, len(p.Nodes)), make([]int, len(p.Nodes))
	open := make([]bool, len(p.Nodes))
	var stack []int
	var found [][]int
	next := 0
	var visit func(int)
	visit = func(n int) {
		next++
		order[n], low[n], open[n] = next, next, true
		stack = append(stack, n)
		for _, to := range out[n] {
			if order[to] == 0 {
				visit(to)
				low[n] = min(low[n], low[to])
			} else if open[to] {
				low[n] = min(low[n], order[to])
			}
		}
		if low[n] != order[n] {
			return
		}
		at := slices.Index(stack, n)
		set := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, m := range set {
			open[m] = false
		}
		if len(set) > 1 {
			slices.Sort(set)
			found = append(found, set)
		}
	}
	for n := range p.Nodes {
		if order[n] == 0 {
			visit(n)
		}
	}
	slices.SortFunc(found, func(a, b []int) int { return a[0] - b[0] })
	return found
}

// grouped returns a picture without blocks with a block around each loop, or why that would not divide it.
func (p *Picture) grouped() (*Picture, string) {
	loops := p.loops()
	states := 0
	for i := range p.Nodes {
		if n := &p.Nodes[i]; !n.Any && n.Outcome < 0 {
			states++
		}
	}
	switch {
	case len(loops) == 0:
		return nil, "it has no composite states, and no states that can reach each other"
	case len(loops) == 1 && len(loops[0]) == states:
		return nil, fmt.Sprintf("it has no composite states, and all %d states that are not terminal can reach each other", states)
	}
	with := *p
	with.Nodes, with.Edges = slices.Clone(p.Nodes), slices.Clone(p.Edges)
	for b, loop := range loops {
		with.Blocks = append(with.Blocks, Block{Name: fmt.Sprintf("%s and %d more", p.Nodes[loop[0]].Name, len(loop)-1), Parent: -1})
		for _, n := range loop {
			with.Nodes[n].Block = b
		}
	}
	for i := range with.Edges {
		e := &with.Edges[i]
		e.Block = with.around(e.From, e.To)
	}
	return &with, ""
}
