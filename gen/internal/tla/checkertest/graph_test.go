package checkertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// graph is what exploration found, put in the terms of TLA+.
type graph struct {
	m       *core.Machine
	explore *explore.Graph
	// next holds the steps that change something, between configurations.
	next map[string][]string
	// stutter says that a step of the machine's own changes nothing, climb
	// that one does not lower the progress function, or cannot be judged.
	stutter, climb bool
}

func newGraph(t *testing.T, g *explore.Graph) *graph {
	t.Helper()
	out := &graph{m: g.Machine, explore: g, next: map[string][]string{}}
	g.Find(func(s trace.Step) bool {
		tr := &g.Machine.Transitions[s.Transition]
		from, to := key(tr.From, s.Before), key(tr.To, s.After)
		own := !g.Machine.Events[tr.Event].Environment
		if from == to {
			out.stutter = out.stutter || own
			return false
		}
		if !slices.Contains(out.next[from], to) {
			out.next[from] = append(out.next[from], to)
		}
		out.climb = out.climb || own && !out.falls(tr, s)
		return false
	})
	return out
}

// steps counts the pairs of different configurations between which a step leads.
func (g *graph) steps() (n int) {
	for _, to := range g.next {
		n += len(to)
	}
	return n
}

func key(state int, vars []int64) string { return fmt.Sprint(state, vars) }

func (g *graph) value(e expr.Expr, vars []int64) (int64, error) {
	intern := func(s string) int64 { return int64(slices.Index(trace.Strings(g.m), s)) }
	return expr.Eval(e, &expr.Env{Params: g.explore.Params, Vars: vars, Intern: intern})
}

// falls reports whether a step lowers the progress function.
func (g *graph) falls(t *core.Transition, s trace.Step) bool {
	for c := range g.m.Rank {
		before, err := g.value(g.m.States[t.From].Progress[c], s.Before)
		after, err2 := g.value(g.m.States[t.To].Progress[c], s.After)
		switch {
		case err != nil || err2 != nil || after > before:
			return false
		case after < before:
			return true
		}
	}
	return false
}

// holds reports whether a condition holds in all configurations that it is
// about.
func (g *graph) holds(e expr.Expr, state int) bool {
	for c := range g.explore.All() {
		if state >= 0 && state != c.State {
			continue
		}
		if v, err := g.value(e, c.Vars); err != nil || v == 0 {
			return false
		}
	}
	return true
}

// stuck reports whether the machine can reach a configuration without steps, or without
// steps that change something.
func (g *graph) stuck(atAll bool) bool {
	leads := map[string]bool{}
	if atAll {
		g.explore.Find(func(s trace.Step) bool {
			leads[key(g.m.Transitions[s.Transition].From, s.Before)] = true
			return false
		})
	}
	for c := range g.explore.All() {
		k := key(c.State, c.Vars)
		if !g.m.Terminal(c.State) && len(g.next[k]) == 0 && !leads[k] {
			return true
		}
	}
	return false
}

// cycle reports whether steps that change something form a cycle.
func (g *graph) cycle() bool {
	// Leaves are taken away until none is left.
	before := map[string][]string{}
	open := map[string]int{}
	var leaves []string
	for c := range g.explore.All() {
		k := key(c.State, c.Vars)
		open[k] = len(g.next[k])
		if open[k] == 0 {
			leaves = append(leaves, k)
		}
		for _, to := range g.next[k] {
			before[to] = append(before[to], k)
		}
	}
	gone := 0
	for ; len(leaves) > 0; gone++ {
		k := leaves[len(leaves)-1]
		leaves = leaves[:len(leaves)-1]
		for _, b := range before[k] {
			if open[b]--; open[b] == 0 {
				leaves = append(leaves, b)
			}
		}
	}
	return gone < len(open)
}
