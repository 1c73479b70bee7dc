package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestWithin limits the memory below what is needed to find a lasso far from the start: the
// verdict becomes unknown, and the report mentions the limit.
func TestWithin(t *testing.T) {
	m := parse(t, `machine: Far
vars: {x: int}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: [{if: x < 500, set: {x: x + 1}}, {if: x % 7 == 3, to: B}, {to: Done}]}}
  B: {on: {Step: {to: A, set: {x: x - 1}}}}
  Done: {}
`)
	for _, tt := range []struct {
		memory int64
		want   verify.Status
	}{{0, verify.Refuted}, {1 << 20, verify.Refuted}, {1 << 13, verify.Unknown}, {1, verify.Unknown}} {
		var doing []string
		r := verify.Within(context.Background(), m, verify.Limits{Memory: tt.memory}, func(what string) { doing = append(doing, what) })
		out := tt.want == verify.Unknown
		if r.Termination != tt.want || r.OutOfMemory != out || strings.Contains(r.Summary(), "memory limit") != out {
			t.Errorf("with %d bytes: %t\n%s", tt.memory, r.OutOfMemory, r.Summary())
		}
		if len(doing) < 4 || tt.memory != 1 && doing[0] != "exploring parameter choice 1 of 1" {
			t.Errorf("with %d bytes: %q", tt.memory, doing)
		}
	}
}
