package scxml

import (
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
