package picturetest

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Regions is a spec that has in regions what can be there.
const Regions = `
machine: Trip
params: {tries: {type: int, min: 1, max: 3}}
vars: {failed: {type: int, min: 0, max: tries}, paged: {type: int, min: 0, max: 1}}
events: {Start: {}, Resume: {}, Tick: {}, Pick: {}, Full: {}, Page: {}, Late: {internal: true}, Hold: {internal: true}, Cancel: {}}
outputs: {Asked: {}, Opened: {}}
calls: {pay: {with: {n: int}}}
initial: Idle
terminal: {done: [Booked], failed: [Failed]}
states:
  Idle: {on: {Start: Open, Resume: Hotel}}
  Open:
    entry: Opened
    after: {1h: Hold}
    on: {Cancel: Failed, Page: [{if: paged < 1, to: Open, set: {paged: 1}}, {otherwise: reject}], Hold: Failed}
    done: Booked
    parallel:
      Rooms:
        initial: Choosing
        on: {Full: Failed}
        states:
          Choosing:
            initial: Flight
            after: {2s: Late}
            on: {Late: [{if: failed < tries, to: Again, set: {failed: failed + 1}}, {to: Failed}]}
            states:
              Flight: {entry: Asked, on: {Pick: Hotel}}
              Hotel: {entry: Asked, ignore: [Start], on: {Pick: Chosen, Tick: Chosen}}
          Again: {on: {Tick: Choosing}}
          Chosen: {final: true}
      Money:
        initial: Paying
        states:
          Paying:
            invoke: {call: pay, with: {n: failed}, on: {done: Paid, error: Failed}}
            on: {Tick: Slow}
          Slow: {always: [{if: failed > 1, to: Paid}], on: {Tick: Paid}}
          Paid: {final: true}
      Clock:
        initial: Clear
        states:
          Clear: {on: {Page: {if: paged < 1, to: Ringing, set: {paged: 1}}}}
          Ringing:
            entry: Asked
            after: {3s: Late}
            done: Rung
            on: {Late: Rung}
            parallel:
              Bell: {initial: Loud, states: {Loud: {on: {Tick: Mute}}, Mute: {final: true}}}
              Lamp: {initial: Lit, states: {Lit: {on: {Pick: Dark, Full: Rung}}, Dark: {final: true}}}
          Rung: {final: true}
  Booked: {}
  Failed: {}
progress:
  Idle: 60 + 6 * tries
  Open: 31 - 30 * paged
  Flight: 4 + 3 * tries - 3 * failed
  Hotel: 3 + 3 * tries - 3 * failed
  Again: 5 + 3 * tries - 3 * failed
  Paying: 2
  Slow: 1
  Clear: 1
  Ringing: 1
  Loud: 1
  Lit: 1
`

// TortureRegions returns a machine with each text in the names of a region, of a composite state inside it, and of leaves.
func TortureRegions(texts []string) *core.Machine {
	m := &core.Machine{Name: texts[0], Outcomes: []core.Outcome{{Name: texts[0], States: []int{1}}}}
	m.States = []core.State{{Name: "all of " + texts[0], Outcome: -1}, {Name: "over " + texts[0], Outcome: 0}}
	m.Events = []core.Event{{Name: texts[0]}, {Name: "always", Eventless: true}}
	for r, s := range texts {
		kind := &expr.Enum{Name: s, Values: []string{s, s + "1", s + "2"}}
		t := expr.Type{Kind: expr.Enumerated, Enum: kind}
		symbol := &expr.Symbol{Scope: expr.Var, Index: r, Name: s, Type: t}
		at := func(leaf int64) expr.Expr { return &expr.Lit{T: t, Value: leaf} }
		m.Enums = append(m.Enums, kind)
		m.Vars = append(m.Vars, core.Var{Name: s, Type: t, State: 0, Implied: core.Active, Init: at(0), Symbol: symbol})
		m.States[0].Regions = append(m.States[0].Regions, core.Region{Name: s, Doc: s, Var: r, Leaves: []core.Leaf{
			{Name: s, Doc: s}, {Name: "1" + s, Composites: []string{"in " + s}}, {Name: s + "2", Final: true},
		}})
		for from := range int64(2) {
			guard := &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: symbol}, Y: at(from)}
			move := core.Transition{Internal: true, Move: &core.Move{Region: r, From: int(from), ToRegion: r, To: int(from) + 1}, Guard: guard}
			move.Updates = []core.Update{{Var: r, Value: at(from + 1), Implied: true}}
			if r > 0 {
				move.Event, move.Handles = 1, texts[0]
			}
			leave := core.Transition{To: 1, Event: 1, Move: &core.Move{Region: r, From: int(from), ToRegion: -1, To: -1}, Guard: guard}
			m.Transitions = append(m.Transitions, move, leave)
		}
	}
	m.Transitions = append(m.Transitions, core.Transition{To: 1, Event: 1, Done: true, Guard: expr.Truth(true)})
	m.Sort()
	return m
}
