package fsmtest

import (
	"math/rand"
	"slices"
	"testing"
)

// replay makes the runs of the spec, and fails if one takes another way. It calls
// visit with the row of each step, and what returns the run to there. In the
// configurations between it sends other events too. Steps without an event are not sent: the
// machine must have taken them by itself, after the step before or when it began.
//
// It reports whether it has made all runs: it ends early if they have too many steps.
func (h *checks) replay(t testing.TB, visit func(row int, run func() testCase)) (all bool) {
	t.Helper()
	if len(h.Runs) == 0 {
		return true
	}
	defer failEndless(t)
	small := h.small(t)
	random := rand.New(rand.NewSource(1))
	known := map[string]bool{}
	for _, tree := range h.Runs {
		params := h.paramsText(tree.Params)
		index := slices.IndexFunc(small, func(c any) bool { return h.paramsText(c) == params })
		start := h.begin(tree.Params)
		if start.fault != nil {
			t.Fatal(start.fault)
		}
		opening := h.opening(tree.Params)
		runs := make([]*run, len(tree.Steps))
		courses := make([]*course, len(tree.Steps)) // of the last event
		number := make([]int, len(tree.Steps))      // of the step, among those of the course
		sent := make([]Input, len(tree.Steps))
		made := make([][]byte, len(tree.Steps)) // the choices
		to := func(i int) testCase {
			c := testCase{params: tree.Params, small: index, row: tree.Steps[i].Row}
			for ; i >= 0; i = tree.Steps[i].After {
				if h.eventless(h.rows[tree.Steps[i].Row].on) {
					continue
				}
				c.events = append(c.events, sent[i])
				c.picks = append(slices.Clone(made[i]), c.picks...)
				if made[i] == nil {
					c.small = -1
				}
			}
			slices.Reverse(c.events)
			return c
		}
		for i, step := range tree.Steps {
			run, of, next := start, &opening, 0
			if step.After >= 0 {
				run, of, next = runs[step.After], courses[step.After], number[step.After]+1
			}
			after := func(more ...Input) string {
				if step.After < 0 {
					return h.inputsText(more)
				}
				return h.inputsText(append(to(step.After).events, more...))
			}
			if h.eventless(h.rows[step.Row].on) {
				if next >= len(of.steps) || of.steps[next].row != step.Row {
					t.Fatalf("the run does not take %s\nafter %s\nwith %s", h.rowText(step.Row), after(), params)
				}
				runs[i], courses[i], number[i] = run, of, next
				visit(step.Row, func() testCase { return to(i) })
				continue
			}
			run = run.fork()
			if key := h.key(run.oracle); !known[key] {
				known[key] = true
				for event := range h.Events {
					if !h.comes(run.oracle, Input{event: event, timed: 1}) {
						continue
					}
					choices(random, 8, func(choose chooser) {
						beside := run.fork()
						e := h.fill(event, run.oracle, choose)
						if beside.take(e); beside.fault != nil {
							t.Fatalf("%v\nafter %s\nwith %s", beside.fault, after(e), params)
						}
					})
				}
			}
			sent[i], made[i] = h.full(Input{event: h.rows[step.Row].on, payload: step.Event}, run.oracle)
			row := run.take(sent[i])
			if run.fault != nil {
				t.Fatalf("%v\nafter %s\nwith %s", run.fault, after(sent[i]), params)
			}
			if row != step.Row {
				t.Fatalf("the run does not take %s\nafter %s\nwith %s", h.rowText(step.Row), after(sent[i]), params)
			}
			runs[i], courses[i] = run, run.last
			visit(row, func() testCase { return to(i) })
		}
	}
	return true
}

// full returns the event that fill makes in a configuration and that has the same
// name, and the choices that make it. If there is none, it returns the event
// itself, and no choices.
func (o *draws) full(e Input, m Config) (full Input, picks []byte) {
	e.timed = o.untimed(e.event)
	full = e
	want := o.inputText(e)
	choices(rand.New(rand.NewSource(1)), 1000, func(choose chooser) {
		made := []byte{byte(e.event)}
		f := o.fill(e.event, m, func(n int) int {
			pick := choose(n)
			made = append(made, byte(pick))
			return pick
		})
		if picks == nil && o.inputText(f) == want {
			full, picks = f, made
		}
	})
	return full, picks
}
