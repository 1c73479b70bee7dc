package trace_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/verify/trace"
)

const clockSpec = `
machine: Clock
delays: {open: {}, brief: {max: 10s}}
events: {Go: {}, Tick: {internal: true}, Over: {internal: true}, Next: {}}
initial: A
terminal: {done: [Z]}
states:
  C:
    after: {1m: Over}
    on: {Over: Z}
    states:
      A: {after: {20s: Tick}, on: {Tick: B, Go: B, Next: D}}
      B: {after: {brief: Tick}, on: {Tick: A, Go: W}}
  D: {always: W}
  W: {after: {open: Tick}, on: {Tick: Z, Next: Z}}
  Z: {}
`

// clockRun is Tick, Tick, Go: A at 0s, B at 20s, A at 30s, B at 40s, W at 50s.
func clockRun(t *testing.T) trace.Clocked {
	t.Helper()
	m := load(t, clockSpec)
	c := trace.Clocked{Run: trace.Run{LoopFrom: -1, Params: []int64{}, Start: []int64{}}, Until: trace.Forever}
	for i, label := range []string{"A --Tick", "B --Tick", "A --Go", "B --Go"} {
		at := 0
		for !strings.HasPrefix(m.Label(at), label) {
			at++
		}
		c.Steps = append(c.Steps, trace.Step{Transition: at, Fields: []int64{}, Externals: []int64{}, Before: []int64{}, After: []int64{}})
		c.At = append(c.At, []time.Duration{20, 30, 40, 50}[i]*time.Second)
	}
	return c
}

// TestClocked changes one time at a time in a run on a clock. The error must say what is wrong.
func TestClocked(t *testing.T) {
	m := load(t, clockSpec)
	for _, test := range []struct {
		name   string
		change func(*trace.Clocked)
		want   string // "" if the machine has the changed run too
	}{
		{"nothing", func(*trace.Clocked) {}, ""},
		{"an event at once", func(c *trace.Clocked) { c.At[2], c.At[3] = 30*time.Second, 30*time.Second }, ""},
		{"an event when the timer is due", func(c *trace.Clocked) { c.At[3] = 50 * time.Second }, ""},
		{"an earlier end", func(c *trace.Clocked) { c.Until = 51 * time.Second }, ""},
		{"no wait at the end", func(c *trace.Clocked) { c.Until = 50 * time.Second }, ""},
		{"a timer too early", func(c *trace.Clocked) { c.At[0] -= 1 }, `replay step 1: no timer that raises "Tick" is due at 19.999999999s`},
		{"a timer too late", func(c *trace.Clocked) { c.At[0] += 1 }, "replay step 1: timer 1 is due at 20s, before 20.000000001s"},
		{"an event after a timer", func(c *trace.Clocked) { c.At[3] += 1 }, "replay step 4: timer 2 is due at 50s, before 50.000000001s"},
		{"time that runs back", func(c *trace.Clocked) { c.At[2] = 29 * time.Second }, "replay step 3: the time 29s is before 30s"},
		{"an end before the last step", func(c *trace.Clocked) { c.Until = 0 }, "replay run: the time 0s is before 50s"},
		{"a time missing", func(c *trace.Clocked) { c.At = c.At[1:] }, "replay run: there are 3 times of 4 steps"},
		{"a wait for a timer", func(c *trace.Clocked) { c.Steps, c.At, c.Until = c.Steps[:3], c.At[:3], trace.Forever }, "replay run: timer 0 is due at 1m0s, before"},
		{"a wait until a timer", func(c *trace.Clocked) { c.Steps, c.At, c.Until = c.Steps[:3], c.At[:3], 50*time.Second }, ""},
		{"another step", func(c *trace.Clocked) { c.Steps[1] = c.Steps[0] }, "replay step 2: transition A --Tick--> B does not start in state \"B\""},
	} {
		c := clockRun(t)
		c.Steps, c.At = slices.Clone(c.Steps), slices.Clone(c.At)
		test.change(&c)
		err := c.Replay(m)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
