package concrete

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

func machine(t *testing.T, params string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("grid.fsm.yaml", fmt.Appendf(nil, `machine: Grid
params: {%s}
events: {E: {}}
initial: S
terminal: {done: [T]}
states: {S: {on: {E: T}}, T: {}}
`, params))
	if diags.HasErrors() {
		t.Fatalf("%s: %+v", params, diags)
	}
	return s.Machine
}

// TestGridEnds chooses values of ints whose ranges begin or end near the ends of int.
func TestGridEnds(t *testing.T) {
	const most, least = math.MaxInt64, math.MinInt64
	for _, test := range []struct {
		params string
		want   [][]int64
	}{
		{"p: int", [][]int64{{0}, {-1}, {1}, {2}}},
		{"p: {type: int, min: 5, max: 6}", [][]int64{{5}, {6}}},
		{"p: {type: int, max: 1}", [][]int64{{0}, {-1}, {1}, {-2}}},
		{"p: {type: int, max: -7}", [][]int64{{-7}, {-8}, {-9}, {-10}}},
		{"p: {type: int, min: 4611686018427387905, max: 4611686018427387906}", [][]int64{{1<<62 + 1}, {1<<62 + 2}}},
		{"p: {type: int, min: 9223372036854775807}", [][]int64{{most}}},
		{"p: {type: int, min: 9223372036854775806}", [][]int64{{most - 1}, {most}}},
		{"p: {type: int, max: -9223372036854775807}", [][]int64{{least + 1}, {least}}},
		{"p: {type: int, max: -9223372036854775807 - 1}", [][]int64{{least}}},
		{"p: {type: int, min: 9223372036854775807}, q: {type: int, min: p - 1, max: p}", [][]int64{{most, most - 1}, {most, most}}},
		{"p: {type: int, min: 2, max: 3}, q: {type: int, max: -9223372036854775807}", [][]int64{{2, least + 1}, {2, least}, {3, least + 1}, {3, least}}},
	} {
		if d := cmp.Diff(test.want, grid(machine(t, test.params))); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.params, d)
		}
	}
}
