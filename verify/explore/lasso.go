package explore

import "slices"

// maxSearch bounds the configurations that are expanded in search of a
// shorter lasso than the first.
const maxSearch = 1 << 20

// Lasso returns an endless run, if there is one: the shortest, stem and cycle
// together, unless the search for it takes too long. Its cycle does without
// environment events.
func (g *Graph) Lasso() (Run, bool) {
	if len(g.remaining) == 0 || g.remaining[g.deepest] != endless {
		return Run{}, false
	}
	s := &lassoSearch{g: g, w: g.walker.fork(), component: g.components()}
	s.from = make([]uint32, g.set.len())
	s.seen = make([]uint32, g.set.len())
	var best []uint32 // the cycle: its configurations from the entry on
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
	run := g.Path(int(best[0]))
	run.LoopFrom = len(run.Steps)
	for i, id := range best {
		next := best[(i+1)%len(best)]
		run.Steps = append(run.Steps, g.step(s.w, int(id), int(next), run.End(), s.w.quiet))
	}
	return run, true
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

// cycle returns a shortest cycle through a configuration, of at most deepest
// steps, or nil, and how many configurations it expanded.
func (s *lassoSearch) cycle(entry uint32, deepest int) (cycle []uint32, expanded int) {
	s.number++
	queue, depth, level := []uint32{entry}, 0, 1
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
			case !ok || s.component[to] != s.component[entry]:
			case to == entry:
				for ; id != entry; id = s.from[id] {
					cycle = append(cycle, id)
				}
				cycle = append(cycle, entry)
				slices.Reverse(cycle)
				return cycle, i
			case s.seen[to] != s.number:
				s.seen[to], s.from[to] = s.number, id
				queue = append(queue, to)
			}
		}
	}
	return nil, len(queue)
}
