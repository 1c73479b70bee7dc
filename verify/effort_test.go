package verify_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// TestEffort compares verdicts with little and with much effort: more effort contradicts
// nothing, and what was decided with little stays decided. With little effort, some searches
// give up, and say so.
func TestEffort(t *testing.T) {
	files, err := filepath.Glob("testdata/*.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	gaveUp := 0
	machines := map[string]*core.Machine{"7 nested loops": nested(t, 7)}
	for _, file := range sample.Some(t, files, sample.Size(4, 6, len(files))) {
		machines[file] = load(t, file)
	}
	for file, m := range machines {
		low := verify.Within(context.Background(), m, verify.Limits{Effort: verify.LowEffort}, func(string) {})
		again := verify.Within(context.Background(), m, verify.Limits{Effort: verify.LowEffort}, func(string) {})
		normal := verify.Machine(context.Background(), m)
		if !reflect.DeepEqual(again.GaveUp, low.GaveUp) || again.Summary() != low.Summary() {
			t.Errorf("%s: the same work has another result:\n%s\n%s", file, low.Summary(), again.Summary())
		}
		worse := func(what string, a, b verify.Status) {
			if a != verify.Unknown && a != b {
				t.Errorf("%s: %s is %s with low effort, and %s with more", file, what, a, b)
			}
		}
		worse("termination", low.Termination, normal.Termination)
		for i := range low.Obligations {
			a := &low.Obligations[i]
			for k := range normal.Obligations {
				if b := &normal.Obligations[k]; b.About() == a.About() && reflect.DeepEqual(low.Synthesized, normal.Synthesized) {
					worse(fmt.Sprint(a.About()), a.Status, b.Status)
				}
			}
		}
		if low.GaveUp != nil {
			gaveUp++
		}
	}
	if gaveUp == 0 {
		t.Error("nothing gives up: the test is too weak")
	}
}

// TestGivesUp verifies machines whose searches cost more than anything that people write: each
// ends, and says where it gave up. Scripts in this folder measure how long they take.
func TestGivesUp(t *testing.T) {
	sample.Turn(t)
	r := verify.Machine(context.Background(), nested(t, 10))
	if r.Termination != verify.Unknown || !slices.Equal(r.GaveUp, []string{"looking for a progress function", "looking for a progress function with phases"}) || !strings.Contains(r.Summary(), "with phases: --effort high") {
		t.Errorf("gave up %q\n%s", r.GaveUp, r.Summary())
	}
}

// nested returns a machine of nested loops: each counter goes up to its limit for each value of the one before.
func nested(t *testing.T, depth int) *core.Machine {
	t.Helper()
	var params, vars, states strings.Builder
	for i := range depth {
		fmt.Fprintf(&params, "n%d: int, ", i)
		fmt.Fprintf(&vars, "x%d: int, ", i)
		inner, outer := fmt.Sprintf("to: S%d, set: {x%d: 0}", i+1, i+1), fmt.Sprintf("to: S%d, set: {x%d: x%d + 1}", i-1, i-1, i-1)
		if i == depth-1 {
			inner = fmt.Sprintf("set: {x%d: x%d + 1}", i, i)
		}
		if i == 0 {
			outer = "to: Done"
		}
		fmt.Fprintf(&states, "  S%d: {on: {Step: [{if: x%d < n%d, %s}, {%s}]}}\n", i, i, i, inner, outer)
	}
	return parse(t, fmt.Sprintf("machine: Nested\nparams: {%s}\nvars: {%s}\nevents: {Step: {}}\ninitial: S0\nterminal: {done: [Done]}\nstates:\n%s  Done: {}\n",
		strings.TrimSuffix(params.String(), ", "), strings.TrimSuffix(vars.String(), ", "), states.String()))
}
