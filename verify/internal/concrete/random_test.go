package concrete

import (
	"context"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/effort"
)

func parsed(t *testing.T, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("test.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

const ranged = `machine: M
params: {n: {type: int, min: 3, max: "9"}, m: {type: int, min: n}, k: {type: int, max: -5}, free: int, b: bool}
vars: {x: int}
events: {E: {a: int}}
initial: S
terminal: {done: [Done]}
states: {S: {on: {E: [{if: event.a > n, set: {x: x + event.a}}, {to: Done}]}}, Done: {}}
`

// TestRandom looks at the values that are chosen: in their ranges, new, small and large, and
// the same for the same spec.
func TestRandom(t *testing.T) {
	m := parsed(t, ranged)
	known := []*explore.Graph{explore.Explore(context.Background(), m, []int64{3, 3, -5, 0, 0}, 5)}
	find := func() ([]*explore.Graph, uint32) {
		return Random(context.Background(), m, known, Limits{}, func(string) {})
	}
	graphs, seed := find()
	again, same := find()
	if len(graphs) != maxRandom || seed == 0 || seed != same {
		t.Fatalf("%d graphs with seed %d, then %d", len(graphs), seed, same)
	}
	large := 0
	for i, g := range graphs {
		if !inRange(m, g.Params) || g.Configs() == 0 || !slices.Equal(g.Params, again[i].Params) || slices.Equal(g.Params, known[0].Params) {
			t.Errorf("parameters %v, then %v", g.Params, again[i].Params)
		}
		if g.Params[3] > 1000 || g.Params[3] < -1000 {
			large++
		}
	}
	if large == 0 || large == len(graphs) {
		t.Errorf("%d of %d are large", large, len(graphs))
	}
	if other := parsed(t, ranged+"progress: {S: 1}\n"); seedOf(other) == seed {
		t.Error("another spec has the same seed")
	}
}

// TestExtremePayloads looks for the overflow that only a payload at the end of int causes.
func TestExtremePayloads(t *testing.T) {
	m := parsed(t, ranged)
	known := []*explore.Graph{explore.Explore(context.Background(), m, []int64{3, 3, -5, 0, 0}, 500)}
	if len(known[0].Faults()) > 0 {
		t.Fatal("usual payloads overflow")
	}
	for _, g := range Extreme(context.Background(), m, known, effort.Normal, func(string) {}) {
		for _, f := range g.Faults() {
			if f.Replay(m) == nil && Escapes(m, f) {
				return
			}
		}
	}
	t.Error("no payload overflows")
}
