package layout

// arc is a term of a linear program over integers x: the cost weight * (x[to] - x[from]), where x[to] - x[from] is at least min;
// or, if free, the cost weight * |x[to] - x[from] - min|. If soft is not 0, x[to] - x[from] may also be less than min, at the cost soft for each unit.
type arc struct {
	from, to, min, weight int
	free                  bool
	soft                  int
}

const (
	unlimited = 1 << 29
	atLower   = 1
	inTree    = 0
	atUpper   = -1
)

// simplex solves such a program by the network simplex method for its dual, which is a flow of minimal cost. It starts with a
// strongly feasible tree of artificial arcs and keeps it so, which prevents cycling (Cunningham, "A network simplex method",
// 1976); the arc that enters is the best one of a block (as in Grigoriadis, "An efficient implementation of the network simplex
// method", 1986).
type simplex struct {
	from, to, cost, limit, flow, state []int // by arc; the artificial arcs come last
	parent, pred, up, depth, potential []int // by node; the root comes last
	child, next, before                []int // the children of a node, as a list
	scan                               int
	stack                              []int
	work                               *Work
}

// minimize returns an optimal x whose smallest value is 0. The constraints must have a solution, and there must be at least one variable. If
// the work ends, the result is of no use.
func minimize(w *Work, n int, arcs []arc) []int {
	s := newSimplex(n, arcs)
	s.work = w
	for {
		in := s.entering(len(arcs))
		if in < 0 || w.Err() != nil {
			break
		}
		s.pivot(in)
	}
	x := make([]int, n)
	for i := range x {
		x[i] = -s.potential[i]
	}
	s.join(x, arcs)
	least := x[0]
	for _, v := range x {
		least = min(least, v)
	}
	for i := range x {
		x[i] -= least
	}
	return x
}

func newSimplex(n int, arcs []arc) *simplex {
	m := len(arcs) + n
	by := func(size int) []int { return make([]int, size) }
	s := &simplex{
		from: by(m), to: by(m), cost: by(m), limit: by(m), flow: by(m), state: by(m),
		parent: by(n + 1), pred: by(n + 1), up: by(n + 1), depth: by(n + 1), potential: by(n + 1),
		child: by(n + 1), next: by(n + 1), before: by(n + 1),
	}
	supply := by(n)
	expensive := 1
	for i, a := range arcs {
		s.from[i], s.to[i], s.cost[i], s.limit[i], s.state[i] = a.from, a.to, -a.min, unlimited, atLower
		if a.free {
			s.limit[i] = 2 * a.weight
		} else if a.soft > 0 {
			s.limit[i] = a.soft
		}
		expensive = max(expensive, a.min+1)
		supply[a.from] += a.weight
		supply[a.to] -= a.weight
	}
	for i := range n + 1 {
		s.child[i], s.next[i], s.before[i], s.parent[i] = -1, -1, -1, -1
	}
	for i := range n {
		e := len(arcs) + i
		s.limit[e] = unlimited
		if supply[i] >= 0 {
			s.from[e], s.to[e], s.flow[e], s.up[i] = i, n, supply[i], 1
		} else {
			s.from[e], s.to[e], s.flow[e], s.up[i] = n, i, -supply[i], -1
			s.cost[e] = expensive * (n + 1)
			s.potential[i] = s.cost[e]
		}
		s.pred[i], s.depth[i] = e, 1
		s.attach(i, n)
	}
	return s
}

func (s *simplex) attach(u, parent int) {
	s.parent[u], s.before[u], s.next[u] = parent, -1, s.child[parent]
	if s.child[parent] >= 0 {
		s.before[s.child[parent]] = u
	}
	s.child[parent] = u
}

func (s *simplex) detach(u int) {
	if s.before[u] >= 0 {
		s.next[s.before[u]] = s.next[u]
	} else {
		s.child[s.parent[u]] = s.next[u]
	}
	if s.next[u] >= 0 {
		s.before[s.next[u]] = s.before[u]
	}
}

// entering returns an arc whose flow can be changed at a profit, or -1. The real arcs are the first m.
func (s *simplex) entering(m int) int {
	block := 10
	for block*block < m {
		block++
	}
	best, found, left := 0, -1, block
	for range m {
		e := s.scan
		if s.scan++; s.scan >= m {
			s.scan = 0
		}
		if c := s.state[e] * (s.cost[e] + s.potential[s.from[e]] - s.potential[s.to[e]]); c < best {
			best, found = c, e
		}
		if left--; left == 0 {
			if s.work.spent(block) || found >= 0 {
				return found
			}
			left = block
		}
	}
	return found
}
