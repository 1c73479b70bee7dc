package explore

import "slices"

// maxSearch limits the configurations that are expanded to find a shorter lasso than the
// first.
const maxSearch = 1 << 20

// Lasso returns a lasso, if there is one. It is the shortest, counting stem and cycle,
// unless the search for it takes too long. Its cycle contains no environment events.
func (g *Graph) Lasso() (Run, bool) {
	if len(g.remaining) == 0 || g.remaining[g.deepest] != endless {
		return Run{}, false
	}
	s := newLassoSearch(g)
	var best []uint32 // the configurations of the cycle, from its entry on
	length, spent := 0, 0
	for id := range s.component {
		if s.component[id] == 0 {
			continue
		}
		stem := g.distance(id)
		if best != nil && (stem+1 >= length || spent > maxSearch) {
			break
		}
		deepest := g.set.len()
		if best != nil {
			deepest = length - stem - 1
		}
		cycle, n := s.cycle(uint32(id), deepest)
		spent += n
		if cycle != nil {
			best, length = cycle, stem+len(cycle)
		}
	}
	return s.lasso(best, func(move) bool { return true }), true
}

// lasso returns the run that leads to the first configuration of a cycle and once through
// the cycle. The first step of the cycle satisfies first.
func (s *lassoSearch) lasso(cycle []uint32, first func(move) bool) Run {
	run := s.g.Path(int(cycle[0]))
	run.LoopFrom = len(run.Steps)
	for i, id := range cycle {
		next := cycle[(i+1)%len(cycle)]
		run.Steps = append(run.Steps, s.g.step(s.w, int(id), int(next), run.End(), func(m move) bool {
			return s.w.quiet(m) && (i > 0 || first(m))
		}))
	}
	return run
}

func newLassoSearch(g *Graph) *lassoSearch {
	return &lassoSearch{
		g: g, w: g.walker.fork(), component: g.components(),
		from: make([]uint32, g.set.len()), seen: make([]uint32, g.set.len()),
	}
}

// lassoSearch looks for short cycles.
type lassoSearch struct {
	g *Graph
	w *walker
	// component numbers the cyclic strongly connected component of each
	// configuration, from 1; 0 where there is none.
	component []uint32
	// from is the predecessor in the current search, for the configurations
	// that seen marks with its number.
	from, seen []uint32
	number     uint32
}

// cycle returns a shortest cycle through a configuration with at most deepest steps, or
// nil, and the number of configurations that it expanded.
func (s *lassoSearch) cycle(entry uint32, deepest int) (cycle []uint32, expanded int) {
	return s.way(entry, entry, deepest)
}

// way returns the configurations of a shortest path of 1 to deepest steps within a
// component, without the last one, or nil, and the number of configurations that it
// expanded.
func (s *lassoSearch) way(from, end uint32, deepest int) (way []uint32, expanded int) {
	s.number++
	queue, depth, level := []uint32{from}, 0, 1
	for i := 0; i < len(queue); i++ {
		if i == level {
			depth, level = depth+1, len(queue)
		}
		if depth == deepest {
			return nil, i
		}
		id := queue[i]
		for _, m := range s.w.expand(s.g.set.words.at(int(id))) {
			if !s.w.quiet(m) {
				continue
			}
			to, ok := s.g.set.find(m.word)
			switch {
			case !ok || s.component[to] != s.component[from]:
			case to == end:
				for ; id != from; id = s.from[id] {
					way = append(way, id)
				}
				way = append(way, from)
				slices.Reverse(way)
				return way, i
			case s.seen[to] != s.number && to != from:
				s.seen[to], s.from[to] = s.number, id
				queue = append(queue, to)
			}
		}
	}
	return nil, len(queue)
}
