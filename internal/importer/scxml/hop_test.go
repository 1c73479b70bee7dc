package scxml

import (
	"strings"
	"testing"
)

// TestHop imports a transition from a region to a state inside it, which leaves the state with the regions or not.
func TestHop(t *testing.T) {
	document := func(kind string) string {
		return head + "<state id='o'><parallel id='p'><onexit><log expr='left'/></onexit><state id='a'><transition event='e' target='a2'" + kind + "><log expr='way'/></transition><state id='a1'/><state id='a2'><onentry><log expr='in'/></onentry></state></state>" +
			"<state id='b'><state id='b1'><transition event='f' target='b2'/></state><state id='b2'/></state></parallel></state>" + tail
	}
	out, diags := load("x.scxml", []byte(document("")))
	if want := "      Back_to_a2:\n        always: a2\n"; !strings.Contains(string(out), want) || !strings.Contains(string(out), "- {to: Back_to_a2, emit: [way]}") {
		t.Errorf("%v\n%s", diags, out)
	}
	out, diags = load("x.scxml", []byte(document(" type='internal'")))
	if !strings.Contains(string(out), "- {to: a2, emit: [way]}") || strings.Contains(string(out), "Back") {
		t.Errorf("%v\n%s", diags, out)
	}
}
