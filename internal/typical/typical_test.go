package typical_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify/trace"
)

func TestParams(t *testing.T) {
	for _, test := range []struct {
		params string
		want   []int64 // nil if no value is known
	}{
		{"", []int64{}},
		{"a: int", []int64{3}},
		{"a: {type: int, default: 7}", []int64{7}},
		{"a: {type: int, max: 2}", []int64{2}},
		{"a: {type: int, min: 5, max: 9}", []int64{5}},
		{"a: {type: int, default: 2}, b: {type: int, min: a + 3}, c: {type: int, max: b - a - 2}", []int64{2, 5, 1}},
		{"a: {type: int, min: 5}, b: {type: int, max: 9 - a}, c: bool, d: {type: bool, default: true}", []int64{5, 3, 0, 1}},
		{"a: {type: int, max: 1}, b: {type: int, min: 5, max: a}", nil},
		{"a: {type: int, max: 1}, b: {type: int, default: 4, max: a}", nil},
		{"a: {type: int, max: 0}, b: {type: int, max: 9 / a}", nil},
		{`a: string, b: {type: string, default: '"x"'}`, []int64{0, 1}},
	} {
		src := "machine: M\ngo: {package: m}\nparams: {" + test.params + "}\nevents: {Go: {}}\ninitial: A\nterminal: {done: [B]}\nstates:\n  A: {on: {Go: B}}\n  B: {}\n"
		s, diags := spec.Load("m.fsm.yaml", []byte(src))
		if s.Machine == nil {
			t.Fatalf("%s: %v", test.params, diags)
		}
		got, ok := typical.Params(s.Machine, trace.Intern(trace.Strings(s.Machine)))
		if !slices.Equal(got, test.want) || ok != (test.want != nil) {
			t.Errorf("%s: %v, %v, want %v", test.params, got, ok, test.want)
		}
	}
}
