package synthesis_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/synthesis"
)

func parse(t *testing.T, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("test.fsm.yaml", []byte(text))
	if diags.HasErrors() {
		t.Fatalf("%v in\n%s", diags, text)
	}
	return s.Machine
}

// graphs explores m with parameters from 0 to 3 each, as far as the ranges
// allow them.
func graphs(t *testing.T, m *core.Machine) (out []*explore.Graph) {
	t.Helper()
	params := make([]int64, len(m.Params))
	var visit func(i int)
	visit = func(i int) {
		if i == len(params) {
			out = append(out, explore.Explore(context.Background(), m, slices.Clone(params), 1<<14))
			return
		}
		lo := int64(0)
		if min := m.Params[i].Min; min != nil {
			lo, _ = expr.Eval(min, &expr.Env{Params: params})
		}
		for v := lo; v < lo+4; v++ {
			params[i] = v
			visit(i + 1)
		}
	}
	visit(0)
	return out
}

// written prints a progress function, state by state.
func written(m *core.Machine, c *synthesis.Candidate) []string {
	var out []string
	for s, e := range c.Progress() {
		if !m.Terminal(s) {
			out = append(out, m.States[s].Name+": "+expr.Print(e, expr.Spec))
		}
	}
	return out
}

// TestCandidates compares the first candidates, and holds them to the longest
// runs that were explored.
func TestCandidates(t *testing.T) {
	const head = "machine: M\nevents: {Go: {}, Other: {}}\nterminal: {done: [Done]}\n"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"constant", "initial: A\nstates: {A: {on: {Go: B}}, B: {on: {Go: Done}}, Done: {}}",
			[]string{"A: 2", "B: 1"}},
		{"larger of two", `
params: {n: {type: int, min: 0}, m: {type: int, min: 0}}
vars: {x: {type: int, min: 0}}
initial: A
states:
  A: {on: {Go: {to: B, set: {x: n}}, Other: {to: B, set: {x: m}}}}
  B: {on: {Go: [{if: x > 0, set: {x: x - 1}}, {to: Done}]}}
  Done: {}
`, []string{"A: max(n, m) + 2", "B: x + 1"}},
		{"triangle", `
params: {n: {type: int, min: 1}}
vars: {i: {type: int, min: 0, init: n}, j: {type: int, min: 0, init: n}}
initial: A
states:
  A: {on: {Go: [{if: j > 1, set: {j: j - 1}}, {if: i > 1, set: {i: i - 1, j: i - 1}}, {to: Done}]}}
  Done: {}
`, []string{"A: (i * (i - 1) + 2 * j) / 2"}},
		{"least value", `
params: {n: {type: int, min: 0}}
vars: {x: {type: int, min: 0, init: n}}
initial: A
states:
  A: {on: {Go: [{if: x > 1, set: {x: x - 1}}, {to: Done}]}}
  Done: {}
`, []string{"A: max(1, x)"}},
		{"what does not matter", `
params: {n: {type: int, min: 0}, size: {type: int, min: 0}}
vars: {x: {type: int, min: 0, init: n}, sum: {type: int, min: 0, init: size}}
initial: A
states:
  A: {on: {Go: [{if: x > 0, set: {x: x - 1, sum: sum + x}}, {to: Done}]}}
  Done: {}
`, []string{"A: x + 1"}},
		{"larger of two on the way down", `
params: {n: {type: int, min: 0}, m: {type: int, min: 0}}
vars: {x: {type: int, init: n}, y: {type: int, init: m}}
initial: A
states:
  A: {on: {Go: [{if: x > 0 || y >= 2, set: {x: x - 1, y: y - 1}}, {to: Done}]}}
  Done: {}
`, []string{"A: max(x, y - 1) + 1"}},
		{"two steps for each", `
params: {n: {type: int, min: 0}, m: {type: int, min: 0}, k: {type: int, min: 0}}
vars: {x: {type: int, min: 0}, y: {type: int, min: 0}, z: {type: int, min: 0}}
initial: Start
states:
  Start: {on: {Go: {to: A, set: {x: n, y: m, z: k}}}}
  A: {on: {Go: [{if: x > 0 || 0 < y || z != 0, to: B, set: {x: "max(0, x - 1)", y: "max(0, y - 1)", z: "max(0, z - 1)"}}, {to: Done}]}}
  B: {on: {Go: A}}
  Done: {}
`, []string{"Start: 2 * max(n, m, k) + 2", "A: 2 * max(x, y, z) + 1", "B: 2 * max(x, y, z) + 2"}},
		{"not the smaller of two", `
params: {n: {type: int, min: 0}, m: {type: int, min: 0}}
vars: {x: {type: int, init: n}, y: {type: int, init: m}}
initial: A
states:
  A: {on: {Go: [{if: x > 0 && y > 0, set: {x: x - 1, y: y - 1}}, {to: Done}]}}
  Done: {}
`, nil},
		{"endless", "initial: A\nstates: {A: {on: {Go: A, Other: Done}}, Done: {}}", nil},
		{"doubling", `
params: {n: {type: int, min: 0}}
vars: {x: {type: int, min: 0, init: 1}, n2: {type: int, init: n}}
initial: A
states:
  A: {on: {Go: [{if: n2 > 0, set: {n2: n2 - 1, x: 2*x}}, {to: B}]}}
  B: {on: {Go: [{if: x > 0, set: {x: x - 1}}, {to: Done}]}}
  Done: {}
`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parse(t, head+tt.text)
			explored := graphs(t, m)
			candidates := synthesis.Candidates(m, explored, enough())
			if len(candidates) == 0 {
				if tt.want != nil {
					t.Error("no candidates")
				}
				return
			}
			if diff := cmp.Diff(tt.want, written(m, candidates[0])); diff != "" {
				t.Errorf("first candidate (-want +got):\n%s", diff)
			}
			again := synthesis.Candidates(m, graphs(t, m), enough())
			if diff := cmp.Diff(written(m, candidates[0]), written(m, again[0])); diff != "" {
				t.Errorf("a second time (-want +got):\n%s", diff)
			}
			for i, c := range candidates {
				for _, g := range explored {
					for at := range g.All() {
						v, err := expr.Eval(c.Progress()[at.State], &expr.Env{Params: g.Params, Vars: at.Vars})
						if err != nil || v < int64(at.Remaining) || i == 0 && v != int64(at.Remaining) {
							t.Fatalf("candidate %d is %d (%v) with %v in %v, where the longest run takes %d", i, v, err, g.Params, at, at.Remaining)
						}
					}
				}
			}
		})
	}
}

// TestRecover hides polynomials behind machines that count them down: what is
// found must have the same value for parameters that were not explored.
func TestRecover(t *testing.T) {
	random := sample.Rand(t)
	for range 60 {
		products := []string{"a", "b", "a*b", "a*a", "b*b"}
		random.Shuffle(len(products), func(i, j int) { products[i], products[j] = products[j], products[i] })
		hidden := "1"
		for _, p := range products[:1+random.IntN(3)] {
			hidden += " + " + string(rune('1'+random.IntN(4))) + "*" + p
		}
		m := parse(t, strings.ReplaceAll(`
machine: M
params: {a: {type: int, min: 0}, b: {type: int, min: 0}}
vars: {x: {type: int, min: 0, init: HIDDEN}}
events: {Go: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Go: B}}
  B: {on: {Go: [{if: x > 0, set: {x: x - 1}}, {to: Done}]}}
  Done: {}
`, "HIDDEN", hidden))
		candidates := synthesis.Candidates(m, graphs(t, m), enough())
		if len(candidates) == 0 {
			t.Fatalf("no candidates for %s", hidden)
		}
		for a := range int64(9) {
			for b := range int64(9) {
				env := &expr.Env{Params: []int64{a, b}, Vars: []int64{0}}
				env.Vars[0], _ = expr.Eval(m.Vars[0].Init, env)
				if v, err := expr.Eval(candidates[0].Progress()[0], env); err != nil || v != env.Vars[0]+2 {
					t.Fatalf("%s gives %v, which is %d for %d, %d (%v)", hidden, written(m, candidates[0]), v, a, b, err)
				}
			}
		}
	}
}

// TestFloored checks what the values become, and that it happens once.
func TestFloored(t *testing.T) {
	m := parse(t, `
machine: M
params: {n: {type: int, min: 1}}
vars: {x: {type: int, min: 0, max: n, init: n}}
events: {Go: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Go: [{if: x > 1, set: {x: x - 1}}, {to: Done}]}}
  Done: {}
`)
	c := synthesis.Candidates(m, graphs(t, m), enough())[0]
	floored, ok := c.Floored(0)
	if !ok || cmp.Diff([]string{"A: max(1, x)"}, written(m, floored)) != "" || cmp.Diff([]string{"A: x"}, written(m, c)) != "" {
		t.Errorf("%v, before %v", written(m, floored), written(m, c))
	}
	if _, ok := floored.Floored(0); ok {
		t.Error("floored twice")
	}
}

// enough returns more work than any test needs.
func enough() *int {
	work := 1_000_000_000
	return &work
}
