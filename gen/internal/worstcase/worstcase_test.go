package worstcase_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// parcel waits in two regions at once.
const parcel = `machine: Parcel
vars: {asked: {type: int, min: 0, max: 3}}
events: {Collected: {internal: true}, Delivered: {internal: true}, Ask: {internal: true}}
outputs: {Asked: {}}
initial: Open
terminal: {done: [Closed]}
states:
  Open:
    done: Closed
    parallel:
      Transport:
        initial: Waiting
        states:
          Waiting: {after: {24h: Collected}, on: {Collected: Moving}}
          Moving: {after: {6h: Delivered}, on: {Delivered: There}}
          There: {final: true}
      Customs:
        initial: Asking
        states:
          Asking: {after: {30m: Ask}, on: {Ask: [{if: asked < 2, to: Asking, set: {asked: asked + 1}, emit: Asked}, Cleared]}}
          Cleared: {final: true}
  Closed: {}
`

// open has a state that waits for events forever, and an output that may be emitted any number of times.
const open = `machine: Open
events: {Ping: {}, Stop: {}}
outputs: {Pong: {}}
initial: Waiting
terminal: {done: [Closed]}
states:
  Waiting: {on: {Ping: {emit: Pong}, Stop: Closed}}
  Closed: {}
`

// grows has a bound that holds only unless a value leaves Go's int.
const grows = `machine: Grows
params: {n: int}
vars: {i: int, j: int}
events: {Step: {}}
outputs: {Stepped: {}}
initial: Going
terminal: {done: [Done]}
states:
  Going: {on: {Step: [{if: i < n, set: {i: i + 1, j: j + n}, emit: Stepped}, Done]}}
  Done: {}
`

// text writes the limits of a machine.
func text(t *testing.T, src string) string {
	t.Helper()
	s, diags := spec.Load("m.fsm.yaml", []byte(src))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var b strings.Builder
	for _, l := range worstcase.Of(verify.Machine(t.Context(), s.Machine)) {
		for _, term := range l.Terms {
			fmt.Fprintf(&b, "%d %d: %s", l.Kind, l.Index, expr.Print(term.Most, expr.Spec))
			if term.Unit > 0 {
				fmt.Fprintf(&b, " * %v", term.Unit)
			}
			for i, x := range term.Left {
				if x != nil {
					fmt.Fprintf(&b, "; %s %s", s.Machine.States[i].Name, expr.Print(x, expr.Spec))
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestOf reads limits: of regions, whose timers run where the region is, and of machines of which little or nothing is proved.
func TestOf(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"parcel", parcel, "0 0: 6; Open 1 + (transport: Waiting 2, Moving 1, There 0) + (customs: Asking 1, Cleared 0) + (2 - asked)\n" +
			"1 0: 1800 * 1m0s; Open max((transport: Waiting 360, Moving 0, There 0) + (transport: Waiting 1440, Moving 0, There 0) + (transport: Waiting 0, Moving 360, There 0), 60 - 30 * asked + (customs: Asking 30, Cleared 0))\n" +
			"3 0: 2; Open 2 - asked\n"},
		{"open", open, ""},
		{"grows", grows, ""},
	} {
		if got := text(t, test.src); got != test.want {
			t.Errorf("%s:\n%s", test.name, got)
		}
	}
}

// TestAll has a field for everything that a machine counts.
func TestAll(t *testing.T) {
	m := &core.Machine{Calls: make([]core.Call, 2), Outputs: make([]core.Output, 1), Costs: make([]core.Cost, 3)}
	if list := worstcase.All(m); len(list) != 2+2+1+3 {
		t.Errorf("%d limits", len(list))
	}
}
