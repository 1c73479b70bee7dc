package explore

// Lassos returns lassos, the shortest first, until every transition that can be taken
// forever is on the cycle of one, or there are limit of them, or the search takes too
// long. Transitions for which covered is true are not required, and Lassos sets covered
// for those on the cycles that it returns. Cycles contain no environment events.
func (g *Graph) Lassos(covered []bool, limit int) (runs []Run) {
	take := func(run Run) {
		fresh := false
		for _, s := range run.Steps[run.LoopFrom:] {
			fresh = fresh || !covered[s.Transition]
			covered[s.Transition] = true
		}
		if fresh && len(runs) < limit {
			runs = append(runs, run)
		}
	}
	shortest, ok := g.Lasso()
	if !ok {
		return nil
	}
	take(shortest)
	s := newLassoSearch(g)
	spent := 0
	for id := range s.component {
		if s.component[id] == 0 {
			continue
		}
		for _, t := range s.onCycle(uint32(id), covered) {
			if covered[t.outcome] {
				continue // on the cycle of the previous lasso
			}
			if len(runs) >= limit || spent > maxSearch {
				return runs
			}
			cycle := []uint32{uint32(id)}
			if to, _ := g.set.find(t.word); to != uint32(id) {
				way, n := s.way(to, uint32(id), g.set.len())
				cycle = append(cycle, way...)
				spent += n
			}
			take(s.lasso(cycle, func(m move) bool { return m.outcome == t.outcome }))
		}
	}
	return runs
}

// onCycle lists the moves from a configuration that stay in its component, and so lie on a
// cycle, and whose transitions are not covered.
func (s *lassoSearch) onCycle(id uint32, covered []bool) (moves []move) {
	for _, m := range s.w.expand(s.g.set.words.at(int(id))) {
		if !s.w.quiet(m) || covered[m.outcome] {
			continue
		}
		if to, ok := s.g.set.find(m.word); ok && s.component[to] == s.component[id] {
			moves = append(moves, m)
		}
	}
	return moves
}
