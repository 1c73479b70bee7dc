package explore

// Lassos returns endless runs, the shortest first, until each transition that can
// be taken for ever is on the cycle of one, or there are limit, or the search takes
// too long. Transitions that covered is true for need not be; those on the cycles
// found become so. Cycles do without environment events.
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
				continue // on the cycle of the one before
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

// onCycle lists the moves from a configuration, each of a transition that is not
// covered, that stay in its component, so that they lead back.
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
