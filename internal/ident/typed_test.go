package ident

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// ending has a host and ends: Go leads from Idle to Done or stays, Expire is
// rejected.
func ending() *core.Machine {
	m := hosted()
	m.Outcomes = []core.Outcome{{Name: "end", States: []int{1}}}
	m.States[1].Outcome = 0
	m.Transitions = []core.Transition{{}, {To: 1}, {Event: 1, Effect: core.Reject}, {Event: 1, To: 1}}
	return m
}

func TestTyped(t *testing.T) {
	n, diags := Assign(ending(), "Deep")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if d := cmp.Diff(Typed{
		Any: "DeepAnyState", Ended: "DeepEnded", Base: "deepTypedState", Begin: "DeepBegin", Stale: "DeepStaleStateError",
		In: []string{"DeepInIdle", "DeepInDone"}, Embedded: []string{"deepInIdle", "deepInDone"}, After: []string{"DeepAfterIdle", ""},
		Results: map[[2]int]string{{0, 0}: "DeepAfterGoInIdle"},
	}, n.Typed); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if d := cmp.Diff(Run{
		Run: "DeepRun", Resume: "DeepResume", Continue: "DeepContinue", Option: "DeepRunOption", WithInbox: "DeepWithInbox", Inbox: "DeepInbox",
		WithObserver: "DeepWithObserver", WithCheckpoint: "DeepWithCheckpoint", Handler: "DeepHandler", Methods: []string{"Idle", ""}, Host: "DeepRunHost", Waiting: "DeepWaitingHandler",
		Error: "DeepRunError", NoEvent: "DeepNoEventError", Fired: "DeepTimerFiredError", Own: "deepRunTimers", Parts: Parts{Views: make([]string, 2), Of: make([][]Part, 2)},
	}, n.Run); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestTypedWithout leaves out what a machine does not need.
func TestTypedWithout(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(*core.Machine)
		want  [4]string // Ended, Run.Host, Fired, Timers
	}{
		"no end": {func(m *core.Machine) { m.Outcomes, m.States[1].Outcome = nil, -1 },
			[4]string{"", "RunHost", "TimerFiredError", "runTimers"}},
		"no timers": {func(m *core.Machine) { m.Timers = nil }, [4]string{"Ended", "Host", "", ""}},
		"nothing but timers": {func(m *core.Machine) { m.Guards, m.Outputs, m.Delays = nil, nil, nil },
			[4]string{"Ended", "", "TimerFiredError", "runTimers"}},
		"timers and delays": {func(m *core.Machine) { m.Guards, m.Outputs = nil, nil },
			[4]string{"Ended", "RunHost", "TimerFiredError", "runTimers"}},
		"no host": {func(m *core.Machine) { m.Guards, m.Outputs, m.Delays, m.Timers = nil, nil, nil, nil }, [4]string{"Ended", "", "", ""}},
	} {
		m := ending()
		test.spoil(m)
		n, diags := Assign(m, "")
		if got := [4]string{n.Typed.Ended, n.Run.Host, n.Run.Fired, n.Run.Own}; len(diags) > 0 || got != test.want {
			t.Errorf("%s: names %v, want %v, diagnostics %v", name, got, test.want, diags)
		}
	}
}

func TestTypedCollisions(t *testing.T) {
	for want, spoil := range map[string]func(*core.Machine){
		"event `In` and method In of the generated machine":                          func(m *core.Machine) { m.Events[0].Name = "In" },
		"event `machine` and method Machine of the generated":                        func(m *core.Machine) { m.Events[0].Name = "machine" },
		"enum `Handler` and the generated Handler":                                   func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "Handler"}} },
		"enum `InDone` and the generated type for state `Done`":                      func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "InDone"}} },
		"enum `AfterIdle` and the generated type for the successors of state `Idle`": func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "AfterIdle"}} },
		"enum `AfterGoInIdle` and the generated type for the targets of event `Go`":  func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "AfterGoInIdle"}} },
		"output `runHost` and the generated RunHost":                                 func(m *core.Machine) { m.Outputs[0].Name = "runHost" },
		"guard `runHost` and the generated RunHost":                                  func(m *core.Machine) { m.Guards[1].Name = "runHost" },
		"delay `short` and the generated RunHost":                                    func(m *core.Machine) { m.Delays[1].Go = "RunHost" },
		"state `idle` and state `Idle`":                                              func(m *core.Machine) { m.States[1].Name = "idle" },
		"the generated type for the successors of state `GoInIdle` and the generated type for the targets of event `Go`": func(m *core.Machine) {
			m.States = append(m.States, core.State{Name: "GoInIdle", Outcome: -1})
		},
	} {
		m := ending()
		spoil(m)
		_, diags := Assign(m, "")
		if len(diags) != 1 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, want) {
			t.Errorf("%v, want %q", diags, want)
		}
	}

	m := ending()
	for _, name := range []string{"steps", "typed", "here", "handle"} {
		m.Vars = append(m.Vars, core.Var{Name: name, State: -1})
	}
	n, diags := Assign(m, "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for i, want := range []string{"v", "steps_", "typed_", "here_", "handle_"} {
		if n.Vars[i].Field != want {
			t.Errorf("field %s, want %s", n.Vars[i].Field, want)
		}
	}
}
