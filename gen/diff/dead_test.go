package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDead changes conditions so that alternatives are never taken, and states are not reached.
func TestDead(t *testing.T) {
	const src = `machine: Gate
params: {most: {type: int, min: 1, max: 9}}
vars: {left: {type: int, min: 0, max: most, init: most}}
events: {Go: {}, Rest: {}}
initial: Open
terminal: {done: [Shut]}
states:
  Open:
    on:
      Go:
        - {if: left > 1, to: Slow, set: {left: left - 1}}
        - {to: Shut}
  Slow:
    on:
      Rest: Open
      Go: Shut
  Shut: {}
`
	edited := func(old, new string) string { return edit(t, src, []string{old, new}) }
	for _, test := range []struct {
		name, old, new string
		want           []string
	}{
		{"same", src, src, nil},
		{"wider", src, edited("left > 1", "left > 0"), nil},
		{"state", src, edited("left > 1", "left > 9"), []string{
			"alternative Open --Go[left > 9]--> Slow: never taken: `left > 9` cannot hold there ({if: left > 9, to: Slow, set: {left: left - 1}})",
			"state Slow: not reachable: only alternatives that are never taken lead to it (Slow:)",
		}},
		{"before", edited("left > 1", "left > 9"), edited("left > 1", "left > 10"), nil},
		{"covered", src, edited("left > 1, to: Slow, set: {left: left - 1}", "left >= 0, to: Slow"), []string{
			"alternative Open --Go[otherwise]--> Shut: never taken: an alternative before it covers all values ({to: Shut})",
		}},
		{"reached again", edited("left > 1", "left > 9"), src, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			d := compared(t, load(t, "old.fsm.yaml", test.old, true), load(t, "new.fsm.yaml", test.new, true))
			page := string(Markdown([]*Diff{d}))
			for _, x := range d.Dead {
				line := strings.Split(test.new, "\n")[x.Span.Start.Line-1]
				got = append(got, x.Text+": "+x.Reason+" ("+line[x.Span.Start.Column-1:]+")")
				if !strings.Contains(page, "- `"+x.Text+"`: ") {
					t.Errorf("the comment does not list %q:\n%s", x.Text, page)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if strings.Contains(page, "**No longer reached**") != (len(test.want) > 0) {
				t.Errorf("the comment has the section, or lacks it:\n%s", page)
			}
		})
	}
}
