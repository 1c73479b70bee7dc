package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestStoredTexts changes the texts that are stored for a state and for a value of an enum.
func TestStoredTexts(t *testing.T) {
	sample.Turn(t)
	state := func(keys string) []string {
		return []string{"      Working:\n", "      Working:\n" + keys}
	}
	value := func(keys string) []string {
		return []string{
			"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}",
			"[Low, High, Urgent]", "{values: [Low, High, Urgent]" + keys + "}",
		}
	}
	const text, other, was = "        text: is.working\n", "        text: at work\n", "        was: is.working\n"
	for _, test := range []struct {
		name     string
		old, new []string
		want     []string // changes, and stored machines
	}{
		{"added", nil, state(text), []string{"~ state Working | text: none → is.working"}},
		{"removed", state(text), nil, []string{
			"~ state Working | text: is.working → none",
			"FSMB201 state Working: the text has changed from is.working to Working; add `was: is.working` to the state in which such a machine continues",
		}},
		{"removed, was", state(text), state(was), []string{"~ state Working | text: is.working → none", "~ state Working | old names: none → is.working"}},
		{"changed", state(text), state(other), []string{
			"~ state Working | text: is.working → at work",
			"FSMB201 state Working: the text has changed from is.working to \"at work\"; add `was: is.working` to the state in which such a machine continues",
		}},
		{"changed back", state(other), state(text), []string{
			"~ state Working | text: at work → is.working",
			"FSMB201 state Working: the text has changed from \"at work\" to is.working; add `was: \"at work\"` to the state in which such a machine continues",
		}},
		{"changed, was", state(text), state(other + was), []string{"~ state Working | text: is.working → at work", "~ state Working | old names: none → is.working"}},
		{"the old name is the text", nil, append(state("        text: Working\n"), "Working", "Doing", "text: Doing", "text: Working"), []string{
			"~ state Working → Doing | text: none → Working",
		}},
		{"value added", value(""), value(", text: {High: very high}"), []string{"~ enum Level | text of value High: none → very high"}},
		{"value changed", value(", text: {High: very high}"), value(", text: {High: top}"), []string{
			"~ enum Level | text of value High: very high → top",
			"FSMB206 var worst: value High of enum Level: the text has changed from \"very high\" to top; add `was: {NAME: \"very high\"}` to enum Level, where NAME is the value that takes its place",
		}},
		{"value changed, was", value(", text: {High: very high}"), value(", text: {High: top}, was: {High: very high}"), []string{
			"~ enum Level | text of value High: very high → top",
			"~ enum Level | old names of value High: none → very high",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := base(t, "")
			d := compared(t, load(t, "ticket.fsm.yaml", edit(t, src, test.old), true), load(t, "ticket.fsm.yaml", edit(t, src, test.new), true))
			var got []string
			for _, line := range lines(d) {
				if line[0] == '~' {
					got = append(got, line)
				}
			}
			for _, b := range d.Breaking {
				if b.Code[:5] == "FSMB2" {
					got = append(got, string(b.Code)+" "+b.Subject+": "+b.Text+"; "+b.Help)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
