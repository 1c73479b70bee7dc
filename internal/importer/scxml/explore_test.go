package scxml

import (
	"fmt"
	"strings"
	"testing"
)

// hears is a state that handles the events e0, e1, and so on, one after another, as long as it is in their order.
func hears(n int) string {
	return "<state id='z'>" + many(n, func(i int) string { return fmt.Sprintf("<transition event='e%d'><log expr='%d'/></transition>", i, i) }) + "</state>"
}

func raises(n int) string {
	return many(n, func(i int) string { return fmt.Sprintf("<raise event='e%d'/>", i) })
}

// TestQueues imports documents at the limits of the loader, and beyond.
func TestQueues(t *testing.T) {
	const many8 = "more than 8 raised events at a time"
	lists := func(n int) string {
		return "<state id='a'>" + many(n, func(i int) string {
			return fmt.Sprintf("<transition event='x%d' target='z'><raise event='e%d'/><raise event='e%d'/><raise event='e%d'/></transition>", i, i%5, i/5%5, i/25%5)
		}) + "</state>"
	}
	for _, test := range []struct{ name, src, refused string }{
		{"eight at a time", "<state id='a'><transition event='go' target='z'>" + raises(8) + "</transition></state>" + hears(8), ""},
		{"nine at a time", "<state id='a'><transition event='go' target='z'>" + raises(9) + "</transition></state>" + hears(9), many8},
		{"nine at the start", "<state id='a'><onentry>" + raises(9) + "</onentry><transition target='z'/></state>" + hears(9), many8},
		{"nine that nobody hears there", "<state id='a'><transition event='go' target='b'>" + raises(9) + "</transition></state><state id='b'><transition event='go' target='z'/></state>" + hears(9), many8},
		{"nine at the end", "<state id='a'><transition event='go' target='end'/><transition event='on' target='z'/></state>" + hears(9) + "<final id='end'><onentry>" + raises(9) + "</onentry></final>", ""},
		{"few lists", lists(60) + hears(5), ""},
		{"many lists", lists(125) + hears(5), "more than 100 lists"},
	} {
		out, diags := load("x.scxml", []byte(head+test.src+tail))
		said := ""
		for _, d := range diags {
			said += d.Message + "\n"
		}
		if (out == nil) != (test.refused != "") || !strings.Contains(said, test.refused) {
			t.Errorf("%s: a spec is there: %v, %s", test.name, out != nil, said)
		}
	}
}

// TestOnlyRaised imports a document without events from outside: none becomes one of the environment.
func TestOnlyRaised(t *testing.T) {
	out, diags := load("x.scxml", []byte(head+"<state id='o'><transition event='done.state.x' target='y'/><state id='x'><final id='f'/></state></state><state id='y'/>"+tail))
	if !strings.Contains(string(out), "done_state_x: {doc: done.state.x, internal: true}") || strings.Contains(string(out), "environment") {
		t.Errorf("%v\n%s", diags, out)
	}
	for _, d := range diags {
		if strings.Contains(d.Message, "environment") {
			t.Error(d.Message)
		}
	}
}

// TestHistory imports documents whose histories can be those of a spec.
func TestHistory(t *testing.T) {
	back := "<datamodel><data id='n' expr='0'/></datamodel><state id='z'><transition event='e' target='h'/><transition event='f' target='end'/></state><final id='end'/>"
	leave := "<transition event='e' target='z'/>"
	for _, test := range []struct{ name, src, want string }{
		{
			"a state deeper inside does something on entry",
			"<state id='a'>" + leave + "<history id='h'><transition target='b'/></history><state id='b'><transition event='g' target='d'/><state id='c'/><state id='d'><onentry><assign location='n' expr='n + 1'/></onentry></state></state></state>",
			"- {to: a, history: shallow}\n",
		},
		{
			"a state that cannot be reached does something on entry",
			"<state id='a'>" + leave + "<history id='h' type='deep'><transition target='b'/></history><state id='b'/><state id='c'><onentry><raise event='e'/></onentry></state></state>",
			"- {to: a, history: deep}\n",
		},
		{
			"all do the same on entry",
			"<state id='a'>" + leave + "<history id='h' type='deep'><transition target='b'/></history>" + many(2, func(i int) string {
				return fmt.Sprintf("<state id='%c'><onentry><assign location='n' expr='n + 1'/></onentry><transition event='g' target='%c'/></state>", 'b'+i, 'c'-i)
			}) + "</state>",
			"- {to: a, history: deep, set: {n: n + 1}}\n",
		},
		{
			"other transitions begin elsewhere",
			"<state id='a' initial='b'>" + leave + "<history id='h'><transition target='c'/></history><state id='b'><transition event='g' target='a'/></state><state id='c'><transition event='g' target='b'/></state></state>",
			"initial: c\n",
		},
	} {
		out, diags := load("x.scxml", []byte(head+back+test.src+tail))
		if out == nil || !strings.Contains(strings.ReplaceAll(string(out), `"`, ""), test.want) {
			t.Errorf("%s: %v\n%s", test.name, diags, out)
		}
	}
}
