package golang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// circle is a machine with one event, which leads from each state to the next.
func circle(states, events int) *core.Machine {
	m := &core.Machine{Name: "Circle"}
	for i := range states {
		m.States = append(m.States, core.State{Name: fmt.Sprintf("S%d", i), Outcome: -1})
		m.Transitions = append(m.Transitions, core.Transition{From: i, To: (i + 1) % states})
	}
	for i := range events {
		m.Events = append(m.Events, core.Event{Name: fmt.Sprintf("E%d", i)})
	}
	return m
}

// TestTables chooses between a switch and a table, and makes errors in advance
// unless there are too many.
func TestTables(t *testing.T) {
	const table, prepared = "var transitionTable = [...]", "var illegalTransition = "
	for _, test := range []struct {
		states, events int
		spoil          func(*core.Machine)
		want, without  []string
	}{
		{7, 3, nil, []string{"case StateS1:\n\t\tm.state = StateS2\n", prepared}, []string{table}},
		{8, 3, nil, []string{table + "[4]State{", "StateS7: {\n\t\tEventE0: 1 + StateS0,\n", "next := transitionTable[m.state][EventE0]\n"}, nil},
		{255, 1, nil, []string{table + "[1]State{", "1 + StateS254,\n", "type State uint8\n"}, nil},
		{8, 3, func(m *core.Machine) { m.Transitions[3].Effect = core.Ignore }, []string{"case StateS7:\n"}, []string{table}},
		{8, 3, func(m *core.Machine) {
			m.States[3].Outcome, m.Outcomes = 0, []core.Outcome{{Name: "end", States: []int{3}}}
		}, []string{table}, nil},
		{1000, 17, nil, []string{table + "[32]State{", "return &IllegalTransitionError{State: m.state, Event: EventE0}\n"}, []string{prepared}},
	} {
		m := circle(test.states, test.events)
		if test.spoil != nil {
			test.spoil(m)
		}
		got := string(generate(t, m, assign(t, m, ""), "circle"))
		checkTypes(t, "circle", []byte(got))
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%d states, %d events: no %q", test.states, test.events, want)
			}
		}
		for _, without := range test.without {
			if strings.Contains(got, without) {
				t.Errorf("%d states, %d events: there is %q", test.states, test.events, without)
			}
		}
	}
}
