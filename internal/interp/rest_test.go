package interp_test

import (
	"errors"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// busy divides by n for an event, which is safe at rest only, and by k without one.
const busy = `
machine: Busy
vars: {n: {type: int, init: 3}, k: {type: int, init: 1}}
events: {Take: {}, Share: {}, Mix: {by: int}}
initial: Open
terminal: {done: [Done]}
states:
  Open:
    always:
      - {if: n == 0, to: Done}
      - {if: 6 / k > 6, set: {k: 1}}
    on:
      Take: {set: {n: n - 1}}
      Share: {if: 6 / n > 1, set: {n: "0"}}
      Mix: {set: {k: event.by}}
  Done: {}
`

// TestRest wants events to have no effect unless the machine is at rest.
func TestRest(t *testing.T) {
	m := load(t, busy)
	i := interp.Machine{Core: m}
	at := func(n, k int64) interp.Config { return interp.Config{State: state(m, "Open"), Vars: []int64{n, k}} }
	always := m.Eventless()
	for _, test := range []struct {
		event  int
		c      interp.Config
		chosen string
		fails  bool
	}{
		{always, at(0, 1), "Open --always[n == 0]--> Done", false},
		{event(m, "Share"), at(0, 1), "", false},
		{event(m, "Share"), at(2, 1), "Open --Share[6 / n > 1]--> Open", false},
		{always, at(2, 1), "", false},
		{event(m, "Share"), at(9, 1), "", false},
		{always, at(0, 0), "Open --always[n == 0]--> Done", false},
		{event(m, "Take"), at(2, 0), "", true},
		{always, at(2, 0), "", true},
		{event(m, "Take"), at(2, 1), "Open --Take--> Open", false},
	} {
		s, err := i.Step(test.c, interp.Input{Event: test.event})
		want := -1
		if test.chosen != "" {
			want = number(t, m, test.chosen)
		}
		if s.Transition != want || (err != nil) != test.fails {
			t.Errorf("%s with %v: transition %d, want %d (%v)", m.Events[test.event].Name, test.c.Vars, s.Transition, want, err)
		}
		var fault *interp.Fault
		if err != nil && (!errors.As(err, &fault) || !errors.Is(err, expr.ErrDivide) || m.Transitions[fault.Transition].Event != always) {
			t.Errorf("the fault of a step without an event is %v", err)
		}
	}
}
