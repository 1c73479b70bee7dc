package scxml

import (
	"strings"
	"testing"
)

// TestTypeof imports conditions that ask where an event comes from.
func TestTypeof(t *testing.T) {
	const undefined = "typeof _event.%s === 'undefined'"
	document := func(cond, send string) string {
		return head + "<state id='a'><onentry>" + send + "</onentry><transition event='x' cond=\"" + cond + "\" target='b'/><transition event='x' target='c'/></state><state id='b'/><state id='c'/>" + tail
	}
	is := func(field string) string { return strings.ReplaceAll(undefined, "%s", field) }
	for _, test := range []struct{ cond, send, want, refused string }{
		{is("origin"), "<raise event='x'/>", "raised_x: b", ""},
		{is("origintype") + " &amp;&amp; !(" + is("invokeid") + ")", "<raise event='x'/>", "raised_x: c", ""},
		{"'undefined' != typeof _event.sendid", "<raise event='x'/>", "raised_x: c", ""},
		{"typeof _event.sendid == 'string'", "<raise event='x'/>", "raised_x: c", ""},
		{is("sendid"), "<send event='x'/>", "sent_x: b", ""},
		{is("invokeid"), "<send event='x'/>", "sent_x: b", ""},
		{is("sendid"), "<send event='x' id='s'/>", "", unknownEvent},
		{is("origin"), "<send event='x'/>", "", unknownEvent},
		{is("origin"), "", "", unknownEvent},
		{is("data"), "<raise event='x'/>", "", "the ECMAScript keyword `typeof`"},
		{"typeof a === 'undefined'", "<raise event='x'/>", "", "the ECMAScript keyword `typeof`"},
		{"typeof _event.origin.x === 'undefined'", "<raise event='x'/>", "", "the ECMAScript keyword `typeof`"},
		{"typeof _event.origin", "<raise event='x'/>", "raised_x: b", ""},
		{"_event.name == 'x'", "<raise event='x'/>", "raised_x: b", ""},
		{"_event.name != 'x'", "<send event='x'/>", "sent_x: c", ""},
		{"_event.name == 'x'", "", "", unknownEvent},
		{"_event.name.length", "<raise event='x'/>", "", "the system variable `_event`"},
		{is("origin"), "<raise event='x'/><if cond=\"" + is("origin") + "\"/>", "", "`typeof` outside of the condition of a transition"},
	} {
		out, diags := load("x.scxml", []byte(document(test.cond, test.send)))
		said := ""
		for _, d := range diags {
			said += d.Message + "\n"
		}
		if (out == nil) != (test.refused != "") || !strings.Contains(said, test.refused) || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %s\n%s", test.cond, said, out)
		}
	}
}
