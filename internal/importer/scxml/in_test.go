package scxml

import (
	"fmt"
	"strings"
	"testing"
)

// TestNeverReached imports a document in which a condition asks for a state that is never reached, so that its transition is never
// taken, and neither is what follows from it.
func TestNeverReached(t *testing.T) {
	src := head + `<parallel id="p">
<state id="r"><state id="a"><transition event="e" cond="In('gone')" target="c"/><transition event="f" target="z"/></state></state>
<state id="s"><state id="b"/><state id="gone"/></state></parallel>
<state id="c"><onentry><raise event="on"/></onentry><transition event="on" target="d"/></state>
<state id="d"/><final id="z"/>` + tail
	out, diags := load("machine.scxml", []byte(src))
	if out == nil {
		t.Fatal(diags)
	}
	for _, state := range []string{"gone:", "c:", "d:"} {
		if strings.Contains(string(out), "  "+state) {
			t.Errorf("%s is never reached:\n%s", state, out)
		}
	}
}

// TestInContent imports content of entry and exit that asks for active states.
func TestInContent(t *testing.T) {
	ask := func(state string) string {
		return "<if cond=\"In('" + state + "')\"><assign location='n' expr='1'/><else/><assign location='n' expr='2'/></if>"
	}
	for _, test := range []struct{ content, state, want, refused string }{
		{"onentry", "p", "n: 1", ""},
		{"onentry", "a", "n: 1", ""},
		{"onentry", "b", "n: 2", ""},
		{"onentry", "z", "n: 2", ""},
		{"onexit", "p", "n: 1", ""},
		{"onexit", "a", "n: 1", ""},
		{"onexit", "b", "n: 2", ""},
		{"onexit", "z", "n: 2", ""},
		{"onexit", "h", "n: 2", ""},
		{"onexit", "q", "", "unknown state `q`"},
	} {
		out, diags := load("machine.scxml", []byte(head+"<datamodel><data id='n' expr='0'/></datamodel><state id='z'><transition event='e' target='a'/></state><state id='p'><history id='h'><transition target='a'/></history><state id='a'><"+
			test.content+">"+ask(test.state)+"</"+test.content+"><transition event='f' target='z'/><state id='b'/></state></state>"+tail))
		if (out == nil) != (test.refused != "") || !strings.Contains(fmt.Sprint(diags), test.refused) || !strings.Contains(string(out), test.want) {
			t.Errorf("%s asks for %s: %v\n%s", test.content, test.state, diags, out)
		}
	}
}
