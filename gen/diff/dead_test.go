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
		{"constant", src, edited("max: most, init: most", "max: most, init: 0"), []string{
			"alternative Open --Go[left > 1]--> Slow: never taken: `left > 1` cannot hold there ({if: left > 1, to: Slow, set: {left: left - 1}})",
			"state Slow: not reachable: only alternatives that are never taken lead to it (Slow:)",
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
				if text := d.Text(); !strings.Contains(text, "no longer reached\n") || !strings.Contains(text, "  - "+x.Text+": "+x.Reason+"\n") {
					t.Errorf("the text does not list %q:\n%s", x.Text, text)
				}
				if !strings.Contains(page, "- `"+x.Text+"`: ") {
					t.Errorf("the comment does not list %q:\n%s", x.Text, page)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if strings.Contains(page, "\n- no longer reached: ") != (len(test.want) > 0) {
				t.Errorf("the comment has the section, or lacks it:\n%s", page)
			}
		})
	}
}

// TestDeadLeaf makes a flag constant, so that a region never enters a state.
func TestDeadLeaf(t *testing.T) {
	const src = `machine: Gate
vars: {late: bool}
events: {Go: {}, Wait: {}, Stop: {}}
initial: Open
terminal: {done: [Shut]}
states:
  Open:
    on: {Stop: Shut}
    parallel:
      A: {initial: A1, states: {A1: {on: {Go: [{if: late, to: A2}, {to: A3}]}}, A2: {}, A3: {}}}
      B: {initial: B1, states: {B1: {on: {Wait: {to: B2, set: {late: true}}}}, B2: {}}}
  Shut: {}
`
	d := compared(t, load(t, "old.fsm.yaml", src, true), load(t, "new.fsm.yaml", edit(t, src, []string{"set: {late: true}", "set: {late: false}"}), true))
	if len(d.Dead) == 0 || d.Dead[len(d.Dead)-1].Text != "state A2" {
		t.Errorf("the states that are no longer reached are %v", d.Dead)
	}
}
