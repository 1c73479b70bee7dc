package strategy

import (
	"encoding/binary"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const (
	// maxConfigs limits the configurations of a graph that is played, and allConfigs those
	// of all of them.
	maxConfigs = 2000
	allConfigs = 6000
)

// board is the machine with the parameters of one graph.
type board struct {
	interp.Machine
	// length is the number of transitions of the longest run, and limit the bound.
	length, limit int64
	// left is the length of the longest run from each configuration. It is nil for parameters that
	// were not explored: then the progress function is taken for it.
	left map[string]int
	// prefix are the steps up to the environment event after which the longest run counts.
	prefix []trace.Step
	// configs are those from which a plan leads on.
	configs []interp.Config
	env     *expr.Env
}

// boards returns the boards of graphs that are complete and small enough.
func (f *finder) boards() (out []*board) {
	m := f.Machine
	intern := trace.Intern(trace.Strings(m))
	total := 0
	for _, g := range f.Graphs {
		n := g.Configs()
		if n == 0 || !g.Complete || n > maxConfigs || total+n > allConfigs {
			continue
		}
		length, endless := g.Steps()
		if endless {
			return nil
		}
		total += n
		b := &board{
			Machine: interp.Machine{Core: m, Params: g.Params, Intern: intern}, length: int64(length), left: map[string]int{},
			env: &expr.Env{Params: g.Params, Intern: intern},
		}
		var err error
		if b.limit, err = expr.Eval(f.Bound, b.env); err != nil {
			continue
		}
		for c := range g.All() {
			b.left[key(c.State, c.Vars)] = c.Remaining
		}
		if m.Reactive() {
			b.prefix = prefix(m, g)
		}
		out = append(out, b)
	}
	return out
}

// prefix returns the steps of the longest run that do not count.
func prefix(m *core.Machine, g *explore.Graph) []trace.Step {
	run, _ := g.Longest()
	return run.Steps[:len(run.Steps)-len(run.Counted(m))]
}

// key identifies a configuration.
func key(state int, vars []int64) string {
	b := binary.AppendVarint(make([]byte, 0, 2+2*len(vars)), int64(state))
	for _, v := range vars {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

// eval computes an expression over parameters and variables.
func (b *board) eval(x expr.Expr, vars []int64) (int64, bool) {
	b.env.Vars = vars
	v, err := expr.Eval(x, b.env)
	return v, err == nil
}

// holds reports whether a condition holds. A nil condition does.
func (b *board) holds(x expr.Expr, vars []int64) bool {
	if x == nil {
		return true
	}
	v, ok := b.eval(x, vars)
	return ok && v != 0
}

// try makes a move in a configuration. ok is false if it takes no transition.
func (b *board) try(c interp.Config, o *option) (after interp.Config, transition int, ok bool) {
	in := interp.Input{Event: o.event, Fields: make([]int64, len(o.fields)), Answers: make([]int64, len(o.answers))}
	for i, x := range o.fields {
		if x == nil {
			continue
		}
		if in.Fields[i], ok = b.eval(x, c.Vars); !ok {
			return after, -1, false
		}
	}
	for i, yes := range o.answers {
		if yes {
			in.Answers[i] = 1
		}
	}
	s, err := b.Step(c, in)
	if err != nil || s.Transition < 0 || b.Core.Transitions[s.Transition].Effect != core.Take {
		return after, -1, false
	}
	return s.Next, s.Transition, true
}

// longest reports whether a move is the first step of a longest run.
func (b *board) longest(c interp.Config, o *option) (after interp.Config, ok bool) {
	after, transition, ok := b.try(c, o)
	if !ok {
		return after, false
	}
	left, known := b.remaining(after)
	if !known {
		return after, false
	}
	step := int64(1)
	if cost := b.Core.ChildCost(b.Core.Transitions[transition].Invokes); cost != nil {
		more, ok := b.eval(cost, after.Vars)
		if !ok {
			return after, false
		}
		step += max(more, 0)
	}
	before, known := b.remaining(c)
	return after, known && left+step == before
}

// remaining returns how many transitions a longest run from a configuration takes.
func (b *board) remaining(c interp.Config) (int64, bool) {
	if b.left == nil {
		return b.eval(b.Core.States[c.State].Progress[0], c.Vars)
	}
	left, known := b.left[key(c.State, c.Vars)]
	return int64(left), known
}
