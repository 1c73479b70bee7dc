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
	// entered is the length of the step that led here.
	entered int32
}

// hop is a step to a configuration, with its length: 1, and what it costs.
type hop struct {
	to     uint32
	length int32
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
	cost := newCosts(w, g.Params)
	remaining := make([]int32, g.set.len())
	for i := range remaining {
		remaining[i] = unseen
	}
	// settling holds the configurations that environment events lead to.
	var settling []hop
	var path []frame
	var pending []hop
	visit := func(h hop) {
		remaining[h.to] = open
		f := frame{id: h.to, pending: uint32(len(pending)), entered: h.length}
		for _, m := range w.expand(g.set.words.at(int(h.to))) {
			if m.outcome < 0 {
				continue
			}
			to, ok := g.set.find(m.word)
			if !ok {
				continue // beyond the limit
			}
			if !w.quiet(m) {
				settling = append(settling, hop{to, cost.step(m)})
				continue
			}
			next := hop{to, 1 + cost.step(m)}
			if r := remaining[to]; r == unseen {
				pending = append(pending, next)
			} else {
				f.best = longer(f.best, cost.after(r, next.length))
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
		visit(hop{to: uint32(root)})
		for len(path) > 0 {
			top := &path[len(path)-1]
			if n := len(pending); n > int(top.pending) {
				next := pending[n-1]
				pending = pending[:n-1]
				if r := remaining[next.to]; r == unseen {
					visit(next)
				} else {
					top.best = longer(top.best, cost.after(r, next.length))
				}
				continue
			}
			done := *top
			remaining[done.id] = done.best
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := &path[len(path)-1]
				up.best = longer(up.best, cost.after(done.best, done.entered))
			}
		}
	}
	g.remaining = remaining
	g.ahead = cost.opening(g.set.words.at(0))
	for _, h := range settling {
		g.deepest, g.ahead = deeper(remaining, g.deepest, g.ahead, h)
	}
	g.Exact = g.Exact && !cost.unsure
}

// deeper returns the configuration with the longer run of two, or the one with the lower
// number if the runs are equally long. What leads to each of them counts: ahead is the cost of
// the start or of an environment event.
func deeper(remaining []int32, a uint32, ahead int32, b hop) (uint32, int32) {
	x, y := remaining[a], remaining[b.to]
	switch {
	case x == endless && y == endless, x != endless && y != endless && x+ahead == y+b.length:
		if b.to < a {
			return b.to, b.length
		}
		return a, ahead
	case x == endless || y != endless && x+ahead > y+b.length:
		return a, ahead
	}
	return b.to, b.length
}

// longer returns the longer of two lengths.
func longer(best, r int32) int32 {
	if best == endless || r == endless {
		return endless
	}
	return max(best, r)
}

// Steps returns the length of the longest run, or reports that there is an endless one. The
// length includes the transitions of child machines. In
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
	return int(g.remaining[g.deepest]) + int(g.ahead), false
}

// Opening returns the greatest number of transitions of the child machines that start with the
// machine.
func (g *Graph) Opening() int {
	if g.set.len() == 0 {
		return 0
	}
	return int(newCosts(g.walker.fork(), g.Params).opening(g.set.words.at(0)))
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
	cost := newCosts(w.fork(), g.Params)
	// The path ends in an environment event, or else a longer run would lead
	// through its last steps.
	run = g.Path(int(g.deepest))
	for id := g.deepest; g.remaining[id] > 0; {
		longest := func(to uint32, m move) bool { return g.remaining[id] == cost.after(g.remaining[to], 1+cost.step(m)) }
		next := g.successor(w, id, longest)
		run.Steps = append(run.Steps, g.step(w, int(id), int(next), run.End(), func(m move) bool { return w.quiet(m) && longest(next, m) }))
		id = next
	}
	return run, false
}

// successor returns the first successor of a configuration that satisfies ok,
// without environment events.
func (g *Graph) successor(w *walker, id uint32, ok func(to uint32, m move) bool) uint32 {
	for _, m := range w.expand(g.set.words.at(int(id))) {
		if !w.quiet(m) {
			continue
		}
		if to, known := g.set.find(m.word); known && ok(to, m) {
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
