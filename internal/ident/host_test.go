package ident

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// hosted has one of everything that a host is for.
func hosted() *core.Machine {
	m := machine([]string{"n"}, []string{"Go", "Expire"}, []string{"Idle", "Done"}, []string{"v"})
	m.Guards = []core.Guard{{Name: "plain", Text: "n > 0"}, {Name: "open", External: true, Args: []core.Field{{Name: "m"}, {Name: "userId"}}}}
	m.Outputs = []core.Output{{Name: "Tell", Fields: []core.Field{{Name: "type"}, {Name: "time"}}}}
	m.Delays = []core.Delay{{Name: "long", Constant: time.Hour}, {Name: "short", Args: []core.Field{{Name: "n"}}}}
	m.Timers = []core.Timer{{Owner: "Idle", Event: 1, Delay: 0}, {Owner: "around", Event: 0, Delay: 1}}
	return m
}

func TestHost(t *testing.T) {
	n, diags := Assign(hosted(), "Deep")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	types := []string{n.Host, n.GuardSet, n.OutputSet, n.TimerSet, n.Timer, n.StaleTimer, n.Reentrant}
	want := []string{"DeepHost", "DeepGuards", "DeepOutputs", "DeepTimers", "DeepTimer", "DeepStaleTimerError", "DeepReentrantError"}
	if d := cmp.Diff(want, types); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, d := range []string{
		cmp.Diff([]Guard{{}, {Method: "Open", Ask: "askOpen", Args: []string{"m_", "userID"}}}, n.Guards),
		cmp.Diff([]Output{{Method: "Tell", Args: []string{"type_", "time_"}}}, n.Outputs),
		cmp.Diff([]Delay{{Const: "DeepDelayLong"}, {Method: "Short", Args: []string{"n"}}}, n.Delays),
		cmp.Diff([]string{"DeepTimerIdleExpire", "DeepTimerAroundGo"}, n.Timers),
	} {
		if d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
}

// TestNoHost leaves the names of a host to machines without one.
func TestNoHost(t *testing.T) {
	m := machine(nil, []string{"Fire", "StartTimer", "Now"}, []string{"A"}, []string{"host", "busy", "rest", "askOpen", "due"})
	m.Enums = []*expr.Enum{{Name: "Host"}, {Name: "Guards"}, {Name: "Outputs"}, {Name: "Timers"}, {Name: "Timer"}, {Name: "StaleTimerError"}}
	m.Delays = []core.Delay{{Name: "unused"}}
	n, diags := Assign(m, "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if n.Host+n.GuardSet+n.OutputSet+n.TimerSet+n.Timer+n.StaleTimer != "" {
		t.Errorf("a machine without a host has names for one: %+v", n)
	}
	if n.Vars[0].Field != "host" || n.Vars[1].Field != "busy" || n.Vars[4].Getter != "Due" || n.Delays[0].Method != "" {
		t.Errorf("the fields are %+v, the delays %+v", n.Vars, n.Delays)
	}

	m = hosted()
	for _, name := range []string{"host", "busy", "rest", "askOpen", "over", "firing", "runs", "startTimer", "stopTimer"} {
		m.Vars = append(m.Vars, core.Var{Name: name, State: -1})
	}
	n, diags = Assign(m, "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for i, want := range []string{"v", "host_", "busy_", "rest_", "askOpen_", "over_", "firing_", "runs_", "startTimer_", "stopTimer_"} {
		if n.Vars[i].Field != want {
			t.Errorf("field %s, want %s", n.Vars[i].Field, want)
		}
	}
}

func TestHostCollisions(t *testing.T) {
	at := func(line int) diag.Span { return diag.Span{File: "f", Start: diag.Pos{Line: line, Column: 1}} }
	for want, spoil := range map[string]func(*core.Machine){
		"event `Fire` and method Fire of the generated machine": func(m *core.Machine) { m.Events[0].Name = "Fire" },
		"event `due` and method Due of the generated machine":   func(m *core.Machine) { m.Events[0].Name = "due" },
		"event `Timers` and method Timers of the generated machine": func(m *core.Machine) {
			m.Events[0].Name, m.Faces = "Timers", core.Faces{}
		},
		"`expired` and field Expired of the generated Values have the same Go name": func(m *core.Machine) {
			m.Vars, m.Faces.Columns = append(m.Vars, core.Var{Name: "expired", State: -1}), true
		},
		"`starts` and field Starts of the generated Values have the same Go name": func(m *core.Machine) {
			m.Vars, m.Faces.Columns = append(m.Vars, core.Var{Name: "starts", State: -1}), true
		},
		"output `now` and method Now of the generated Timers": func(m *core.Machine) { m.Outputs[0].Name = "now" },
		"guard `StartTimer` and method StartTimer of the generated Timers": func(m *core.Machine) {
			m.Guards[1].Name = "StartTimer"
		},
		"delay `stopTimer` and method StopTimer": func(m *core.Machine) { m.Delays[1].Name = "stopTimer" },
		"output `open` and guard `open`":         func(m *core.Machine) { m.Outputs[0].Name = "open" },
		"delay `tell` and output `Tell`":         func(m *core.Machine) { m.Delays[1].Name = "tell" },
		"delay `short` and output `Tell`":        func(m *core.Machine) { m.Delays[1].Go = "Tell" },
		"delay `Long` and delay `long`": func(m *core.Machine) {
			m.Delays = append(m.Delays, core.Delay{Name: "Long", Constant: 1})
		},
		"field `N` and field `n`": func(m *core.Machine) {
			m.Outputs[0].Fields = []core.Field{{Name: "n"}, {Name: "N"}}
		},
		"enum `Host` and the generated Host":    func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "Host"}} },
		"enum `Alarm` and the generated Timers": func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "Alarm", Go: "Timers"}} },
		"the timer of state `AB` that raises event `C` and the timer of state `A` that raises event `BC`": func(m *core.Machine) {
			m.Events[0].Name, m.Events[1].Name = "BC", "C"
			m.Timers = []core.Timer{{Owner: "A", Event: 0}, {Owner: "AB", Event: 1}}
		},
	} {
		m := hosted()
		spoil(m)
		_, diags := Assign(m, "")
		if len(diags) != 1 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, want) {
			t.Errorf("%v, want %q", diags, want)
		}
	}

	// The places are those of both declarations.
	m := hosted()
	m.Enums = []*expr.Enum{{Name: "Side", Values: []string{"Left"}, Span: at(3)}, {Name: "Hand", Go: "Side", Values: []string{"Left"}, Span: at(5)}}
	_, diags := Assign(m, "")
	if len(diags) != 2 || diags[0].Span != at(5) || len(diags[0].Notes) == 0 || diags[0].Notes[0].Span != at(3) {
		t.Errorf("two enums of one name: %v", diags)
	}
}

// TestGivenNames replaces names of the spec by those for Go.
func TestGivenNames(t *testing.T) {
	m := hosted()
	m.Params[0].Go, m.Events[1].Go, m.States[0].Go, m.Vars[0].Go = "Number", "TimedOut", "Resting", "HTTPStatus"
	m.Guards[1].Go, m.Outputs[0].Go, m.Delays[0].Go, m.Delays[1].Go = "IsOpen", "Said", "Hour", "Moment"
	m.Enums = []*expr.Enum{{Name: "side", Go: "Hand", Values: []string{"left"}}}
	number := expr.Type{Kind: expr.Int}
	m.Vars = append(m.Vars,
		core.Var{Name: "price", Go: "Cost", Type: number, State: 0}, core.Var{Name: "price", Type: number, State: 1})
	n, diags := Assign(m, "P")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	got := []string{
		n.Fields[0], n.Events[1].Const, n.Events[1].Method, n.States[0], n.Vars[0].Field, n.Vars[0].Getter, n.Guards[1].Method, n.Guards[1].Ask,
		n.Outputs[0].Method, n.Delays[0].Const, n.Delays[1].Method, n.Enums[0].Type, n.Enums[0].Values[0], n.Timers[0],
		n.Vars[1].Field, n.Vars[1].Getter, n.Vars[2].Field, n.Vars[2].Getter,
	}
	want := []string{
		"Number", "PEventTimedOut", "TimedOut", "PStateResting", "httpStatus", "HTTPStatus", "IsOpen", "askIsOpen",
		"Said", "PDelayHour", "Moment", "PHand", "PHandLeft", "PTimerRestingTimedOut",
		"cost", "Cost", "price", "Price",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestAllows leaves the method out where something else has a name that it needs.
func TestAllows(t *testing.T) {
	for _, test := range []struct {
		event, output string
		values, want  bool
	}{
		{"Go", "Tell", false, true}, {"Allows", "Tell", false, false}, {"Go", "Host", false, false}, {"Go", "Host", true, true},
	} {
		m := machine(nil, []string{test.event}, []string{"Idle", "Done"}, nil)
		m.Outputs = []core.Output{{Name: test.output}}
		m.Faces = core.Faces{Values: test.values}
		if n, diags := Assign(m, ""); len(diags) > 0 || n.Allows != test.want || (n.Silent != "") != (test.want && !test.values) {
			t.Errorf("%+v: %t, %q, %v", test, n.Allows, n.Silent, diags)
		}
	}
}
