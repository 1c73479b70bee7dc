package ident

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestLinear assigns the names of large machines: eight times the size takes about eight times as long, and not 64
// times. Only the quotient of two times counts, and the least of several, so a busy computer does not matter.
func TestLinear(t *testing.T) {
	sample.Turn(t)
	const size, factor = 4_000, 8
	for name, build := range map[string]func(int) *core.Machine{"states": manyStates, "timers": manyTimers, "variables": manyVariables} {
		t.Run(name, func(t *testing.T) {
			small, large := build(size), build(factor*size)
			least := math.Inf(1)
			for range 5 {
				one, many := assign(t, small), assign(t, large)
				if least = min(least, float64(many)/float64(one)); least < 3*factor {
					return
				}
			}
			t.Errorf("%d times the size takes at least %.0f times as long", factor, least)
		})
	}
}

// assign returns how long it takes to assign the names of a machine.
func assign(t *testing.T, m *core.Machine) time.Duration {
	t.Helper()
	start := time.Now()
	if _, diags := Assign(m, ""); len(diags) > 0 {
		t.Fatal(diags[0])
	}
	return time.Since(start)
}

// goType is the type of variables.
var goType = expr.Type{Kind: expr.Opaque, Go: &expr.GoType{Text: "T", Parts: []expr.GoPart{{Name: "T"}}}}

func numbered(prefix string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%s%d", prefix, i))
	}
	return list
}

// manyStates returns a machine with n states, each with a datum and two transitions.
func manyStates(n int) *core.Machine {
	m := machine(nil, numbered("E", n/10), numbered("S", n), nil)
	for i := range m.States {
		m.Transitions = append(m.Transitions, core.Transition{From: i, Event: i / 10, To: 0}, core.Transition{From: i, Event: i / 10, To: 1})
		m.Vars = append(m.Vars, core.Var{Name: "d", Type: goType, State: i})
	}
	return m
}

// manyTimers returns a machine with n states, each with a timer.
func manyTimers(n int) *core.Machine {
	m := machine(nil, []string{"E"}, numbered("S", n), nil)
	for i := range m.States {
		m.Timers = append(m.Timers, core.Timer{Owner: m.States[i].Name})
	}
	return m
}

// manyVariables returns a machine with n variables.
func manyVariables(n int) *core.Machine {
	m := machine(nil, nil, []string{"A"}, numbered("v", n))
	for i := range m.Vars {
		m.Vars[i].Type = goType
	}
	return m
}
