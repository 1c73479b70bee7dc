package explore

import (
	"context"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxLimit limits the number of configurations.
const maxLimit = 1 << 30

// Explore computes the configurations that m can reach when its parameters
// have the given values (bools as 0 and 1, enum values by number, strings as
// indices into [Strings], anything for opaque ones). The values should be in
// the declared ranges, which is not checked. At most limit configurations are
// kept, but at least one.
//
// Explore never fails. If the context is done or the limit is reached, the graph is not
// complete. If the machine cannot start with these parameters, because an initial value or
// an output of the start cannot be computed, the graph has no configurations.
func Explore(ctx context.Context, m *core.Machine, params []int64, limit int) *Graph {
	return Within(ctx, m, params, limit, math.MaxInt)
}

// Within is [Explore] with a limit on the work, too: the number of moves, which are the
// different ways in which events can arrive in a configuration. A move with long guards
// and updates counts as several. At the limit, no more
// configurations are added, and those that are known are still expanded. The initial
// configuration is always expanded.
func Within(ctx context.Context, m *core.Machine, params []int64, limit, moves int) *Graph {
	return within(ctx, m, params, limit, moves, nil, 0)
}

// Sparse is [Within] with at most the given number of payloads of each event in a state, so that it comes far from the start.
func Sparse(ctx context.Context, m *core.Machine, params []int64, limit, moves, payloads int) *Graph {
	return within(ctx, m, params, limit, moves, nil, payloads)
}

// Extreme is [Within] with the ends of Go's int among the payloads that it tries first.
func Extreme(ctx context.Context, m *core.Machine, params []int64, limit, moves int) *Graph {
	return within(ctx, m, params, limit, moves, []int64{math.MaxInt64, math.MinInt64}, 0)
}

func within(ctx context.Context, m *core.Machine, params []int64, limit, moves int, also []int64, sparse int) *Graph {
	texts := Strings(m)
	env := expr.Env{Params: slices.Clone(params), Intern: trace.Intern(texts)}
	g := &Graph{Machine: m, Params: env.Params}
	claims, start, fault := begin(m, &env, len(texts))
	if fault == nil {
		fault = opening(m, &env, start)
	}
	if fault != nil {
		fault.Run.Params = env.Params
		g.walker = &walker{m: m, rows: make([]row, len(m.States)), tuples: newTuples(m)}
		g.found = newFound(g.walker)
		g.broken, g.Complete, g.Exact = fault, true, true
		return g
	}
	g.claims = claims
	c := &compiler{m: m, env: env, sampler: newSampler(m, env.Params, claims, len(texts))}
	c.sampler.first, c.sampler.most = also, sparse
	limit = min(max(limit, 1), maxLimit)
	r, ok := newRadix(m, claims, start)
	if ok {
		c.radix = r
		c.low, c.high = r.bounds()
		ok = g.search(ctx, c, start, limit, moves)
	}
	if !ok {
		// Some value lies outside its range or window, or there are too many
		// values for one word.
		c.radix = nil
		c.low, c.high = bounds(m, claims)
		g.search(ctx, c, start, limit, moves)
	}
	g.measure(ctx)
	return g
}

// bounds returns the limits of the values of variables that follow from their types.
func bounds(m *core.Machine, claims []claim) (low, high []int64) {
	low, high = make([]int64, len(claims)), make([]int64, len(claims))
	for v, c := range claims {
		if m.Vars[v].Type.Kind == expr.Int {
			low[v], high[v] = math.MinInt64, math.MaxInt64
			continue
		}
		low[v], high[v] = c.ends()
	}
	return low, high
}

// search explores breadth first. If a configuration has no word, it returns false and must
// be called again with another packing.
func (g *Graph) search(ctx context.Context, c *compiler, start []int64, limit, work int) bool {
	w := &walker{m: c.m, rows: c.rows(), radix: c.radix}
	if c.radix == nil {
		w.tuples = newTuples(c.m)
	}
	w.prepare()
	first, ok := w.encode(c.m.Initial, start)
	if !ok {
		return false
	}
	g.walker, g.set, g.found = w, set{}, newFound(w)
	if w.radix != nil {
		g.set.space = w.radix.total
	}
	g.marks, g.levels, g.expanded, g.moves, g.Complete, g.Exact = nil, nil, 0, 0, true, true
	g.set.insert(first)
	level := 0
	// left is the work that may still be done after all known configurations are
	// expanded, and costs the work to expand the target of each transition.
	left, costs := work-w.rows[c.m.Initial].work, make([]int, len(c.m.Transitions))
	for i, t := range c.m.Transitions {
		costs[i] = w.rows[t.To].work
	}
	for id := 0; id < g.set.len(); id++ {
		if id%1024 == 0 && ctx.Err() != nil {
			g.Complete = false
			break
		}
		if id%stride == 0 {
			g.marks = append(g.marks, uint32(g.set.len()))
		}
		if id == level {
			g.levels = append(g.levels, uint32(id))
			level = g.set.len()
		}
		moves := w.expand(g.set.words.at(id))
		g.moves += w.rows[w.state].work
		if w.escaped && w.radix != nil {
			return false
		}
		alive := false
		for _, m := range moves {
			if m.outcome < 0 {
				alive = g.found.note(w, id, m) || alive
				continue
			}
			alive = true
			g.found.taken[m.outcome] = true
			if costs[m.outcome] > left {
				limit = min(limit, g.set.len())
			}
			if g.set.len() < limit {
				if g.set.insert(m.word) {
					left -= costs[m.outcome]
				}
			} else if g.Complete {
				// At the limit, the remaining configurations are still
				// expanded, but no new ones are added.
				g.Complete = g.set.has(m.word)
			}
		}
		g.found.reached[w.state] = true
		if !alive {
			g.found.stop(w, id)
		}
		if w.tuples != nil && g.set.len() == limit {
			w.tuples.frozen = true
		}
		g.expanded = id + 1
	}
	if level < g.set.len() {
		g.levels = append(g.levels, uint32(level))
	}
	if w.tuples != nil {
		w.tuples.frozen = true
	}
	g.set.seal()
	for id, vars := g.expanded, make([]int64, len(w.vars)); id < g.set.len(); id++ {
		g.found.reached[w.read(g.set.words.at(id), vars)] = true
	}
	for s, r := range w.rows {
		g.Exact = g.Exact && (r.exact || !g.found.reached[s])
	}
	return true
}
