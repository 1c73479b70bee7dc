package ident

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestEventless keeps the names of fields apart from those of the methods that a machine with
// transitions without an event needs. Other machines do without these.
func TestEventless(t *testing.T) {
	for _, eventless := range []bool{false, true} {
		m := machine(nil, []string{"Go"}, []string{"Idle", "Other", "Passing"}, []string{"settle", "handleGo", "raiseAlways", "raise"})
		end := ""
		if eventless {
			m.Events = append(m.Events, core.Event{Name: "always", Internal: true, Eventless: true})
			flag := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Type: expr.Type{Kind: expr.Bool}}}
			m.Transitions = []core.Transition{{From: 0, Event: 1, To: 1, Guard: flag}, {From: 2, Event: 1, To: 0}, {From: 1, Event: 0, To: 2}}
			end = "_"
		}
		n, diags := Assign(m, "Deep")
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		for i, want := range []string{"settle" + end, "handleGo" + end, "raiseAlways" + end, "raise"} {
			if got := n.Vars[i].Field; got != want {
				t.Errorf("the field of %s is %s, want %s", m.Vars[i].Name, got, want)
			}
		}
		if !eventless {
			if n.Events[0].Handle+n.Start+n.Typed.Begun != "" {
				t.Errorf("a machine without such transitions has %q, %q, and %q", n.Events[0].Handle, n.Start, n.Typed.Begun)
			}
			continue
		}
		if e := n.Events[1]; e.Const != "DeepEventAlways" || e.Method != "raiseAlways" || e.Handle != "" || n.Events[0].Handle != "handleGo" || n.Start != "deepStartMachine" {
			t.Errorf("the names are %+v and %s", n.Events, n.Start)
		}
		// A new machine may come to rest in two states, and waits for no event in Passing.
		if n.Typed.Begun != "DeepBegun" || n.Typed.In[2] != "DeepInPassing" || n.Typed.After[2]+n.Run.Methods[2] != "" || n.Run.Methods[1] == "" {
			t.Errorf("the typed names are %+v, and %+v", n.Typed, n.Run)
		}
		m.Transitions[0].Guard = nil
		if n, _ := Assign(m, "Deep"); n.Typed.Begun != "" {
			t.Errorf("a machine begins in one state, and has %s", n.Typed.Begun)
		}
	}
}

// TestEventlessCollision has an event with the Go name of the pseudo-event.
func TestEventlessCollision(t *testing.T) {
	m := machine(nil, []string{"Always"}, []string{"Idle"}, nil)
	m.Events = append(m.Events, core.Event{Name: "always", Internal: true, Eventless: true})
	_, diags := Assign(m, "")
	if len(diags) != 1 || !strings.Contains(diags[0].Message, "`always` and event `Always` have the same Go name, `EventAlways`") {
		t.Errorf("got %+v", diags)
	}
}
