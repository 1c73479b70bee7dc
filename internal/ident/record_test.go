package ident

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestRecord(t *testing.T) {
	for prefix, want := range map[string]Record{
		"":     {Transition: "Transition", TransitionList: "Transitions", Restore: "Restore", Step: "Step", Refusal: "Refusal"},
		"Plan": {Transition: "PlanTransition", TransitionList: "PlanTransitions", Restore: "RestorePlan", Step: "PlanStep", Refusal: "PlanRefusal"},
	} {
		n, diags := Assign(machine(nil, []string{"Timers"}, []string{"A"}, []string{"checkClaims", "record", "snapshot"}), prefix)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if d := cmp.Diff(want, n.Record); d != "" {
			t.Errorf("prefix %q: -want +got:\n%s", prefix, d)
		}
		if n.Reentrant != prefix+"ReentrantError" {
			t.Errorf("prefix %q: the error is %s", prefix, n.Reentrant)
		}
		if n.Vars[0].Field != "checkClaims_" || n.Vars[1].Field != "record_" || n.Vars[2].Field != "snapshot" {
			t.Errorf("the fields are %+v", n.Vars)
		}
	}
}

func TestRecordCollisions(t *testing.T) {
	enum := func(name string) func(*core.Machine) {
		return func(m *core.Machine) { m.Enums = []*expr.Enum{{Name: name}} }
	}
	event := func(name string) func(*core.Machine) {
		return func(m *core.Machine) { m.Events[0].Name = name }
	}
	for want, spoil := range map[string]func(*core.Machine){
		"enum `Step` and the generated Step":                        enum("Step"),
		"enum `Transition` and the generated Transition":            enum("Transition"),
		"enum `transitions` and the generated Transitions":          enum("transitions"),
		"enum `Refusal` and the generated Refusal":                  enum("Refusal"),
		"enum `Restore` and the generated Restore":                  enum("Restore"),
		"enum `ReentrantError` and the generated ReentrantError":    enum("ReentrantError"),
		"event `observe` and method Observe":                        event("observe"),
		"event `observeRefusals` and method ObserveRefusals":        event("observeRefusals"),
		"event `MarshalJSON` and method MarshalJSON":                event("MarshalJSON"),
		"event `UnmarshalJSON` and method UnmarshalJSON":            event("UnmarshalJSON"),
		"event `Timers` and method Timers of the generated machine": event("Timers"),
	} {
		m := hosted()
		spoil(m)
		_, diags := Assign(m, "")
		if len(diags) != 1 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, want) {
			t.Errorf("%v, want %q", diags, want)
		}
	}
}
