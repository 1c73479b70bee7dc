package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changesOf lists the changes of a comparison with their details, and what breaks in its behavior.
func changesOf(d *Diff) (got []string) {
	for _, ch := range d.Changes {
		text := string(ch.Action) + " " + ch.Part + " " + ch.Name
		for _, x := range ch.Details {
			text += "; " + x.What + ": " + x.Old + " → " + x.New
		}
		got = append(got, text)
	}
	for _, b := range d.Breaking {
		if strings.HasPrefix(string(b.Code), "FSMB3") {
			got = append(got, string(b.Code)+" "+b.Subject)
		}
	}
	return got
}

const relay = `
machine: Relay
vars: {n: {type: int, min: 0, max: 9}}
events: {Go: {}, X: {internal: true}, Y: {internal: true}}
initial: A
terminal: {done: [D]}
states:
  A: {on: {Go: [{if: n > 3, to: B, raise: [X, Y], set: {n: 1}}, {to: B, raise: [Y, X]}]}}
  B:
    on:
      X: {to: C}
      Y: {to: C}
  C:
    on:
      X: {to: D}
      Y: {to: D}
  D: {}
`

// TestRaised compares machines with raised events in the words of their authors: what is raised, and what is
// done with it, but not the variable that follows from both.
func TestRaised(t *testing.T) {
	for name, x := range map[string]struct {
		edit []string
		want []string
	}{
		"raised in another order": {
			[]string{"[X, Y]", "[Y,  X]", "[Y, X]", "[X, Y]"},
			[]string{
				"changed transition A --Go[n > 3]--> B; raises: X, Y → Y, X", "changed transition A --Go[otherwise]--> B; raises: Y, X → X, Y",
				"FSMB308 transition A --Go[n > 3]--> B", "FSMB308 transition A --Go[otherwise]--> B",
			},
		},
		"another target": {
			[]string{"X: {to: C}", "X: {to: D}"},
			[]string{"changed transition B --X--> D; leads to: C → D", "removed transition C --Y--> D", "FSMB307 transition B --X--> D"},
		},
		"no longer raised": {
			[]string{"[X, Y]", "[X]"},
			[]string{
				"changed state C; waits for events: never → unless X is raised",
				"changed transition A --Go[n > 3]--> B; raises: X, Y → X", "removed transition C --Y--> D",
				"FSMB308 transition A --Go[n > 3]--> B", "FSMB313 state C",
			},
		},
		"another update": {
			[]string{"X: {to: D}", "X: {to: D, set: {n: 2}}"},
			[]string{"changed transition C --X--> D; sets n:  → 2", "FSMB308 transition C --X--> D"},
		},
		"another condition": {
			[]string{"X: {to: D}", "X: [{if: n > 1, to: D, set: {n: 2}}, {to: D}]"},
			[]string{"added transition C --X[n > 1]--> D; sets:  → n: 2; order:  → tried as 1 of 2"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer(x.edit...).Replace(relay)
			d := compared(t, load(t, "old.fsm.yaml", relay, false), load(t, "new.fsm.yaml", text, false))
			if diff := cmp.Diff(x.want, changesOf(d)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
