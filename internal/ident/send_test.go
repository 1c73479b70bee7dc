package ident

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// TestSend gives the method to machines without payloads, and leaves its name
// to a spec that has a use for it.
func TestSend(t *testing.T) {
	plain := func(events ...string) *core.Machine {
		m := machine(nil, events, []string{"A"}, nil)
		for i := range m.Events {
			m.Events[i].Fields = nil
		}
		return m
	}
	loaded, variable := plain("Go", "Stop"), plain("Go")
	loaded.Events[1].Fields = []core.Field{{Name: "why"}}
	variable.Vars = []core.Var{{Name: "send", State: -1}}
	for i, test := range []struct {
		m    *core.Machine
		want string
	}{{plain("Go", "Stop"), "Send"}, {plain(), ""}, {plain("Go", "Send"), ""}, {plain("send"), ""}, {loaded, ""}, {variable, ""}} {
		n, diags := Assign(test.m, "")
		if n.Send != test.want || len(diags) > 0 {
			t.Errorf("machine %d: method %q and %v, want %q", i, n.Send, diags, test.want)
		}
	}
}
