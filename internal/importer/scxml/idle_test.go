package scxml

import (
	"strings"
	"testing"
)

// TestIdle imports parallel states in which nothing happens.
func TestIdle(t *testing.T) {
	p := "<parallel id='p'><onentry><log expr='1'/></onentry><onexit><log expr='9'/></onexit><state id='q'><state id='a'><onentry><log expr='2'/></onentry></state><state id='b'/></state><state id='r'><onentry><log expr='3'/></onentry></state></parallel>"
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"at the start", p, []string{"initial: a_and_r\n", "rest: [a_and_r]", "  a_and_r:\n    doc: a and r\n    entry: [_1, _2, _3]\n"}},
		{"two ways into it", "<state id='z'><transition event='e' target='b'/><transition event='f' target='p'/></state>" + p, []string{"e: b_and_r\n", "f: a_and_r\n", "rest: [b_and_r, a_and_r]", "  b_and_r:\n    doc: b and r\n    entry: [_1, _3]\n"}},
		{"into the region", "<state id='z'><transition event='e' target='q'/></state>" + p, []string{"e: a_and_r\n"}},
		{"inside another state", "<state id='z'><transition event='e' target='o'/></state><state id='o'>" + p + "</state>", []string{"o:\n    initial: a_and_r\n"}},
		{"it ends at once", "<parallel id='p'><state><final id='f'/></state><state><final id='g'/></state></parallel>", []string{"rest: [f_and_g]"}},
		{"only some event does nothing", "<parallel id='p'><state id='a'><transition event='e'/></state><state id='b'/></parallel>", []string{"rest: [a_and_b]"}},
	} {
		out, diags := load("x.scxml", []byte(head+test.src+tail))
		text := strings.ReplaceAll(string(out), "output_", "_")
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %v\n%s", test.name, diags, text)
				break
			}
		}
	}
}
