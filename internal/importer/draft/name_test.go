package draft

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/name"
)

func TestNames(t *testing.T) {
	taken := names{}
	for _, test := range []struct{ text, want string }{
		{"支払い", "支払い"},
		{"X支払い", "X支払い_2"}, // Go exports 支払い as X支払い
		{"Größe", "Größe"},
		{"GRÖSSE", "GRÖSSE"},
		{"größe!", "größe_2"},
		{"Stop!", "Stop"},
		{"I/O error", "I_O_error"},
		{"a -> b => c", "a_b_c"},
		{"a·b", "a_b"},
		{"«Pаy»", "P_а_y"},
		{"e\u0301te\u0301", "ete"},
		{"①②", "Event_"},
		{strings.Repeat("長", 50), strings.Repeat("長", 20)},
		{"\u202exyz\u202c", "xyz"},
		{"²", "Event_2"},
	} {
		got := taken.fresh(test.text, "Event")
		if got != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
		if !name.Is(got) {
			t.Errorf("%q is no name", got)
		}
	}
	if got := taken.question("!ready * 2/3 != x", "guard"); got != "not_ready_times_2_over_3_ne_x" {
		t.Error(got)
	}
	if got := camel("größe-注文.test"); got != "Größe注文Test" {
		t.Error(got)
	}
}
