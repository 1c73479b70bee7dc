package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sides is a machine whose regions begin, share an event, run calls, timers, and history.
const sides = `
machine: Sides
vars: {n: {type: int, min: 0, max: 3}}
events: {Go: {}, E: {}, F: {}, T: {internal: true}, Back: {}, X: {internal: true}}
outputs: {Charge: {}, Refund: {}}
calls: {one: {}, two: {}}
initial: S
terminal: {done: [Z]}
on: {F: Z}
states:
  S: {raise: {entry: X}, on: {Go: P, Back: {to: H, history: shallow}}, ignore: X}
  P:
    done: Z
    on: {Back: S}
    parallel:
      Left:
        initial: A
        states:
          A: {on: {E: {to: B, emit: Charge}}, invoke: {call: one, on: {done: B, error: B}}, after: {1s: T}}
          B: {on: {E: {to: A, emit: Refund}, T: A, Go: C}}
          C: {final: true}
      Right:
        initial: K
        states:
          K: {on: {E: L}, invoke: {call: two, on: {done: L, error: L}}}
          L: {final: true}
  H:
    initial: H1
    on: {Back: S}
    states: {H1: {on: {E: H2}}, H2: {}}
  Z: {}
`

// TestMeaning compares machines whose difference no transition has in its own words.
func TestMeaning(t *testing.T) {
	const left = `      Left:
        initial: A
        states:
          A: {on: {E: {to: B, emit: Charge}}, invoke: {call: one, on: {done: B, error: B}}, after: {1s: T}}
          B: {on: {E: {to: A, emit: Refund}, T: A, Go: C}}
          C: {final: true}
`
	const right = `      Right:
        initial: K
        states:
          K: {on: {E: L}, invoke: {call: two, on: {done: L, error: L}}}
          L: {final: true}
`
	for name, x := range map[string]struct {
		edit []string
		want []string
	}{
		"a region begins elsewhere": {
			[]string{"initial: A\n", "initial: B\n"},
			[]string{
				"changed state P; region Left: begins in A → begins in B",
				"changed transition S --Go--> P; starts timers: A raises T after 1s → ; starts calls: one, two → two",
				"FSMB307 state P", "FSMB308 transition S --Go--> P", "FSMB308 transition S --Go--> P",
			},
		},
		"regions in another order": {
			[]string{left + right, right + left},
			[]string{
				"changed state P; order of the regions: Left, Right → Right, Left",
				"changed transition S --Go--> P; starts calls: one, two → two, one",
				"FSMB308 state P", "FSMB308 transition S --Go--> P",
			},
		},
		"a region is added": {
			[]string{left, left + "      More: {initial: M1, states: {M1: {final: true}}}\n"},
			[]string{"changed state P; region More:  → begins in M1"},
		},
		"a region is removed": {
			[]string{right, "", "calls: {one: {}, two: {}}", "calls: {one: {}}"},
			nil,
		},
		"another final state": {
			[]string{"L: {final: true}", "L: {on: {Go: M}}\n          M: {final: true}"},
			[]string{
				"changed state P; final states of region Right: L → M; waits for events: unless left == C && right == L → unless left == C && right == M",
				"added transition L --Go--> M", "FSMB312 state P", "FSMB313 state P",
			},
		},
		"a timer in another leaf": {
			[]string{", after: {1s: T}", "", "B: {on: {E: {to: A, emit: Refund}, T: A", "B: {after: {1s: T}, on: {E: {to: A, emit: Refund}, T: A"},
			[]string{"added timer B raises T; after:  → 1s", "removed timer A raises T; after: 1s → "},
		},
		"a call in another leaf": {
			[]string{"{call: one, on: {done: B, error: B}}", "{call: two, on: {done: B, error: B}}", "{call: two, on: {done: L, error: L}}", "{call: one, on: {done: L, error: L}}"},
			nil,
		},
		"an initial value": {
			[]string{"max: 3}", "max: 3, init: 3}"},
			[]string{"changed var n; initial value: 0 → 3", "FSMB308 var n"},
		},
		"raised at the start": {
			[]string{"raise: {entry: X}", "raise: {entry: [X, X]}"},
			nil,
		},
		"a start in regions": {
			[]string{"initial: S", "initial: P"},
			nil,
		},
		"a start in another leaf": {
			[]string{"initial: S", "initial: B"},
			nil,
		},
		"deep history instead": {
			[]string{"H2: {}}", "H2: {initial: H3, states: {H3: {on: {E: H4}}, H4: {}}}}"},
			nil,
		},
		"no history": {
			[]string{", history: shallow", ""},
			[]string{"removed transition S --Back--> H2 (history of H); order: tried as 1 of 2 → ", "FSMB304 transition S --Back--> H2 (history of H)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := sides
			for i := 0; i < len(x.edit); i += 2 {
				if !strings.Contains(text, x.edit[i]) {
					t.Fatalf("no %q", x.edit[i])
				}
				text = strings.Replace(text, x.edit[i], x.edit[i+1], 1)
			}
			d := compared(t, load(t, "old.fsm.yaml", sides, false), load(t, "new.fsm.yaml", text, false))
			got := changesOf(d)
			if d.Empty() {
				t.Errorf("no change in meaning:\n%s", text)
			} else if x.want == nil {
				t.Logf("%q", got)
			} else if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if i := slices.IndexFunc(d.Changes, func(ch Change) bool {
				return strings.Contains(strings.ToLower(ch.Name), "raised") || strings.HasSuffix(ch.Name, "Rest")
			}); i >= 0 {
				t.Errorf("%v", d.Changes[i])
			}
		})
	}
}
