package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCounts checks which counts are reported as ones that may be higher.
func TestCounts(t *testing.T) {
	const src = `
machine: Bill
params: {tries: {type: int, min: 0}, budget: {type: int, min: 0}}
vars: {left: {type: int, min: 0, max: tries, init: tries}, spent: {type: int, min: 0, max: budget}}
events: {Again: {price: int}, Wait: {}, Stop: {}}
outputs: {Pay: {price: int}}
initial: Run
terminal: {done: [Over]}
states:
  Run:
    on:
      Again:
        - if: left > 0 && event.price > 0 && event.price <= budget - spent
          set: {left: left - 1, spent: spent + event.price}
          emit: {Pay: {price: event.price}}
        - Over
      Wait: Stopping
      Stop: Over
  Stopping: {on: {Stop: Over}}
  Over: {}
progress: {Run: left + 2, Stopping: 1}
`
	for _, test := range []struct {
		name  string
		edits []string
		want  string
	}{
		{"unchanged", []string{"Stop: {}}", "Stop: {}, Other: {}}"}, ""},
		{"another parameter", []string{"tries: {type: int, min: 0}, ", "tries: {type: int, min: 0}, more: {type: int, min: 0}, ", "max: tries, init: tries", "max: tries + more, init: tries + more"}, "Pay: tries → tries + more"},
		{"a higher budget", []string{"price <= budget - spent", "price <= budget + 5 - spent", "max: budget}", "max: budget + 5}"}, "Pay.price: budget → budget + 5"},
		{"no account of the prices", []string{", spent: spent + event.price", ""}, "Pay.price: budget → none"},
		{"twice", []string{"emit: {Pay: {price: event.price}}", "emit: [{Pay: {price: event.price}}, {Pay: {price: 0}}]"}, "Pay: tries → 2 * tries"},
		{"a stricter condition", []string{"if: left > 0 &&", "if: left > 1 &&"}, ""},
		// The new bound is the count, which the report leaves out therefore.
		{"as many as transitions", []string{
			"left > 0 &&", "left > 1 &&", "        - Over\n      Wait: Stopping\n      Stop: Over\n  Stopping: {on: {Stop: Over}}\n",
			"        - {if: left == 1, to: Over, emit: {Pay: {price: 0}}}\n        - {otherwise: ignore}\n",
			", Wait: {}, Stop: {}", "", "{Run: left + 2, Stopping: 1}", "{Run: left}",
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			new := src
			for i := 0; i+1 < len(test.edits); i += 2 {
				if !strings.Contains(new, test.edits[i]) {
					t.Fatalf("no %q", test.edits[i])
				}
				new = strings.Replace(new, test.edits[i], test.edits[i+1], 1)
			}
			var got []string
			for _, b := range compared(t, load(t, "old.fsm.yaml", src, true), load(t, "new.fsm.yaml", new, true)).Breaking {
				if b.Code == CountRaised {
					got = append(got, b.Subject+": "+b.Text)
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
