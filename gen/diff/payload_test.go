package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
)

// TestCarriedPayload wants no claim on stored machines, and no changed data, if only what regions carry of a payload changes.
func TestCarriedPayload(t *testing.T) {
	sample.Turn(t)
	for name, edits := range map[string][]string{
		"less is carried":        {"{if: event.mode == High, to: Lit}", "{to: Lit}"},
		"a region reads another": {"event.mode == High", "event.quick"},
		"nothing is carried": {
			"if: event.degrees > 5, to: Lit, set: {warmth: \"min(event.degrees, 9)\"}", "if: warmth > 0, to: Lit",
			"{if: event.mode == High, to: Lit}", "{to: Lit}", "if: event.quick, to: Turning", "to: Turning",
			"mode: event.mode}, emit", "mode: High}, emit", "{mode: event.mode}", "{mode: Low}", "Set: {if: event.quick, to: Lit}", "Set: Lit",
		},
	} {
		t.Run(name, func(t *testing.T) {
			src := strings.TrimLeft(spectest.Payload, "\n")
			old, new := load(t, "oven.fsm.yaml", src, true), load(t, "oven.fsm.yaml", edit(t, src, edits), true)
			for _, d := range []*Diff{compared(t, old, new), compared(t, new, old)} {
				if len(lines(d)) == 0 {
					t.Error("nothing changes")
				}
				for _, b := range d.Breaking {
					if strings.HasPrefix(string(b.Code), "FSMB2") {
						t.Errorf("%+v", b)
					}
				}
				for _, line := range lines(d) {
					if strings.Contains(line, "bakingStart") || strings.Contains(line, "bakingSet") {
						t.Error(line)
					}
				}
			}
		})
	}
}

// TestPayloadOnEntry compares outputs on entry and exit that read the payload of each event that leads there.
func TestPayloadOnEntry(t *testing.T) {
	src := `machine: Till
outputs: {Paid: {amount: int}, Heard: {amount: int}}
events: {Pay: {amount: int, tip: int}, Refund: {tip: int, amount: int}}
initial: Open
terminal: {done: [Closed]}
states:
  Open: {on: {Pay: Busy, Refund: Closed}}
  Busy:
    entry: {Paid: {amount: event.amount}}
    exit: {Heard: {amount: event.tip}}
    on: {Pay: Closed, Refund: Closed}
  Closed: {entry: {Heard: {amount: event.amount}}}
`
	for name, test := range map[string]struct{ edits, want []string }{
		"fields in another order": {[]string{"{tip: int, amount: int}", "{amount: int, tip: int}"}, []string{"~ event Refund | payload: (tip int, amount int) → (amount int, tip int)"}},
		"another field":           {[]string{"Paid: {amount: event.amount}", "Paid: {amount: event.tip}"}, []string{"~ state Busy | emits on entry: Paid{amount: event.amount} → Paid{amount: event.tip}"}},
		"another field on exit":   {[]string{"amount: event.tip}", "amount: event.amount}"}, []string{"~ state Busy | emits on exit: Heard{amount: event.tip} → Heard{amount: event.amount}"}},
		"in the transition": {
			[]string{"    entry: {Paid: {amount: event.amount}}\n", "", "{Pay: Busy,", "{Pay: {to: Busy, emit: {Paid: {amount: event.amount}}},"},
			[]string{"= what state Busy emits on entry is declared in a different place"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := compared(t, load(t, "till.fsm.yaml", src, true), load(t, "till.fsm.yaml", edit(t, src, test.edits), true))
			var changes []string
			for _, line := range lines(d) {
				if !strings.HasPrefix(line, "FSMB") {
					changes = append(changes, line)
				}
			}
			if !slices.Equal(changes, test.want) {
				t.Errorf("got %q, want %q", changes, test.want)
			}
		})
	}
}

// TestPayloadRange compares conditions on payloads with ranges: what no payload satisfies makes no difference. A range that changes is no
// help.
func TestPayloadRange(t *testing.T) {
	src := `machine: Till
params: {most: {type: int, min: 1, max: 90}}
vars: {sum: {type: int, min: 0, max: 1000}}
events: {Pay: {amount: {type: int, min: 1, max: most}}, Quit: {}}
initial: Open
terminal: {done: [Closed]}
states:
  Open:
    on:
      Quit: Closed
      Pay:
        - {if: event.amount > 0 && sum + event.amount <= 1000, set: {sum: sum + event.amount}}
        - Closed
  Closed: {}
`
	for _, test := range []struct {
		name  string
		edits []string
		want  string
	}{
		{"the range says it", []string{"event.amount > 0 && ", ""}, ""},
		{"the range of the parameter says it, too", []string{"event.amount > 0 && ", "event.amount < 91 && "}, ""},
		{"the range does not say it", []string{"event.amount > 0 && ", "event.amount > 1 && "}, "FSMB304"},
		{"the range changes", []string{"event.amount > 0 && ", "", "{type: int, min: 1, max: most}", "{type: int, min: -5, max: most}"}, "FSMB401 FSMB403 FSMB404 FSMB404"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := compared(t, load(t, "old.fsm.yaml", src, true), load(t, "new.fsm.yaml", edit(t, src, test.edits), true))
			var codes []string
			for _, b := range d.Breaking {
				codes = append(codes, string(b.Code))
			}
			if got := strings.Join(codes, " "); got != test.want || d.Empty() != (test.want == "") {
				t.Errorf("it breaks %q, want %q: %v", got, test.want, lines(d))
			}
		})
	}
}
