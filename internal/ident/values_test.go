package ident

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// valued has a host that is asked, and events and outputs with payloads.
func valued() *core.Machine {
	m := hosted()
	m.Faces.Values = true
	text := expr.Type{Kind: expr.String}
	m.Events[0].Name = "Pay"
	m.Events[0].Fields = []core.Field{{Name: "event", Type: text}, {Name: "user_id", Type: text}}
	m.Outputs[0].Name = "Fill"
	m.Outputs[0].Fields = []core.Field{{Name: "name", Type: text}, {Name: "deliver", Type: text}, {Name: "slot", Type: text}}
	return m
}

func TestValues(t *testing.T) {
	for prefix, want := range map[string]Values{
		"": {
			Input: "Input", Output: "Output", ReadInput: "ReadInput", ReadOutput: "ReadOutput", Recorder: "Recorder", Questions: "Questions", Kind: "Kind", Receiver: "Outputs",
			Inputs:  []Payload{{Type: "PayInput", Fields: []string{"Event_", "UserID"}}, {Type: "ExpireInput", Fields: []string{"Type", "Len", "M", "Fmt"}}},
			Outputs: []Payload{{Type: "FillOutput", Fields: []string{"Name_", "Deliver_", "Slot"}}},
		},
		"Shop": {
			Input: "ShopInput", Output: "ShopOutput", ReadInput: "ReadShopInput", ReadOutput: "ReadShopOutput", Recorder: "ShopRecorder", Questions: "ShopQuestions", Kind: "ShopKind", Receiver: "ShopOutputs",
			Inputs:  []Payload{{Type: "ShopPayInput", Fields: []string{"Event_", "UserID"}}, {Type: "ShopExpireInput", Fields: []string{"Type", "Len", "M", "Fmt"}}},
			Outputs: []Payload{{Type: "ShopFillOutput", Fields: []string{"Name_", "Deliver_", "Slot"}}},
		},
	} {
		m := valued()
		m.Vars = append(m.Vars, core.Var{Name: "readPayload", State: -1}, core.Var{Name: "steps", State: -1})
		n, diags := Assign(m, prefix)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if d := cmp.Diff(want, n.Values); d != "" {
			t.Errorf("prefix %q: -want +got:\n%s", prefix, d)
		}
		if last := n.Vars[len(n.Vars)-2:]; last[0].Field != "readPayload_" || last[1].Field != "steps_" {
			t.Errorf("the fields are %+v", last)
		}
	}
	m := machine(nil, []string{"Go"}, []string{"A"}, nil)
	m.Faces.Values = true
	if n, _ := Assign(m, ""); n.Values.Recorder != "" || n.Values.Questions != "" || n.Values.Kind != "Kind" {
		t.Errorf("without a host: %+v", n.Values)
	}
	m.Faces.Values = false
	if n, _ := Assign(m, ""); n.Values.Kind != "" || n.Values.Inputs != nil {
		t.Errorf("without the face: %+v", n.Values)
	}
}

func TestValuesCollisions(t *testing.T) {
	enum := func(name string) func(*core.Machine) {
		return func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: name}} }
	}
	event := func(name string) func(*core.Machine) {
		return func(m *core.Machine) { m.Events[0].Name = name }
	}
	output := func(name string) func(*core.Machine) {
		return func(m *core.Machine) { m.Outputs[0].Name = name }
	}
	for want, spoil := range map[string]func(*core.Machine){
		"enum `Input` and the generated Input":                                        enum("Input"),
		"enum `Output` and the generated Output":                                      enum("Output"),
		"enum `Kind` and the generated Kind":                                          enum("Kind"),
		"enum `Recorder` and the generated Recorder":                                  enum("Recorder"),
		"enum `Questions` and the generated Questions":                                enum("Questions"),
		"the generated type for event `Pay` and enum `PayInput`":                      enum("PayInput"),
		"the generated type for output `Fill` and enum `FillOutput`":                  enum("FillOutput"),
		"the generated type for event `Read` and the generated ReadInput":             event("Read"),
		"the generated type for output `Read` and the generated ReadOutput":           output("Read"),
		"event `Apply` and method Apply":                                              event("Apply"),
		"event `dryRun` and method DryRun":                                            event("dryRun"),
		"output `outputs` and the field Outputs of the generated Recorder":            output("outputs"),
		"output `Time` and the field Time of the generated Recorder":                  output("Time"),
		"output `Questions` and the generated Questions have the same Go name, `Ques": output("Questions"),
	} {
		m := valued()
		spoil(m)
		_, diags := Assign(m, "")
		if len(diags) != 1 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, want) {
			t.Errorf("%v, want %q", diags, want)
		}
	}
}
