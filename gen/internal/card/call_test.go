package card_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// order has a call, and a child machine.
func order() *core.Machine { return load("../../testdata/order/checkout.fsm.yaml") }

// TestChildLink checks that the link to the card of a child machine is relative to the page, and
// that no path can end it.
func TestChildLink(t *testing.T) {
	for _, test := range []struct{ spec, path, want string }{
		{"checkout.fsm.yaml", "payment.fsm.yaml", "[Payment](payment.fsm.md) (a machine)"},
		{"shop/checkout.fsm.yaml", "../pay/payment.fsm.yaml", "[Payment](pay/payment.fsm.md) (a machine)"},
		{"../checkout.fsm.yaml", "../payment.fsm.yaml", "[Payment](../../payment.fsm.md) (a machine)"},
		{"checkout.fsm.yaml", "a) [x](y\n|~<b>.fsm.yaml", "[Payment](a%29%20%5Bx%5D%28y%0A%7C%7E%3Cb%3E.fsm.md) (a machine)"},
		{"", "payment.fsm.yaml", "| Payment (a machine)"},
	} {
		m := order()
		m.Calls[1].Path = test.path
		text, err := card.Section(m, verify.Machine(done(), m), test.spec, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), test.want) {
			t.Errorf("no %q in\n%s", test.want, text)
		}
	}
}

// TestNeverCalled shows a call that no state invokes, with its Go name.
func TestNeverCalled(t *testing.T) {
	m := order()
	m.Calls = append(m.Calls, core.Call{Name: "rest", Go: "Pause"})
	text, err := card.Card(m, verify.Machine(done(), m), "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| `rest` |  | *never* |", "| call | `rest` | `Pause` |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
