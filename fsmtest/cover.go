package fsmtest

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// checks are the tests of a machine. They begin with the runs to all that it can do.
type checks struct{ *harness }

// testCase is a run that ends with a transition, or with an event that is
// illegal, which no run before it had. It has no events if the machine takes the transition when
// it begins.
type testCase struct {
	params any // without variables
	small  int // which of small; -1: none
	events []Input
	picks  []byte // the choices that made the events
	row    int    // of the last event, or of a step without an event that follows it
}

// small returns parameters near their minimum, and the defaults if they are in range.
func (h *checks) small(t testing.TB) []any {
	t.Helper()
	var all []any
	for spread := h.spread(); len(all) == 0 && spread < 1000; spread = 2*spread + 1 {
		choices(rand.New(rand.NewSource(1)), 100, func(choose chooser) {
			if c := h.drawParams(spread, choose); h.valid(c) {
				all = append(all, c)
			}
		})
	}
	if c, ok := h.defaults(); ok && h.valid(c) {
		all = append(all, c)
	}
	if len(all) == 0 {
		t.Fatal("found no parameters in the declared ranges")
	}
	return all
}

// cover returns the runs to all that small machines can do, each as short as the
// walk finds it.
func (h *checks) cover(t testing.TB) []testCase {
	t.Helper()
	if h.covered != nil {
		return h.covered
	}
	taken, shown := make([]int, len(h.rows)), make([]bool, len(h.rows))
	refused := map[[2]int]bool{}
	var cases, openings []testCase
	lengths := map[string]int{}
	events := Effort(20_000)
	small := h.small(t)
	for k, i := range order(len(small)) {
		c, share := small[i], max(events/(len(small)-k), 100)
		if k == 0 {
			share = max(share, events/2)
		}
		_, left := h.walk(t, c, share, taken, func(nodes []node, at int, e Input, picks []byte, of course) {
			if h.lasts(nodes[at].run.oracle, lengths) {
				h.delayed = append(h.delayed, testCase{params: c, small: i, events: eventsTo(nodes, at)})
			}
			var rows []int
			for _, row := range of.rows() {
				if !shown[row] {
					shown[row], rows = true, append(rows, row)
				}
			}
			if kind := [2]int{nodes[at].run.oracle.state, e.event}; of.row < 0 && !refused[kind] {
				refused[kind] = true
				rows = append(rows, -1)
			}
			if rows == nil {
				return
			}
			found := testCase{params: c, small: i}
			for _, j := range pathTo(nodes, at) {
				found.events = append(found.events, nodes[j].by)
				found.picks = append(found.picks, nodes[j].picks...)
			}
			found.events = append(found.events, e)
			found.picks = append(found.picks, picks...)
			for _, found.row = range rows {
				cases = append(cases, found)
			}
		})
		for _, s := range h.opening(c).steps {
			openings = append(openings, testCase{params: c, small: i, row: s.row})
		}
		events -= share - left
		if events <= 0 || !slices.Contains(taken, 0) {
			break
		}
	}
	h.replay(t, func(row int, run func() testCase) {
		if !shown[row] {
			shown[row], cases = true, append(cases, run())
		}
	})
	for _, c := range openings {
		if !shown[c.row] {
			shown[c.row], cases = true, append(cases, c)
		}
	}
	if cases == nil { // a machine that is never sent an event
		cases = []testCase{{params: small[0], row: -1}}
	}
	h.covered = cases
	return cases
}

// after returns the configuration after a run.
func (h *checks) after(c testCase) Config {
	at := h.start(c.params)
	for _, e := range c.events {
		at, _ = h.step(at, e)
	}
	return at
}

// maxLengths bounds the different lengths of timers that are tried in each state.
const maxLengths = 8

// lasts reports whether timers run in a configuration whose lengths depend on variables and are new. It counts
// them by their texts, and by state.
func (h *checks) lasts(m Config, lengths map[string]int) bool {
	var asked []Call
	for _, i := range h.running(m) {
		if delay := h.Timers[i].Delay; delay != nil {
			asked = append(asked, delay(m.vars))
		}
	}
	state, text := h.States[m.state].Name, fmt.Sprint(m.state, asked)
	if len(asked) == 0 || lengths[text] > 0 || lengths[state] == maxLengths {
		return false
	}
	lengths[text]++
	lengths[state]++
	return true
}
