package scxml

import (
	"fmt"
	"strings"
	"testing"
)

// TestCancel imports content that cancels what it sends.
func TestCancel(t *testing.T) {
	const rest = "</onentry><transition event='x' target='b'/><transition event='y' target='c'/></state><state id='b'/><state id='c'/><final id='z'/>"
	for content, timer := range map[string]string{
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s' id='k'/>":                                                                                                         "1s: delayed_x",
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s' id='k'/><cancel sendid='i'/>":                                                                                     "2s: delayed_y",
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s' id='k'/><assign location='s' expr=\"'k'\"/><cancel sendidexpr='s'/>":                                              "1s: delayed_x",
		"<assign location='s' expr=\"'k'\"/><if cond='true'/><assign location='s' expr=\"'i'\"/><send event='x' delay='1s' id='i'/><send event='y' delay='2s'/><cancel sendidexpr='s'/>": "2s: delayed_y",
		"<send event='x' delay='1s' id='i'/><send event='y' delay='2s'/><cancel sendidexpr='s'/>":                                                                                        "2s: delayed_y",
		"<assign location='s' expr=\"'y'\"/><send eventexpr='s' delay='3s'/>":                                                                                                            "3s: delayed_y",
	} {
		out, diags := load("machine.scxml", []byte(head+"<datamodel><data id='s' expr=\"'i'\"/></datamodel><state id='a'><onentry>"+content+rest+tail))
		if out == nil || strings.Count(string(out), "delayed_") < 1 || !strings.Contains(string(out), timer) {
			t.Errorf("%s: %v\n%s", content, diags, out)
		}
	}
	for _, content := range []string{
		"<send event='x' delay='1s' id='i'/><cancel sendidexpr='s'/><assign location='s' expr=\"'k'\"/>",
		"<assign location='s' expr=\"'i'\"/><send event='x' delay='1s' id='i'/><if cond='s == &quot;k&quot;'><assign location='s' expr=\"'k'\"/></if><cancel sendidexpr='s'/>",
	} {
		if out, diags := load("machine.scxml", []byte(head+"<datamodel><data id='s' expr=\"'i'\"/></datamodel><state id='a'><onentry>"+content+rest+tail)); out != nil || !strings.Contains(fmt.Sprint(diags), "`cancel` cannot be imported") {
			t.Errorf("%s: %v\n%s", content, diags, out)
		}
	}
}

// TestUncanceled gives documents with events after a delay that no spec can have. Each error is at its `send`, and tells how the machine comes there.
func TestUncanceled(t *testing.T) {
	for _, test := range []struct{ src, place, message, note string }{
		{
			"<state id='red'><onentry>\n<send event='go' delay='3s'/></onentry><transition event='go' target='green'/></state>" +
				"<state id='green'><onentry>\n<send event='stop' delay='2s'/></onentry><transition event='stop' target='red'/></state>",
			"2:1", "`send` with a delay of an event that can come while one that was sent after it is still to come",
			"`go` after 3s is still to come when `stop` after 2s is sent: red --go--> green",
		},
		{
			"<state id='a'><onentry>\n<send event='t' delay='3s'/></onentry><transition event='t' target='b'/><transition event='e' target='b'/></state>" +
				"<state id='b'><transition event='e' target='a'/></state>",
			"2:1", "`send` with a delay of an event that is still to come", "`t` after 3s is sent again while it is still to come: a --t--> b --e--> a",
		},
		{
			"<state id='z'><transition event='e' target='a'/></state><state id='a'><onentry>\n<send event='t' delay='3s' id='i'/><send event='u' delay='2s'/></onentry><transition event='t u' target='b'/></state>" +
				"<state id='b'><onentry><cancel sendid='i'/></onentry><transition event='u' target='c'/></state><final id='c'/>",
			"2:1", "`cancel` of an event while one that was sent after it is still to come",
			"`t` after 3s (id `i`) is canceled while `u` after 2s is still to come: z --e--> a",
		},
		{
			"<state id='a'><transition event='e'>\n<send event='t' delay='3s' id='i'/><send event='u' delay='3s'/></transition><transition event='t u' target='b'/></state><final id='b'/>",
			"2:36", "several `send` with the same delay at a time", "`u` after 3s and another one are sent together: a",
		},
		{
			"<state id='a'><transition event='e'>\n<send event='t' delay='3s'/></transition><transition event='t' target='b'/></state><final id='b'/>",
			"2:1", "`send` with a delay of an event that is still to come", "`t` after 3s is sent again while it is still to come: a --e--> a --e--> a",
		},
	} {
		d := Read("x.scxml", []byte(head+test.src+tail), 1)
		list := d.Errors()
		if len(list) != 1 || list[0].Span.String() != "x.scxml:"+test.place || list[0].Message != test.message+" cannot be imported" || len(list[0].Notes) != 1 || list[0].Notes[0].Message != test.note {
			t.Errorf("%s\n%v", test.src, list)
			for _, e := range list {
				t.Error(e.Span, e.Message, e.Notes)
			}
		}
	}
}
