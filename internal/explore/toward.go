package explore

// Toward returns, for each configuration, the length of a shortest run to one that satisfies at, or -1 if the graph has none. Only steps
// of the transitions that satisfy counts are taken; those of environment events are among the steps. If the graph is not complete, there may
// be shorter runs.
func (g *Graph) Toward(at func(Config) bool, counts func(transition int) bool) []int32 {
	distance := make([]int32, g.set.len())
	var queue []uint32
	for c := range g.All() {
		distance[c.ID] = -1
		if at(c) {
			distance[c.ID] = 0
			queue = append(queue, uint32(c.ID))
		}
	}
	into := g.arrivals(counts)
	for i := 0; i < len(queue); i++ {
		to := queue[i]
		for _, from := range into.of(to) {
			if distance[from] < 0 {
				distance[from] = distance[to] + 1
				queue = append(queue, from)
			}
		}
	}
	return distance
}

// Beyond returns the configurations that runs from one of them lead to, that one included, in the order of their
// distance from it.
func (g *Graph) Beyond(id int) []int {
	w := g.walker.fork()
	seen := map[int]bool{id: true}
	out := []int{id}
	for i := 0; i < len(out); i++ {
		if out[i] >= g.expanded {
			continue
		}
		for _, m := range w.expand(g.set.words.at(out[i])) {
			if m.outcome < 0 {
				continue
			}
			if to, ok := g.set.find(m.word); ok && !seen[int(to)] {
				seen[int(to)] = true
				out = append(out, int(to))
			}
		}
	}
	return out
}

// arrivals lists, for each configuration, those from which a step leads to it.
type arrivals struct{ first, list []uint32 }

func (a arrivals) of(id uint32) []uint32 { return a.list[a.first[id]:a.first[id+1]] }

// arrivals finds the steps of the transitions that count.
func (g *Graph) arrivals(counts func(transition int) bool) arrivals {
	w := g.walker.fork()
	counted := make([]bool, len(g.Machine.Transitions))
	for i := range counted {
		counted[i] = counts(i)
	}
	type edge struct{ from, to uint32 }
	var edges []edge
	for id := range g.expanded {
		last := len(edges)
		for _, m := range w.expand(g.set.words.at(id)) {
			if m.outcome < 0 || !counted[m.outcome] {
				continue
			}
			to, ok := g.set.find(m.word)
			if e := (edge{uint32(id), to}); ok && (len(edges) == last || edges[len(edges)-1] != e) {
				edges = append(edges, e)
			}
		}
	}
	a := arrivals{make([]uint32, g.set.len()+2), make([]uint32, len(edges))}
	for _, e := range edges {
		a.first[e.to+2]++
	}
	for i := 2; i < len(a.first); i++ {
		a.first[i] += a.first[i-1]
	}
	for _, e := range edges {
		a.list[a.first[e.to+1]] = e.from
		a.first[e.to+1]++
	}
	return a
}

// Takes reports for each configuration whether a step from it takes one of the given transitions.
func (g *Graph) Takes(match func(transition int) bool) []bool {
	w := g.walker.fork()
	out := make([]bool, g.set.len())
	for id := range g.expanded {
		for _, m := range w.expand(g.set.words.at(id)) {
			out[id] = out[id] || m.outcome >= 0 && match(int(m.outcome))
		}
	}
	return out
}
