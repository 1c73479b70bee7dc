package counter

import (
	"encoding/binary"
	"math"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const (
	// maxPriced limits the configurations of a graph in which an expensive run is looked for, maxPrices the ways to them that cost
	// more than those before, and maxDear the steps of such a run.
	maxPriced = 20_000
	maxPrices = 200_000
	maxDear   = 1000
)

// expensive finds a run that costs more than the spec claims.
func expensive(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	c := &m.Costs[o.Cost]
	most, err := expr.Eval(c.Max, concrete.Env(m, g.Params, nil))
	if err != nil || most == math.MaxInt64 {
		return Violation{}, false
	}
	run, ok := in.Costing(g, c.Weights, most+1)
	return Violation{Run: run}, ok
}

// Costing finds a run of a graph that costs so much by some weights, with as few steps as possible, or nearly so. The run has been
// replayed.
func (in *Input) Costing(g *explore.Graph, weights []core.Weight, least int64) (trace.Run, bool) {
	if g.Configs() == 0 || g.Configs() > maxPriced || !in.Looks.take(g.Moves()) {
		return trace.Run{}, false
	}
	l := newLedger(in.Machine, g, weights)
	steps, ok := l.find(least)
	run := g.Path(0)
	run.Steps = steps
	if !ok || run.Replay(in.Machine) != nil {
		return trace.Run{}, false
	}
	sum, known := run.Charge(in.Machine, weights)
	return run, known && sum >= least
}

// ledger has what the moves of a graph cost.
type ledger struct {
	machine *core.Machine
	graph   *explore.Graph
	vars    [][]int64
	ids     map[string]int
	// outputs and starts are what each transition costs.
	outputs, starts [][]expr.Expr
	env             *expr.Env
	weights         []core.Weight
	moves           [][]purchase
}

// purchase is a step to a configuration, and what it costs.
type purchase struct {
	to   int
	cost int64
	step trace.Step // without the values before and after it
}

// account is a way to a configuration, after another one.
type account struct {
	at, length int
	cost       int64
	before     *account
	by         *purchase
}

func newLedger(m *core.Machine, g *explore.Graph, weights []core.Weight) *ledger {
	l := &ledger{machine: m, graph: g, ids: map[string]int{}, env: concrete.Env(m, g.Params, nil), weights: weights}
	for c := range g.All() {
		vars := append([]int64(nil), c.Vars...)
		l.ids[key(c.State, vars)] = len(l.vars)
		l.vars = append(l.vars, vars)
	}
	for i := range m.Transitions {
		outputs, starts := core.Charge(m, weights, m.Transitions[i].Emits, m.Transitions[i].Invokes)
		l.outputs, l.starts = append(l.outputs, outputs), append(l.starts, starts)
	}
	l.moves = make([][]purchase, len(l.vars))
	g.Find(func(s trace.Step) bool {
		t := &m.Transitions[s.Transition]
		from, ok1 := l.ids[key(t.From, s.Before)]
		to, ok2 := l.ids[key(t.To, s.After)]
		cost, ok3 := l.cost(l.outputs[s.Transition], l.starts[s.Transition], s)
		if !ok1 || !ok2 || !ok3 {
			return false
		}
		for i := range l.moves[from] {
			if p := &l.moves[from][i]; p.to == to {
				if cost > p.cost {
					p.cost, p.step = cost, bare(s)
				}
				return false
			}
		}
		l.moves[from] = append(l.moves[from], purchase{to, cost, bare(s)})
		return false
	})
	return l
}

func bare(s trace.Step) trace.Step {
	return trace.Step{Transition: s.Transition, Fields: s.Fields, Externals: s.Externals}
}

func key(state int, vars []int64) string {
	b := binary.AppendVarint(nil, int64(state))
	for _, v := range vars {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

// cost adds up what a step costs. ok is false if that has no value.
func (l *ledger) cost(outputs, starts []expr.Expr, s trace.Step) (sum int64, ok bool) {
	add := func(list []expr.Expr) bool {
		for _, x := range list {
			v, err := expr.Eval(x, l.env)
			if err != nil || v < 0 {
				return false
			}
			sum += min(v, math.MaxInt64-sum)
		}
		return true
	}
	l.env.Vars, l.env.Fields, l.env.Externals = s.Before, s.Fields, s.Externals
	if !add(outputs) {
		return 0, false
	}
	l.env.Vars = s.After
	return sum, add(starts)
}

// find returns the steps of a run from the start that costs so much. It goes on only from the most expensive ways to a configuration.
func (l *ledger) find(least int64) ([]trace.Step, bool) {
	outputs, starts := core.Charge(l.machine, l.weights, l.machine.Start, l.machine.Invoked())
	cost, ok := l.cost(outputs, starts, trace.Step{Before: l.vars[0], After: l.vars[0]})
	if !ok {
		return nil, false
	}
	best := make([]int64, len(l.vars))
	for i := range best {
		best[i] = -1
	}
	best[0] = cost
	queue := []*account{{cost: cost}}
	for n := 0; n < len(queue) && n < maxPrices; n++ {
		from := queue[n]
		if from.cost >= least {
			return l.steps(from), true
		}
		if queue[n] = nil; from.cost < best[from.at] || from.length == maxDear {
			continue
		}
		for i := range l.moves[from.at] {
			p := &l.moves[from.at][i]
			if sum := from.cost + min(p.cost, math.MaxInt64-from.cost); sum > best[p.to] {
				best[p.to] = sum
				queue = append(queue, &account{p.to, from.length + 1, sum, from, p})
			}
		}
	}
	return nil, false
}

// steps returns the steps of a way.
func (l *ledger) steps(a *account) []trace.Step {
	list := make([]trace.Step, a.length)
	for ; a.before != nil; a = a.before {
		s := a.by.step
		s.Before, s.After = l.vars[a.before.at], l.vars[a.at]
		list[a.length-1] = s
	}
	return list
}
