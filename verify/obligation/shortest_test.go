package obligation_test

import (
	"math"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestShortest holds what a timer does not fall below to what the declared ranges allow, worked out by hand.
func TestShortest(t *testing.T) {
	const text = `machine: M
params:
  a: {type: duration, min: 2s, max: 1m}
  b: {type: duration, min: 10s, max: 1h}
  c: {type: duration, min: b, max: 2h}
  n: {type: int, min: 3, max: 9}
  free: {type: duration, max: 1h}
vars: {v: {type: duration, min: 5s, max: b, init: 5s}}
events: {Fire: {internal: true}}
initial: S
terminal: {done: [T]}
states: {S: {after: {b: Fire}, on: {Fire: T}}, T: {}}
`
	s, diags := spec.Load("m.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	m := s.Machine
	ref := func(name string) expr.Expr {
		for i := range m.Params {
			if m.Params[i].Name == name {
				return &expr.Ref{Symbol: m.Params[i].Symbol}
			}
		}
		return &expr.Ref{Symbol: m.Vars[0].Symbol}
	}
	of := func(op expr.Op, x, y expr.Expr) expr.Expr { return &expr.Binary{Op: op, X: x, Y: y} }
	call := func(op expr.Op, args ...expr.Expr) expr.Expr { return &expr.Call{Op: op, Args: args} }
	a, b := ref("a"), ref("b")
	unknown := of(expr.Sub, a, b) // which may be negative
	for _, test := range []struct {
		x    expr.Expr
		want time.Duration
	}{
		{a, 2 * time.Second},
		{ref("c"), 10 * time.Second},
		{ref("free"), 0},
		{ref("v"), 0}, // its range may not be proved
		{expr.Number(int64(time.Minute)), time.Minute},
		{expr.Number(-1), 0},
		{call(expr.Min, b, a), 2 * time.Second},
		{call(expr.Min, a, b), 2 * time.Second},
		{call(expr.Max, a, b), 10 * time.Second},
		{call(expr.Max, b, a), 10 * time.Second},
		{call(expr.Min, b, unknown), 0},
		{call(expr.Max, unknown, b), 10 * time.Second},
		{of(expr.Add, a, b), 12 * time.Second},
		{of(expr.Add, unknown, b), 0},
		{of(expr.Add, b, unknown), 0},
		{of(expr.Mul, ref("n"), a), 6 * time.Second},
		{of(expr.Mul, unknown, a), 0},
		{of(expr.Quo, b, expr.Number(4)), 2500 * time.Millisecond},
		{of(expr.Quo, b, ref("n")), 0}, // n may be larger
		{of(expr.Quo, b, expr.Number(0)), 0},
		{of(expr.Add, expr.Number(math.MaxInt64), expr.Number(math.MaxInt64)), 0},
		{of(expr.Mul, expr.Number(1<<62+5), expr.Number(4)), 0}, // 20, if it wraps
		{unknown, 0},
	} {
		m.Timers[0].Length = test.x
		if got := obligation.Shortest(m, 0); got != test.want {
			t.Errorf("%s: %v, want %v", expr.Print(test.x, expr.Spec), got, test.want)
		}
	}
	m.Timers[0].Length, m.Timers[0].Constant = nil, time.Second
	if got := obligation.Shortest(m, 0); got != time.Second {
		t.Errorf("a constant: %v", got)
	}
}
