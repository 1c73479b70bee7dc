package diff

import (
	"strings"
	"testing"
)

// TestStoredOutputs checks what is said of outputs and starts of calls that wait in the outbox of a store.
func TestStoredOutputs(t *testing.T) {
	const src = `machine: Order
go: {faces: [snapshot, values]}
enums: {Size: [Small, Large]}
events: {Pay: {}, Ask: {}}
calls: {charge: {with: {cents: int}}}
outputs: {Mail: {text: string, copies: int}, Box: {size: Size}}
initial: Open
terminal: {done: [Paid]}
states:
  Open:
    on:
      Ask: {to: Open, emit: {Mail: {text: '"x"', copies: 1}}}
      Pay: {to: Paying, emit: {Box: {size: Small}}}
  Paying: {invoke: {call: charge, with: {cents: 7}, on: {done: Paid, error: Open}}}
  Paid: {}
`
	const lost = ", so the new version cannot deliver what still waits"
	for name, test := range map[string]struct {
		edits []string
		want  string
	}{
		"nothing":        {nil, ""},
		"field added":    {[]string{"copies: int}", "copies: int, now: bool}", "copies: 1", "copies: 1, now: true"}, "output Mail: fields (text string, copies int) → (text string, copies int, now bool)"},
		"field removed":  {[]string{", copies: int}", "}", ", copies: 1", ""}, "output Mail: fields (text string, copies int) → (text string)"},
		"type changed":   {[]string{"copies: int", "copies: bool", "copies: 1", "copies: true"}, "output Mail: fields (text string, copies int) → (text string, copies bool)"},
		"order changed":  {[]string{"text: string, copies: int", "copies: int, text: string"}, ""},
		"renamed":        {[]string{"{Mail: {text: string", "{Letter: {text: string", "emit: {Mail:", "emit: {Letter:"}, "output Mail: removed or renamed"},
		"enum renamed":   {[]string{"enums: {Size:", "enums: {Volume:", "{size: Size}", "{size: Volume}"}, ""},
		"argument added": {[]string{"{cents: int}", "{cents: int, fast: bool}", "{cents: 7}", "{cents: 7, fast: true}"}, "start of call charge: arguments (cents int) → (cents int, fast bool)"},
		"call renamed":   {[]string{"calls: {charge:", "calls: {debit: ", "call: charge", "call: debit"}, "start of call charge: removed or renamed"},
		"no values":      {[]string{"faces: [snapshot, values]", "faces: [snapshot]", "copies: int}", "copies: int, now: bool}", "copies: 1", "copies: 1, now: true"}, ""},
	} {
		d := compared(t, load(t, "old.fsm.yaml", src, false), load(t, "new.fsm.yaml", edit(t, src, test.edits), false))
		var got []string
		for _, b := range d.Breaking {
			if b.Code == StoredOutput {
				got = append(got, strings.TrimSuffix(b.Subject+": "+b.Text, lost))
			}
		}
		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%s: %q, want %q", name, all, test.want)
		}
	}
}
