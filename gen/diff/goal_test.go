package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGoals checks what is said of claims that something stays possible, and of those that are no longer true, also if the new version
// does not make them.
func TestGoals(t *testing.T) {
	const src = `
machine: Vending
vars: {jammed: bool}
events: {Coin: {environment: true}, Vend: {environment: true}, Kick: {environment: true}, Refund: {environment: true}}
initial: Idle
terminal: {gone: [Scrapped]}
possible: {Paid: [Idle], Idle: [gone]}
states:
  Idle: {on: {Coin: Paid, Kick: Scrapped}}
  Paid:
    on:
      Kick: {set: {jammed: true}}
      Vend: [{if: "!jammed", to: Idle}, {otherwise: reject}]
      Refund: {to: Idle, set: {jammed: false}}
  Scrapped: {}
`
	const lost = "Refund: {to: Idle, set: {jammed: false}}"
	for _, test := range []struct {
		name  string
		edits []string
		want  []string
	}{
		{"unchanged", []string{"vars: {jammed: bool}", "vars: {jammed: bool, other: bool}", "jammed: true", "jammed: true, other: true"}, nil},
		{"nothing leads back", []string{lost, "Refund: {otherwise: reject}"}, []string{"FSMB407 possible: Idle can no longer be reached from Paid"}},
		{"nothing leads back, and nothing is claimed", []string{lost, "Refund: {otherwise: reject}", "Paid: [Idle], ", ""}, []string{"- claim Idle from Paid", "FSMB407 possible: Idle can no longer be reached from Paid"}},
		{"no longer claimed, but true", []string{"Paid: [Idle], ", ""}, []string{"- claim Idle from Paid"}},
		{"another claim", []string{"Paid: [Idle]", "Paid: [gone]"}, []string{"~ claim from Paid"}},
		{"more is claimed", []string{"Idle: [gone]}", "Idle: [gone, Paid]}"}, []string{"~ claim from Idle"}},
		{"a state is renamed", []string{"Paid:\n", "Full:\n    was: Paid\n", "Coin: Paid", "Coin: Full", "{Paid: [Idle]", "{Full: [Idle]"}, nil},
		{"the end is gone", []string{"terminal: {gone: [Scrapped]}\n", "", ", Idle: [gone]", "", ", Kick: Scrapped", "", "  Scrapped: {}\n", ""}, []string{"- claim gone from Idle"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			new := src
			for i := 0; i+1 < len(test.edits); i += 2 {
				if !strings.Contains(new, test.edits[i]) {
					t.Fatalf("no %q", test.edits[i])
				}
				new = strings.Replace(new, test.edits[i], test.edits[i+1], 1)
			}
			d := compared(t, load(t, "old.fsm.yaml", src, true), load(t, "new.fsm.yaml", new, true))
			var got []string
			for i := range d.Changes {
				if ch := &d.Changes[i]; ch.Part == "claim" {
					got = append(got, map[Action]string{Added: "+", Removed: "-", Changed: "~"}[ch.Action]+" claim "+ch.Name)
				}
			}
			for _, b := range d.Breaking {
				if b.Code.Consequence() == Proofs {
					got = append(got, string(b.Code)+" "+b.Subject+": "+b.Text)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
