package ident

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestCallValues has a number in each value about one start of a call.
func TestCallValues(t *testing.T) {
	m := calling()
	m.Faces.Values = true
	m.Events[0].Fields = nil
	m.Calls[0].Args[1].Name = "deliver"
	n, diags := Assign(m, "Deep")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	want := [][]Payload{
		{
			{Type: "DeepCancelInput"},
			{Type: "DeepStockDoneInput", Fields: []string{"Call", "Left"}}, {Type: "DeepStockErrorInput", Fields: []string{"Call", "Err"}},
			{Type: "DeepPayInPaidInput", Fields: []string{"Call", "ReceiptID"}}, {Type: "DeepPayInTimedOutInput", Fields: []string{"Call"}},
		},
		{{Type: "DeepStartStockOutput", Fields: []string{"Call", "ItemID", "Deliver_"}}, {Type: "DeepStartPayInOutput", Fields: []string{"Call", "Tries"}}},
		{{Type: "DeepStopStockOutput", Fields: []string{"Call"}}, {Type: "DeepStopPayInOutput", Fields: []string{"Call"}}},
	}
	if d := cmp.Diff(want, [][]Payload{n.Values.Inputs, n.Values.Starts, n.Values.Stops}); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if n.Values.Recorder != "DeepRecorder" || n.Values.Receiver != "DeepCalls" {
		t.Errorf("%+v", n.Values)
	}
	m.Faces.Values = false
	if n, _ := Assign(m, ""); n.Values.Starts != nil || n.Values.Receiver != "" {
		t.Errorf("without the face: %+v", n.Values)
	}
}

// TestReceiver names who receives outputs, calls, or both.
func TestReceiver(t *testing.T) {
	m := valued()
	if n, diags := Assign(m, ""); n.Values.Receiver != "Outputs" || len(diags) > 0 {
		t.Errorf("only outputs: %q, %v", n.Values.Receiver, diags)
	}
	m = calling()
	m.Faces.Values, m.Outputs = true, []core.Output{{Name: "Fill"}}
	if n, diags := Assign(m, ""); n.Values.Receiver != "Receiver" || len(diags) > 0 {
		t.Errorf("both: %q, %v", n.Values.Receiver, diags)
	}
	m = machine(nil, []string{"Go"}, []string{"A"}, nil)
	m.Faces.Values = true
	if n, _ := Assign(m, ""); n.Values.Receiver != "" {
		t.Errorf("neither: %q", n.Values.Receiver)
	}
}

// TestCallValuesCollisions has names that a machine with calls needs for itself.
func TestCallValuesCollisions(t *testing.T) {
	for want, spoil := range map[string]func(*core.Machine){
		"call `stock` and output `startStock` have the same Go name, `StartStock`": func(m *core.Machine) {
			m.Outputs = append(m.Outputs, core.Output{Name: "startStock"})
		},
		"the generated type for the stop of call `stock` and the generated type for output `stopStock`": func(m *core.Machine) {
			m.Outputs = append(m.Outputs, core.Output{Name: "stopStock"})
		},
		"the generated type for the start of call `stock` and enum `StartStockOutput`": func(m *core.Machine) {
			m.Enums = []*expr.Enum{{Name: "StartStockOutput"}}
		},
		"enum `Receiver` and the generated Receiver": func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: "Receiver"}} },
	} {
		m := calling()
		m.Faces.Values, m.Outputs = true, []core.Output{{Name: "Fill"}}
		spoil(m)
		_, diags := Assign(m, "")
		if len(diags) != 1 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, want) {
			t.Errorf("%v, want %q", diags, want)
		}
	}
}
