package scxml

import (
	"strings"
	"testing"
)

// TestDone imports documents in which the state x is done, and says for which of them the spec has `final:` and `done:`. In the
// others, an event must say it, because SCXML does something else first, or instead.
func TestDone(t *testing.T) {
	const leave = "<transition event='done.state.x' target='z'/>"
	for _, test := range []struct {
		name string
		// x are transitions of the state x, outer those of the state around it, way is the content of the transition to its
		// final state f, and final is what else is inside.
		x, outer, way, final string
		done                 bool
	}{
		{name: "it leads on", x: leave, done: true},
		{name: "it leads on in any case", x: "<transition event='done.state.x' cond='n == 1' target='y'/>" + leave, done: true},
		{name: "it leads back", x: "<transition event='done.state.x' cond='n == 0' target='f'><assign location='n' expr='2'/></transition>" + leave, done: true},
		{name: "it leads to a history", x: "<transition event='done.state.x' target='h'/>", done: true},
		{name: "another event comes next", x: "<transition event='done.state.x' target='z'><raise event='later'/></transition>", done: true},
		{name: "there are two final states", x: leave, final: "<final id='f2'/><state id='c'><transition event='e' target='f2'/></state><state id='d'><transition event='g' target='c'/></state>", done: true},
		{name: "final states differ", x: leave, final: "<final id='f2'><onexit><assign location='n' expr='3'/></onexit></final><state id='c'><transition event='g' target='f2'/></state>"},
		{name: "nobody hears it"},
		{name: "the state around it hears it", outer: leave},
		{name: "it stays", x: "<transition event='done.state.x'><assign location='n' expr='n + 1'/></transition>"},
		{name: "it depends on a condition", x: "<transition event='done.state.x' cond='n == 1' target='z'/>"},
		{name: "a transition without an event comes first", x: "<transition cond='n &lt; 3'><assign location='n' expr='n + 1'/></transition>" + leave},
		{name: "an event comes first", x: leave + "<transition event='first'><assign location='n' expr='7'/></transition>", way: "<raise event='first'/>"},
		{name: "the document raises it, too", x: leave + "<transition event='g'><raise event='done.state.x'/></transition>"},
	} {
		to := "f"
		if strings.Contains(test.final, "target='f2'") {
			to = "c"
		}
		src := head + "<datamodel><data id='n' expr='0'/></datamodel><state id='o'>" + test.outer + "<state id='x'>" + test.x +
			"<state id='a'><transition event='e' target='f'>" + test.way + "</transition><transition event='other' target='" + to + "'/></state><final id='f'/>" + test.final + "</state></state>" +
			"<state id='y'><history id='h'><transition target='b'/></history><state id='b'/><transition event='e' target='z'/></state>" +
			"<state id='z'><transition event='later' target='end'/><transition event='e' target='y'/></state><final id='end'/>" + tail
		out, diags := load("x.scxml", []byte(src))
		if out == nil {
			t.Errorf("%s: %v", test.name, diags)
			continue
		}
		if got := strings.Contains(string(out), "final: true") && strings.Contains(string(out), "done:\n") || strings.Contains(string(out), "    done: "); got != test.done {
			t.Errorf("%s: the spec has final states: %v\n%s", test.name, got, out)
		}
	}
}
