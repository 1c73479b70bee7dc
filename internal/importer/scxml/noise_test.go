package scxml

import (
	"strings"
	"testing"
)

// TestNoise imports parallel states in which events are raised, or refuses them.
func TestNoise(t *testing.T) {
	const (
		ignored = "an event that is raised in a `parallel`, or when it is entered, and that it may ignore,"
		hears   = "<state id='b'><state id='b1'><transition event='q' target='b2'/></state><state id='b2'><transition event='q' target='b1'/></state></state>"
		end     = "<final id='end'/>"
	)
	p := func(a, b string) string { return "<parallel id='p'>" + a + b + "</parallel>" + end }
	for _, test := range []struct{ name, src, want, refused string }{
		{"for another region", p("<state id='a'><transition event='e'><raise event='q'/></transition></state>", hears), "raise: [raised_q]", ""},
		{"on entry", p("<onentry><raise event='q'/></onentry><state id='a'><transition event='e' target='end'/></state>", hears), "- {to: p, raise: [raised_q]}", ""},
		{"for the state itself", p("<onentry><raise event='q'/></onentry><transition event='q' target='end'/><state id='a'/>", "<state id='b'/>"), "raised_q: end", ""},
		{"the end of a region", p("<state id='a'><state id='a1'><transition event='e' target='f' type='internal'/></state><final id='f'/></state>", "<state id='b'><transition event='done.state.a' target='end'/></state>"), "raise: [done_state_a]", ""},
		{"nobody hears it in some place", p("<state id='a'><transition event='e'><raise event='q'/></transition></state>", "<state id='b'><state id='b1'><transition event='q' target='b2'/></state><state id='b2'/></state>"), "", ignored},
		{"under a condition", "<datamodel><data id='n' expr='0'/></datamodel>" + p("<state id='a'><transition event='e'><raise event='q'/></transition></state>", "<state id='b'><transition event='q' cond='n == 1' target='end'/></state>"), "", ignored},
		{"both regions raise on exit", p("<state id='a'><state id='a1'><onexit><raise event='q'/></onexit><transition event='e' target='a2'/></state><state id='a2'/></state>", "<state id='b'><transition event='q'><log/></transition><state id='b1'><onexit><raise event='q'/></onexit><transition event='e' target='b2'/></state><state id='b2'/></state>"), "", "several outputs of transitions that are taken together"},
		{"it is done while an event waits", p("<transition event='done.state.p' target='end'/><state id='a'><state id='a1'><transition event='e' target='f'><raise event='q'/></transition></state><final id='f'/></state>", "<state id='b'><transition event='q'/><final id='g'/></state>"), "", "a `parallel` that does not always leave itself at once when it is done"},
	} {
		out, diags := load("x.scxml", []byte(head+test.src+tail))
		said := ""
		for _, d := range diags {
			said += d.Message + "\n"
		}
		if (out == nil) != (test.refused != "") || !strings.Contains(said, test.refused) || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %s\n%s", test.name, said, out)
		}
	}
}
