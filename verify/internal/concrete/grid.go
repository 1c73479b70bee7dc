package concrete

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/effort"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const (
	// widest limits the values of an int parameter that are explored.
	widest = 4
	// maxGrid limits the number of parameter choices.
	maxGrid = 64
	// firstConfigs limits the configurations of the first choice, maxConfigs those of
	// a choice after one that was explored completely, and fewConfigs those of a
	// choice after one that was not.
	firstConfigs = 1 << 13
	maxConfigs   = 1 << 16
	fewConfigs   = 1 << 10
	// maxMoves limits the work for one choice, and allMoves that for all choices, in
	// moves; see [explore.Within]. A million moves take up to half a second.
	maxMoves = 1 << 22
	allMoves = 1 << 23
)

// configSize is the approximate size of a configuration in a graph, in bytes.
const configSize = 64

// Limits limits explorations.
type Limits struct {
	// Memory is in bytes; 0 or less is no limit.
	Memory int64
	Effort effort.Level
}

// Explore explores m for each choice of small parameter values, the smallest first, until
// a limit is reached. Choices are explored concurrently, which does not affect the result.
func Explore(ctx context.Context, m *core.Machine, limits Limits, watch func(string)) (graphs []*explore.Graph, cut Cut) {
	memory, of := limits.Memory, limits.Effort.Of
	budget, moves := of(firstConfigs), 0
	left := memory / configSize
	choices := slices.DeleteFunc(grid(m), func(params []int64) bool { return !limited(m, params) })
	ahead := make([]*exploration, len(choices))
	used := 0
	defer func() {
		for _, e := range ahead[used:] {
			if e != nil {
				<-e.graph
			}
		}
	}()
	for i := range choices {
		if ctx.Err() != nil {
			break
		}
		most := budget
		if memory > 0 {
			if left <= 0 {
				cut.Memory = true
				return graphs, cut
			}
			most = int(min(int64(budget), left))
		}
		if moves > of(allMoves) {
			cut.Work = true
			break
		}
		watch(fmt.Sprintf("exploring parameter choice %d of %d", i+1, len(choices)))
		for k := i; k < min(len(choices), i+runtime.GOMAXPROCS(0)); k++ {
			if ahead[k] == nil {
				ahead[k] = explored(ctx, m, choices[k], most, of(maxMoves))
			}
		}
		g := <-ahead[i].graph
		used = i + 1
		if ahead[i].most != most && (!g.Complete || g.Configs() > most) {
			g = explore.Within(ctx, m, choices[i], most, of(maxMoves))
		}
		graphs = append(graphs, g)
		left -= int64(max(g.Configs(), 1))
		moves += g.Moves() + g.Prepared()
		cut.Memory = cut.Memory || most < budget && !g.Complete && g.Configs() == most
		cut.Work = cut.Work || !g.Complete && g.Configs() < most && ctx.Err() == nil
		if g.Complete {
			budget = of(maxConfigs)
		} else {
			// Exploring an infinite machine further shows little that is new.
			budget = of(fewConfigs)
		}
	}
	return graphs, cut
}

// limited reports whether the bound fits in an int: Params.Validate rejects other parameters.
func limited(m *core.Machine, params []int64) bool {
	limit := obligation.Limit(m)
	if limit == nil {
		return true
	}
	_, err := expr.Eval(limit, Env(m, params, nil))
	return err == nil
}

// Cut reports which limits ended an exploration before it was complete.
type Cut struct {
	// Memory is the limit that the caller gave, and Work the number of moves.
	Memory, Work bool
}

// exploration is a running exploration with at most the given number of configurations.
type exploration struct {
	most  int
	graph chan *explore.Graph
}

func explored(ctx context.Context, m *core.Machine, params []int64, most, moves int) *exploration {
	e := &exploration{most, make(chan *explore.Graph, 1)}
	go func() { e.graph <- explore.Within(ctx, m, params, most, moves) }()
	return e
}

// grid lists choices of parameter values that are in the declared ranges: the smallest
// ints (or those near 0 if there is no minimum), all bools and enum values, the default
// string and the empty string. It uses fewer ints if there would be too many choices.
func grid(m *core.Machine) [][]int64 {
	var choices [][]int64
	for width := int64(widest); width > 0; width-- {
		choices = choose(m, width)
		if len(choices) <= maxGrid {
			break
		}
	}
	slices.SortStableFunc(choices, bySize)
	return choices[:min(len(choices), maxGrid)]
}

func bySize(a, b []int64) int { return cmp.Compare(size(a), size(b)) }

// size is the sum of the absolute values of parameters, or the greatest uint64.
func size(params []int64) (sum uint64) {
	for _, p := range params {
		abs := uint64(p)
		if p < 0 {
			abs = -abs
		}
		if sum += abs; sum < abs {
			return math.MaxUint64
		}
	}
	return sum
}

func choose(m *core.Machine, width int64) [][]int64 {
	choices := [][]int64{make([]int64, len(m.Params))}
	for i := range m.Params {
		var longer [][]int64
		for _, c := range choices {
			for _, value := range values(m, i, c, width) {
				next := slices.Clone(c)
				next[i] = value
				longer = append(longer, next)
			}
			if len(longer) > 16*maxGrid {
				break
			}
		}
		choices = longer
	}
	return choices
}

// values lists the values of parameter i, given those of the parameters before it.
func values(m *core.Machine, i int, params []int64, width int64) []int64 {
	p := m.Params[i]
	env := Env(m, params, nil)
	var out []int64
	switch p.Type.Kind {
	case expr.Bool:
		return []int64{0, 1}
	case expr.Enumerated:
		for v := range p.Type.Enum.Values {
			out = append(out, int64(v))
		}
	case expr.String:
		out = append(out, 0)
		if p.Default != nil {
			if v, err := expr.Eval(p.Default, env); err == nil && v != 0 {
				out = append(out, v)
			}
		}
	case expr.Int:
		lo, hi := int64(-1), int64(math.MaxInt64)
		var err error
		if p.Min != nil {
			if lo, err = expr.Eval(p.Min, env); err != nil {
				return nil
			}
		}
		if p.Max != nil {
			if hi, err = expr.Eval(p.Max, env); err != nil {
				return nil
			}
			if p.Min == nil {
				lo = min(lo, max(hi, math.MinInt64+width-1)-width+1)
			}
		}
		for n := int64(0); n < width && lo <= hi && uint64(n) <= uint64(hi)-uint64(lo); n++ {
			out = append(out, lo+n)
		}
	}
	return out
}
