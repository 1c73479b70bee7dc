package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRenames checks when parts with different names count as a rename.
func TestRenames(t *testing.T) {
	const twins = `
machine: Twins
events: {Left: {}, Right: {}, On: {}}
initial: Start
terminal: {done: [End]}
states:
  Start: {on: {Left: A, Right: B}}
  A: {on: {On: End}}
  B: {on: {On: End}}
  End: {}
progress: {Start: 2, A: 1, B: 1}
`
	for _, test := range []struct {
		name     string
		old, new []string
		want     []string
	}{
		{"both twins, told apart by their events", nil, []string{" A", " X", " B", " Y"}, []string{"~ state A → X", "~ state B → Y"}},
		{"everything but the shape", nil, []string{" A", " X", " B", " Y", "Start", "Begin", "End", "Stop"}, []string{
			"~ state Start → Begin", "~ state A → X", "~ state B → Y", "~ state End → Stop",
		}},
		{"an event and the state it leads to", nil, []string{"Left", "West", " A", " X"}, []string{"~ event Left → West", "~ state A → X"}},
		{"a variable that comes and one that goes", []string{"events:", "vars: {seen: bool}\nevents:", "Left: A", "Left: {to: A, set: {seen: true}}"}, []string{
			"events:", "vars: {count: {type: int, min: 0, max: 1}}\nevents:", "Right: B", "Right: {to: B, set: {count: 1}}",
		}, []string{
			"+ var count | type: int", "+ var count | range: 0 to 1", "+ var count | initial value: 0",
			"- var seen | type: bool", "- var seen | initial value: false",
			"~ transition Start --Left--> A | sets seen: true → none", "~ transition Start --Right--> B | sets count: none → 1",
		}},
		{"a state that comes and one that goes", nil, []string{
			"Left: A", "Left: End", "  A: {on: {On: End}}\n", "  C: {on: {Left: End}}\n", "  B: {on: {On: End}}", "  B: {on: {On: C}}", "Start: 2, A: 1, B: 1", "Start: 3, C: 1, B: 2",
		}, []string{
			"+ state C", "- state A",
			"~ transition Start --Left--> End | leads to: A → End", "+ transition C --Left--> End", "~ transition B --On--> C | leads to: End → C", "- transition A --On--> End",
			"~ progress Start | value: 2 → 3", "~ progress B | value: 1 → 2",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			old := load(t, "old.fsm.yaml", edit(t, twins, test.old), false)
			new := load(t, "new.fsm.yaml", edit(t, twins, test.new), false)
			var got []string
			for _, l := range lines(compared(t, old, new)) {
				if !strings.HasPrefix(l, "FSMB") {
					got = append(got, l)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestAmbiguous checks that two indistinguishable states with new names do not count as
// renamed.
func TestAmbiguous(t *testing.T) {
	const src = `
machine: Twins
events: {Go: {far: bool, up: bool}, On: {}}
initial: Start
terminal: {done: [End]}
states:
  Start:
    on:
      Go: [{if: event.far, to: A}, {if: event.far, to: B}, {to: End}]
  A: {on: {On: End}}
  B: {on: {On: End}}
  End: {}
`
	old := load(t, "old.fsm.yaml", src, false)
	new := load(t, "new.fsm.yaml", edit(t, src, []string{" A", " X", " B", " Y"}), false)
	states := 0
	for _, ch := range compared(t, old, new).Changes {
		if ch.Part == "state" {
			states++
			if ch.Action == Renamed || ch.Was != "" {
				t.Errorf("%s is said to be renamed", ch.title())
			}
		}
	}
	if states != 4 {
		t.Errorf("%d changes of states, want 4", states)
	}
}
