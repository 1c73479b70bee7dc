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
	return written(t, s.Machine)
}

func written(t *testing.T, m *core.Machine) string {
	t.Helper()
	var b strings.Builder
	for _, l := range worstcase.Of(verify.Machine(t.Context(), m)) {
		for _, term := range l.Terms {
			fmt.Fprintf(&b, "%d %d: %s", l.Kind, l.Index, expr.Print(term.Most, expr.Spec))
			if term.Unit > 0 {
				fmt.Fprintf(&b, " * %v", term.Unit)
			}
			for i, x := range term.Left {
				if x != nil {
					fmt.Fprintf(&b, "; %s %s", m.States[i].Name, expr.Print(x, expr.Spec))
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

// TestOutcomes reads the time of a machine whose child has a time for each outcome: what is left has that of the child that runs, once.
func TestOutcomes(t *testing.T) {
	const child = `machine: Child
events: {Ok: {}, Slow: {internal: true}, Late: {internal: true}}
initial: A
terminal: {good: {states: [Z], within: 5m}, bad: {states: [Y], within: 24h5m}}
bound: 2
states: {A: {after: {5m: Slow}, on: {Ok: Z, Slow: B}}, B: {after: {24h: Late}, on: {Late: Y}}, Z: {}, Y: {}}
progress: {A: 2, B: 1}
`
	const parent = `machine: Parent
params: {p: {type: int, min: 1, max: 9}}
vars: {n: {type: int, min: 1, max: p, init: 1}}
use: {Child: child.fsm.yaml}
events: {}
initial: A
terminal: {done: [Z]}
states: {A: {invoke: {machine: Child, on: {good: [{if: n < p, to: A, set: {n: n + 1}}, Z], bad: Z}}}, Z: {}}
`
	s, diags := spec.LoadWith("parent.fsm.yaml", []byte(parent), func(_, path string) (string, []byte, error) { return path, []byte(child), nil })
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if got, want := written(t, s.Machine), "1 0: 5 * p + 1440 * 1m0s; A 5 * p - 5 * n + 1445"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestAll has a field for everything that a machine counts.
func TestAll(t *testing.T) {
	m := &core.Machine{Calls: make([]core.Call, 2), Outputs: make([]core.Output, 1), Costs: make([]core.Cost, 3)}
	if list := worstcase.All(m); len(list) != 2+2+1+3 {
		t.Errorf("%d limits", len(list))
	}
}
