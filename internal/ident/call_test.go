package ident

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// calling has a call of the program, a child machine, and a state for each of them. The events before
// those of the machine are ordinary ones.
func calling(events ...string) *core.Machine {
	m := machine(nil, append([]string{"Cancel"}, events...), []string{"Asking", "Paying", "End"}, nil)
	result := func(call int, name string, fields ...core.Field) {
		m.Calls[call].Results = append(m.Calls[call].Results, len(m.Events))
		m.Events = append(m.Events, core.Event{Name: name, Fields: fields, Result: true})
	}
	m.Calls = []core.Call{{Name: "stock", Args: []core.Field{{Name: "itemId"}, {Name: "m"}}}, {
		Name: "pay_in", Child: &core.Machine{Outcomes: []core.Outcome{{Name: "paid"}, {Name: "timed_out"}}}, Args: []core.Field{{Name: "tries"}},
	}}
	result(0, "stockDone", core.Field{Name: "left"})
	result(0, "stockError", core.Field{Name: "err"})
	result(1, "pay_inPaid", core.Field{Name: "receipt_id"})
	result(1, "pay_inTimed_out")
	m.Invocations = []core.Invocation{{Owner: "Asking", States: []int{0}, Call: 0}, {Owner: "Paying", States: []int{1}, Call: 1}}
	for e := range m.Events {
		for s := range 2 {
			if call := m.Caller(e); call < 0 && s == 0 || call == s {
				m.Transitions = append(m.Transitions, core.Transition{From: s, Event: e, To: 2})
			}
		}
	}
	m.Sort()
	m.States[2].Outcome, m.Outcomes = 0, []core.Outcome{{Name: "end", States: []int{2}}}
	return m
}

func TestCalls(t *testing.T) {
	m := calling()
	n, diags := Assign(m, "Deep")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	types := []string{n.Host, n.CallSet, n.Call, n.StaleCall, n.Number, n.Run.Host, n.Send, n.Reentrant}
	if d := cmp.Diff([]string{"DeepHost", "DeepCalls", "DeepCall", "DeepStaleCallError", "call", "DeepRunHost", "", "DeepReentrantError"}, types); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	want := []Call{
		{Const: "DeepCallStock", Start: "StartStock", Running: "StockCall", Args: []string{"itemID", "m_"}, Run: "Stock"},
		{
			Const: "DeepCallPayIn", Start: "StartPayIn", Running: "PayInCall", Args: []string{"tries"}, Run: "PayIn",
			Result: "DeepPayInResult", Results: []Payload{{Type: "DeepPayInPaid", Fields: []string{"ReceiptID"}}, {Type: "DeepPayInTimedOut"}},
		},
	}
	if d := cmp.Diff(want, n.Calls); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	var events []string
	for _, e := range n.Events[1:] {
		events = append(events, e.Const, e.Method)
	}
	if d := cmp.Diff([]string{
		"DeepEventStockDone", "StockDone", "DeepEventStockError", "StockError", "DeepEventPayInPaid", "PayInPaid", "DeepEventPayInTimedOut", "PayInTimedOut",
	}, events); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	// Nothing but the result can come in Paying, and nothing at all at the end.
	if d := cmp.Diff([]string{"Asking", "", ""}, n.Run.Methods); d != "" {
		t.Errorf("methods of the handler, -want +got:\n%s", d)
	}
	// No method returns the successors of Paying.
	if d := cmp.Diff([]string{"DeepAfterAsking", "", ""}, n.Typed.After); d != "" {
		t.Errorf("types of successors, -want +got:\n%s", d)
	}
}

// TestCallGo has Go names for calls, which those of their results begin with.
func TestCallGo(t *testing.T) {
	m := calling()
	m.Calls[0].Go, m.Calls[1].Go, m.Faces.Run = "Warehouse", "Bank", false
	n, diags := Assign(m, "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	got := []string{n.Calls[0].Const, n.Calls[0].Start, n.Calls[0].Running, n.Events[2].Method, n.Events[4].Const, n.Calls[0].Run + n.Calls[1].Run + n.Calls[1].Result}
	if d := cmp.Diff([]string{"CallWarehouse", "StartWarehouse", "WarehouseCall", "WarehouseError", "EventBankTimedOut", ""}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	// A package of that name must stay visible.
	m.Calls[0].Args[0].Type = expr.Type{Kind: expr.Opaque, Go: &expr.GoType{Text: "call.ID", Parts: []expr.GoPart{{Path: "example.com/call", Name: "ID"}}}}
	if n, _ := Assign(m, ""); n.Number != "call_" {
		t.Errorf("the number is %s", n.Number)
	}
}

// TestAttended has handlers where events other than results, timers, and the end of the context can
// come.
func TestAttended(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(*core.Machine)
		want  string
	}{
		{"an event", func(*core.Machine) {}, "Asking"},
		{"the end of the context", func(m *core.Machine) { m.Events[0].Cancellation = true }, ""},
		{"an internal event", func(m *core.Machine) { m.Events[0].Internal = true }, ""},
		{"an event of a timer", func(m *core.Machine) { m.Timers = []core.Timer{{Owner: "Asking", States: []int{0}}} }, ""},
		{"an event of a timer elsewhere", func(m *core.Machine) { m.Timers = []core.Timer{{Owner: "Paying", States: []int{1}}} }, "Asking"},
		{"an event that is rejected", func(m *core.Machine) { m.Transitions[0].Effect = core.Reject }, ""},
		{"no call", func(m *core.Machine) { m.Invocations, m.Transitions[0].Effect = nil, core.Reject }, "Asking"},
		{"no rest", func(m *core.Machine) {
			always := len(m.Events)
			m.Events = append(m.Events, core.Event{Name: "always", Internal: true, Eventless: true})
			m.Transitions = append(m.Transitions, core.Transition{Event: always, To: 2})
			m.Sort()
		}, ""},
	} {
		m := calling()
		test.spoil(m)
		n, diags := Assign(m, "")
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if n.Run.Methods[0] != test.want {
			t.Errorf("%s: the method is %q, want %q", test.name, n.Run.Methods[0], test.want)
		}
	}
}

// TestNoCalls leaves the names for calls to machines without them.
func TestNoCalls(t *testing.T) {
	fields := []string{"calls", "startCall", "stopCall", "invokes"}
	m := machine(nil, []string{"Calls"}, []string{"A"}, fields[1:])
	m.Enums = []*expr.Enum{{Name: "Calls"}, {Name: "Call"}, {Name: "StaleCallError"}}
	m.Outputs = []core.Output{{Name: "StopCall"}}
	n, diags := Assign(m, "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if n.CallSet+n.Call+n.StaleCall+n.Number != "" || n.Calls != nil || n.Run.Host != n.Host {
		t.Errorf("a machine without calls has names for them: %+v", n)
	}
	for restores, want := range map[bool][]string{
		false: {"calls_", "startCall_", "stopCall_", "invokes"},
		true:  {"calls_", "startCall_", "stopCall_", "invokes_"},
	} {
		m := calling()
		m.Faces = core.Faces{Columns: restores}
		for i, name := range fields {
			m.Vars = append(m.Vars, core.Var{Name: name, Go: strings.ToUpper(name[:1]) + name[1:], State: -1})
			m.Vars[i].Type = expr.Type{Kind: expr.Int}
		}
		m.Vars[0].Go = "" // the getter Calls is taken, which is reported
		n, diags := Assign(m, "")
		if len(diags) != 1 || !strings.Contains(diags[0].Message, "variable `calls` and method Calls of the generated machine") {
			t.Fatal(diags)
		}
		for i, want := range want {
			if got := n.Vars[i].Field; got != want {
				t.Errorf("the field of %s is %s, want %s", fields[i], got, want)
			}
		}
	}
}

func TestCallCollisions(t *testing.T) {
	for _, test := range []struct {
		want  string
		spoil func(*core.Machine)
	}{
		{"event `Calls` and method Calls of the generated machine", func(m *core.Machine) { m.Events[0].Name = "Calls" }},
		{"the result `done` of call `stock` and event `stock_done` have the same Go name, `EventStockDone`", func(m *core.Machine) { m.Events[0].Name = "stock_done" }},
		{"call `stock` and event `stockCall` have the same Go name, `StockCall`", func(m *core.Machine) { m.Events[0].Name = "stockCall" }},
		{"child machine `pay_in` and event `PayInCall` have", func(m *core.Machine) { m.Events[0].Name = "PayInCall" }},
		{"child machine `Stock` and call `stock` have the same Go name, `CallStock`", func(m *core.Machine) { m.Calls[1].Name = "Stock" }},
		{"call `stock` and output `startStock` have the same Go name, `StartStock`", func(m *core.Machine) { m.Outputs = []core.Output{{Name: "startStock"}} }},
		{"call `stock` and output `Stock` have the same Go name, `Stock`", func(m *core.Machine) { m.Outputs = []core.Output{{Name: "Stock"}} }},
		{"call `runHost` and the generated RunHost have", func(m *core.Machine) { m.Calls[0].Name = "runHost" }},
		{"enum `Calls` and the generated Calls", func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "Calls"}} }},
		{"enum `Call` and the generated Call ", func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "Call"}} }},
		{"enum `StaleCallError` and the generated StaleCallError", func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "StaleCallError"}} }},
		{"the generated type for the results of child machine `pay_in` and enum `PayInResult`", func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "PayInResult"}} }},
		{"the generated type for the result `timed_out` of child machine `pay_in` and enum `E`", func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "E", Go: "PayInTimedOut"}} }},
		{"field `call` and the number of the call have", func(m *core.Machine) { m.Calls[0].Args[0].Name = "call" }},
		{"field `Call` and the number of the call have", func(m *core.Machine) { m.Events[3].Fields[0].Name = "Call" }},
	} {
		m := calling()
		test.spoil(m)
		_, diags := Assign(m, "")
		// An event has a constant and a method.
		if len(diags) == 0 || len(diags) > 2 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, test.want) {
			t.Errorf("%v, want %q", diags, test.want)
		}
	}
	m := calling()
	m.Calls[0].Go = "ReadByte"
	if _, diags := Assign(m, ""); len(diags) != 1 || !strings.Contains(diags[0].Message, "`ReadByte` cannot be the Go name of call `stock`") {
		t.Errorf("%v", diags)
	}
	m.Faces.Run = false
	if _, diags := Assign(m, ""); len(diags) > 0 {
		t.Errorf("without Run: %v", diags)
	}
}
