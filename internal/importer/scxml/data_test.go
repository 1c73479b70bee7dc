package scxml

import (
	"strings"
	"testing"
)

// TestData reads events with data, and what may be known of them when they are handled.
func TestData(t *testing.T) {
	// machine sends an event d, which leads from a to b, from where a condition decides at once.
	machine := func(send, cond string) string {
		return head + "<datamodel><data id='n' expr='4'/><data id='m' expr='1'/></datamodel><state id='a'><transition event='go' target='b'>" + send + "</transition></state>\n" +
			"<state id='b'><transition event='d' cond='" + cond + "' target='yes'/><transition event='d' target='no'/></state>" +
			"<state id='yes'><transition event='go' target='a'><assign location='m' expr='m + 1'/></transition></state><state id='no'><transition event='go' target='a'/></state>" + tail
	}
	const unknown = "a field of `_event` in an event that others may send, or in none, cannot be imported"
	for _, test := range []struct{ name, src, want string }{
		{"a constant", machine("<raise event='x'/><send event='d' target='#_internal'><param name='v' expr='1 + 2'/></send>", "_event.data.v === 3"), "go_: b_before_raised_d\n|b_before_raised_d:\n    doc: b before raised d\n    always: yes"},
		{"another constant", machine("<send event='d' target='#_internal'><param name='v' expr='4'/></send>", "_event.data[\"v\"] === 3"), "doc: b before raised d\n    always: no"},
		{"a variable that never changes", machine("<send event='d' namelist='n'/>", "_event.data.n === 4"), "doc: b before sent d\n    always: yes"},
		{"a variable that changes", machine("<send event='d' namelist='m'/>", "_event.data.m === 4"), "data of an event whose value is not constant cannot be imported"},
		{"two values of it", machine("<if cond='m > 3'><send event='d'><param name='v' expr='1'/></send><else/><send event='d'><param name='v' expr='2'/></send></if>", "_event.data.v === 1"), "b_before_sent_d:\n    doc: b before sent d\n    always: yes|b_before_sent_d_2:\n    doc: b before sent d\n    always: no"},
		{"content", machine("<send event='d'><content> some\n text </content></send>", "_event.data === \"some text\""), "doc: b before sent d\n    always: yes"},
		{"a number as content", machine("<send event='d'><content>12</content></send>", "_event.data == 12"), "doc: b before sent d\n    always: yes"},
		{"an id", machine("<send event='d' id='i'/>", "_event.sendid == \"i\""), "doc: b before sent d\n    always: yes"},
		{"a type", machine("<send event='d'/>", "_event.type == \"external\""), "doc: b before sent d\n    always: yes"},
		{"another type", machine("<raise event='d'/>", "_event.type == \"external\""), "doc: b before raised d\n    always: no"},
		{"an origin", machine("<raise event='d'/>", "_event.origintype == \"x\""), unknown},
		{"no such datum", machine("<send event='d'><param name='v' expr='1'/></send><send event='x'><param name='w' expr='1'/></send>", "_event.data.w === 1"), unknown},
		{"a program that may send it", strings.Replace(machine("<send event='d'><param name='v' expr='1'/></send>", "_event.data.v === 1"), "id='yes'>", "id='yes'><transition event='d' cond='_event.data.v === 1' target='no'/>", 1), unknown},
		{"a number or a string", machine("<send event='d'><param name='v' expr='1'/></send><send event='x'><param name='v' expr='\"1\"'/></send>", "_event.data.v === 1"), "the system variable `_event` cannot be imported"},
		{"a name twice", machine("<send event='d'><param name='v' expr='1'/><param name='v' expr='2'/></send>", "true"), "`send` with data cannot be imported"},
		{"an object", machine("<send event='d'><content>{\"a\": 1}</content></send>", "true"), "`send` with data cannot be imported"},
		{"a delay", machine("<send event='d' delay='1s'><param name='v' expr='1'/></send>", "true"), "`send` with data cannot be imported"},
	} {
		out, diags := loadAny("x.scxml", []byte(test.src))
		got := string(out)
		for _, d := range diags {
			got += d.Message + "\n"
		}
		for part := range strings.SplitSeq(test.want, "|") {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q is missing in\n%s", test.name, part, got)
			}
		}
	}
}
