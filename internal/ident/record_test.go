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
		"":     {Transition: "Transition", TransitionList: "Transitions", Restore: "Restore", Observed: "Observed", Step: "Step"},
		"Plan": {Transition: "PlanTransition", TransitionList: "PlanTransitions", Restore: "RestorePlan", Observed: "PlanObserved", Step: "PlanStep"},
	} {
		n, diags := Assign(machine(nil, []string{"Timers"}, []string{"A"}, []string{"checkClaims", "readValue", "snapshot"}), prefix)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if d := cmp.Diff(want, n.Record); d != "" {
			t.Errorf("prefix %q: -want +got:\n%s", prefix, d)
		}
		if n.Reentrant != prefix+"ReentrantError" {
			t.Errorf("prefix %q: the error is %s", prefix, n.Reentrant)
		}
		if n.Vars[0].Field != "checkClaims_" || n.Vars[1].Field != "readValue_" || n.Vars[2].Field != "snapshot" {
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
		"enum `Step` is `Step` in Go, and so is the generated Step":                          enum("Step"),
		"enum `Transition` is `Transition` in Go, and so is the generated Transition":        enum("Transition"),
		"enum `transitions` is `Transitions` in Go, and so is the generated Transitions":     enum("transitions"),
		"enum `Observed` is `Observed` in Go, and so is the generated Observed":              enum("Observed"),
		"enum `Restore` is `Restore` in Go, and so is the generated Restore":                 enum("Restore"),
		"enum `ReentrantError` is `ReentrantError` in Go":                                    enum("ReentrantError"),
		"event `observe` is `Observe` in Go, and so is method Observe":                       event("observe"),
		"event `MarshalJSON` is `MarshalJSON` in Go, and so is method MarshalJSON":           event("MarshalJSON"),
		"event `UnmarshalJSON` is `UnmarshalJSON` in Go, and so is method UnmarshalJSON":     event("UnmarshalJSON"),
		"event `Timers` is `Timers` in Go, and so is method Timers of the generated machine": event("Timers"),
	} {
		m := hosted()
		spoil(m)
		_, diags := Assign(m, "")
		if len(diags) != 1 || diags[0].Code != diag.CodeCollision || !strings.Contains(diags[0].Message, want) {
			t.Errorf("%v, want %q", diags, want)
		}
	}
}
