package layout

// pivot changes the flow around the cycle that an arc closes, and replaces an arc of the tree.
func (s *simplex) pivot(in int) {
	first, second := s.from[in], s.to[in]
	if s.state[in] == atUpper {
		first, second = second, first
	}
	join := s.meet(first, second)
	delta, out, side := s.limit[in], -1, 0
	s.work.spent(s.depth[first] + s.depth[second] - 2*s.depth[join])
	// Of several arcs that limit the flow, the last one on the cycle leaves: that keeps the tree strongly feasible.
	for u := first; u != join; u = s.parent[u] {
		if d := s.room(u, -1); d < delta {
			delta, out, side = d, u, 1
		}
	}
	for u := second; u != join; u = s.parent[u] {
		if d := s.room(u, 1); d <= delta {
			delta, out, side = d, u, 2
		}
	}
	if delta > 0 {
		change := s.state[in] * delta
		s.flow[in] += change
		for u := s.from[in]; u != join; u = s.parent[u] {
			s.flow[s.pred[u]] -= s.up[u] * change
		}
		for u := s.to[in]; u != join; u = s.parent[u] {
			s.flow[s.pred[u]] += s.up[u] * change
		}
	}
	if side == 0 {
		s.state[in] = -s.state[in]
		return
	}
	if s.flow[s.pred[out]] == 0 {
		s.state[s.pred[out]] = atLower
	} else {
		s.state[s.pred[out]] = atUpper
	}
	s.state[in] = inTree
	if side == 1 {
		s.hang(first, second, in, out)
	} else {
		s.hang(second, first, in, out)
	}
}

// room returns by how much the flow between a node and its parent can change: if direction is 1, upwards.
func (s *simplex) room(u, direction int) int {
	e := s.pred[u]
	if s.up[u] != direction {
		return s.flow[e]
	}
	if s.limit[e] >= unlimited {
		return unlimited
	}
	return s.limit[e] - s.flow[e]
}

// meet returns the lowest node above both.
func (s *simplex) meet(u, v int) int {
	for u != v {
		if s.depth[u] < s.depth[v] {
			u, v = v, u
		}
		u = s.parent[u]
	}
	return u
}

// hang moves the part of the tree below out, which contains u, so that it hangs at v by the arc in.
func (s *simplex) hang(u, v, in, out int) {
	at, parent, arc := u, v, in
	for {
		above, by := s.parent[at], s.pred[at]
		s.detach(at)
		s.attach(at, parent)
		s.pred[at] = arc
		s.up[at] = -1
		if s.from[arc] == at {
			s.up[at] = 1
		}
		if at == out {
			break
		}
		at, parent, arc = above, at, by
	}
	shift := s.potential[v] - s.potential[u] - s.up[u]*s.cost[in]
	s.stack = append(s.stack[:0], u)
	for len(s.stack) > 0 {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.work.spent(1)
		s.potential[n] += shift
		s.depth[n] = s.depth[s.parent[n]] + 1
		for c := s.child[n]; c >= 0; c = s.next[c] {
			s.stack = append(s.stack, c)
		}
	}
}

// join moves parts of a solution that only artificial arcs connect as close together as they can be; that does not change the
// cost.
func (s *simplex) join(x []int, arcs []arc) {
	root := len(x)
	part := make([]int, len(x))
	for c := s.child[root]; c >= 0; c = s.next[c] {
		s.stack = append(s.stack[:0], c)
		for len(s.stack) > 0 {
			n := s.stack[len(s.stack)-1]
			s.stack = s.stack[:len(s.stack)-1]
			part[n] = c
			for k := s.child[n]; k >= 0; k = s.next[k] {
				s.stack = append(s.stack, k)
			}
		}
	}
	joined := map[int]bool{part[0]: true}
	for !s.work.spent(len(arcs)) {
		best, shift, next := unlimited, 0, -1
		for _, a := range arcs {
			from, to := joined[part[a.from]], joined[part[a.to]]
			if from == to {
				continue
			}
			slack, sign, other := x[a.to]-x[a.from]-a.min, -1, part[a.to]
			if to {
				sign, other = 1, part[a.from]
			}
			if slack < 0 {
				slack, sign = -slack, -sign
			}
			if slack < best {
				best, shift, next = slack, sign*slack, other
			}
		}
		if next < 0 {
			return
		}
		for i := range x {
			if !joined[part[i]] {
				x[i] += shift
			}
		}
		joined[next] = true
	}
}
