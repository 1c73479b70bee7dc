package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTimeToOutcome compares claims about the time to an outcome: one that is lost or higher breaks a deadline, and one that is lower does not.
func TestTimeToOutcome(t *testing.T) {
	const src = `machine: Login
events: {Code: {}, Slow: {internal: true}, GaveUp: {internal: true}}
initial: Asking
terminal: {done: {states: [In], within: 30s}, failed: {states: [Out], within: 1h30s}}
states:
  Asking: {after: {30s: Slow}, on: {Code: In, Slow: Looking}}
  Looking: {after: {1h: GaveUp}, on: {GaveUp: Out}}
  In: {}
  Out: {}
`
	for name, test := range map[string]struct {
		edits         []string
		changes, lost []string
	}{
		"as before":                 {[]string{"", ""}, nil, nil},
		"higher and true":           {[]string{"within: 30s}", "within: 50s}"}, []string{"within to done time 30s → 50s"}, []string{"30s to done → 50s"}},
		"lower and wrong":           {[]string{"within: 1h30s}", "within: 1h}"}, []string{"within to failed time 1h0m30s → 1h"}, nil},
		"gone":                      {[]string{"{states: [In], within: 30s}", "[In]"}, []string{"within 30s to done"}, []string{"30s to done → no claim, limits: 1h0m30s"}},
		"gone, but all are in time": {[]string{"{states: [Out], within: 1h30s}", "[Out]"}, []string{"within 1h0m30s to failed"}, nil},
		"wrong now": {[]string{"after: {30s: Slow}", "after: {31s: Slow}"}, nil,
			[]string{"30s to done → 30s, which is refuted", "1h0m30s to failed → 1h0m30s, which is refuted"}},
	} {
		d := compared(t, load(t, "old", src, true), load(t, "new", strings.Replace(src, test.edits[0], test.edits[1], 1), true))
		var changes, lost []string
		for _, c := range d.Changes {
			if c.Part != "claim" {
				continue
			}
			text := c.Name
			for _, x := range c.Details {
				text += " " + x.What + " " + x.Old + " → " + x.New
			}
			changes = append(changes, text)
		}
		for _, b := range d.Breaking {
			if b.Code == WithinLost {
				lost = append(lost, b.Text)
			}
		}
		if diff := cmp.Diff([][]string{test.changes, test.lost}, [][]string{changes, lost}); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
