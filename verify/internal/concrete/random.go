package concrete

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// maxRandom limits the parameter choices at random, randomConfigs the configurations of
	// each, and randomMoves the work for it. allRandomMoves limits the work for all.
	maxRandom      = 8
	randomConfigs  = 1 << 11
	randomMoves    = 1 << 17
	allRandomMoves = 1 << 18
	// randomBits limits the distance of a parameter from an end of its range, or from 0.
	randomBits = 20
)

// sparse are the numbers of payloads that [Sparse] tries.
var sparse = [...]int{1, 6}

// Sparse explores m with few payloads, for the parameters of the first known graph, where the known graphs do not take all transitions: most
// payloads lead to much of the same.
func Sparse(ctx context.Context, m *core.Machine, known []*explore.Graph, limits Limits) (graphs []*explore.Graph) {
	if len(known) == 0 || limits.Memory > 0 || len(Untaken(m, known)) == 0 || !slices.ContainsFunc(known, func(g *explore.Graph) bool { return !g.Complete || !g.Exact }) {
		return nil
	}
	of := limits.Effort.Of
	for _, most := range sparse {
		graphs = append(graphs, explore.Sparse(ctx, m, known[0].Params, of(randomConfigs), of(randomMoves), most))
	}
	return graphs
}

// Random explores m for some parameter values at random, small ones more often than large
// ones. The seed depends on the expressions of m alone, so the same spec has the same values.
// It leaves out the parameters of the given graphs.
func Random(ctx context.Context, m *core.Machine, known []*explore.Graph, limits Limits, watch func(string)) (graphs []*explore.Graph, seed uint32) {
	seed = seedOf(m)
	if len(known) == 0 || limits.Memory > 0 || !slices.ContainsFunc(m.Params, func(p core.Param) bool { return p.Type.Kind == expr.Int }) {
		return nil, seed
	}
	of := limits.Effort.Of
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	var choices [][]int64
	for range 4 * maxRandom {
		choice := slices.Clone(known[random.IntN(len(known))].Params)
		for i, p := range m.Params {
			if p.Type.Kind == expr.Int {
				choice[i] = randomInt(random, p, Env(m, choice, nil))
			}
		}
		same := func(c []int64) bool { return slices.Equal(c, choice) }
		explored := func(g *explore.Graph) bool { return same(g.Params) }
		if len(choices) < maxRandom && !slices.ContainsFunc(choices, same) && !slices.ContainsFunc(known, explored) && inRange(m, choice) && limited(m, choice) {
			choices = append(choices, choice)
		}
	}
	moves := 0
	for i, params := range choices {
		if ctx.Err() != nil || moves > of(allRandomMoves) {
			break
		}
		watch(fmt.Sprintf("exploring random parameter choice %d of %d", i+1, len(choices)))
		g := explore.Within(ctx, m, params, of(randomConfigs), of(randomMoves))
		moves += g.Moves() + g.Prepared()
		graphs = append(graphs, g)
	}
	return graphs, seed
}

// randomInt returns a value of an int parameter, given those of the parameters before it.
func randomInt(random *rand.Rand, p core.Param, env *expr.Env) int64 {
	distance := random.Int64N(1 << (1 + random.IntN(randomBits)))
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	if p.Min != nil {
		low, _ = expr.Eval(p.Min, env)
	}
	if p.Max != nil {
		high, _ = expr.Eval(p.Max, env)
	}
	switch {
	case p.Min != nil && low <= math.MaxInt64-distance:
		return min(low+distance, high)
	case p.Max != nil && high >= math.MinInt64+distance:
		return max(high-distance, low)
	case random.IntN(3) == 0:
		return -distance
	}
	return distance
}

// seedOf returns a hash of the expressions of m.
func seedOf(m *core.Machine) uint32 {
	h := fnv.New32a()
	m.Expressions(func(x expr.Expr) { fmt.Fprintln(h, expr.Print(x, expr.Spec)) })
	return h.Sum32()
}
