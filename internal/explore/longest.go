package explore

import "context"

// Special values of remaining.
const (
	endless = -1 // an endless run starts here
	open    = -2 // on the path of the depth-first search
	unseen  = -3
)

// frame is a configuration on the path of the depth-first search.
type frame struct {
	id uint32
	// pending is the index of the first successor that is still to be visited.
	pending uint32
	best    int32
}

// measure computes the longest run from every configuration by depth-first search, without
// transitions of environment events. It starts from the configurations in reverse
// breadth-first order, so that most successors are known when they are needed and the path
// stays short.
func (g *Graph) measure(ctx context.Context) {
	if g.expanded < g.set.len() {
		return
	}
	w := g.walker.fork()
	remaining := make([]int32, g.set.len())
	for i := range remaining {
		remaining[i] = unseen
	}
	// settling holds the configurations that environment events lead to.
	var settling []uint32
	var path []frame
	var pending []uint32
	visit := func(id uint32) {
		remaining[id] = open
		f := frame{id: id, pending: uint32(len(pending))}
		for _, m := range w.expand(g.set.words.at(int(id))) {
			if m.outcome < 0 {
				continue
			}
			to, ok := g.set.find(m.word)
			if !ok {
				continue // beyond the limit
			}
			if !w.quiet(m) {
				settling = append(settling, to)
				continue
			}
			if r := remaining[to]; r == unseen {
				pending = append(pending, to)
			} else {
				f.best = longer(f.best, r)
			}
		}
		path = append(path, f)
	}
	for root, n := g.set.len()-1, 0; root >= 0; root, n = root-1, n+1 {
		if n%1024 == 0 && ctx.Err() != nil {
			g.Complete = false
			return
		}
		if remaining[root] != unseen {
			continue
		}
		visit(uint32(root))
		for len(path) > 0 {
			top := &path[len(path)-1]
			if n := len(pending); n > int(top.pending) {
				next := pending[n-1]
				pending = pending[:n-1]
				if r := remaining[next]; r == unseen {
					visit(next)
				} else {
					top.best = longer(top.best, r)
				}
				continue
			}
			remaining[top.id] = top.best
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := &path[len(path)-1]
				up.best = longer(up.best, top.best)
			}
		}
	}
	g.remaining = remaining
	for _, id := range settling {
		g.deepest = deeper(remaining, g.deepest, id)
	}
}

// deeper returns the configuration with the longer run of two, or the one with the lower
// number if the runs are equally long.
func deeper(remaining []int32, a, b uint32) uint32 {
	x, y := remaining[a], remaining[b]
	switch {
	case x == y:
		return min(a, b)
	case x == endless || y != endless && x > y:
		return a
	}
	return b
}

// longer returns the new longest length for a configuration that has a step to one with
// the length r. A step to an open configuration closes a cycle.
func longer(best, r int32) int32 {
	if best == endless || r < 0 {
		return endless
	}
	return max(best, r+1)
}

// Steps returns the length of the longest run, or reports that there is an endless one. In
// a machine with environment events, only runs without them count, from the start or from
// the target of one. If the graph is not complete, the length is a lower bound.
func (g *Graph) Steps() (n int, endlessly bool) {
	switch {
	case g.set.len() == 0:
		return 0, false
	case g.remaining == nil && g.walker.world != nil:
		return 0, false
	case g.remaining == nil:
		return g.distance(g.set.len() - 1), false
	case g.remaining[g.deepest] == endless:
		return 0, true
	}
	return int(g.remaining[g.deepest]), false
}

// Longest returns a longest run, or a lasso if there is an endless run. It includes the
// steps that lead to the place from which [Graph.Steps] counts; [Run.Counted] omits them.
// A graph without configurations has no runs: the result is not one.
func (g *Graph) Longest() (run Run, endlessly bool) {
	if lasso, ok := g.Lasso(); ok {
		return lasso, true
	}
	if g.remaining == nil && g.walker.world != nil {
		return g.Path(0), false
	}
	if g.remaining == nil {
		return g.Path(max(0, g.set.len()-1)), false
	}
	w := g.walker.fork()
	// The path ends in an environment event, or else a longer run would lead
	// through its last steps.
	run = g.Path(int(g.deepest))
	for id := g.deepest; g.remaining[id] > 0; {
		next := g.successor(w, id, func(to uint32) bool { return g.remaining[to] == g.remaining[id]-1 })
		run.Steps = append(run.Steps, g.step(w, int(id), int(next), run.End(), w.quiet))
		id = next
	}
	return run, false
}

// successor returns the first successor of a configuration that satisfies ok,
// without environment events.
func (g *Graph) successor(w *walker, id uint32, ok func(uint32) bool) uint32 {
	for _, m := range w.expand(g.set.words.at(int(id))) {
		if !w.quiet(m) {
			continue
		}
		if to, known := g.set.find(m.word); known && ok(to) {
			return to
		}
	}
	panic("unreachable: no such successor")
}

// Remaining returns the length of the longest run from configuration id, or -1 if an
// endless run starts there; see [Config].
func (g *Graph) Remaining(id int) int {
	if g.remaining == nil {
		return 0
	}
	return int(g.remaining[id])
}
