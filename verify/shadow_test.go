package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// TestShadows checks the diagnostics on overflow next to a refuted range: there are none if
// the range would prove the obligation, and all of them if it would not.
func TestShadows(t *testing.T) {
	const text = `machine: Counter
params: {top: {type: int, min: 1, max: 9}}
vars: {n: {type: int, min: 0, max: 3}, far: {type: int, min: 0, max: 1000000000}, k: {type: int, min: 0, max: top}}
events: {Go: {by: int}, Stop: {}}
initial: A
terminal: {end: [B]}
states:
  A: {on: {Go: STEP, Stop: B}}
  B: {}
progress: {A: PROGRESS}
`
	const follows = "note: that all values fit in Go's int "
	tests := []struct {
		name, step, progress string
		want                 []string
	}{
		{"the range would do", "{set: {n: n + 1}}", "1", []string{
			"FSM404", follows + "on A --Go--> A"}},
		{"a payload leaves int from within the range", "{set: {n: n + event.by}}", "1", []string{
			"FSM404", "FSM406"}},
		{"one variable of two", "{set: {n: n + 1, k: k + event.by}}", "1", []string{
			"FSM404", "FSM404", "FSM406"}},
		{"another transition", "[{if: event.by > 0, set: {n: n + 1}}, {if: event.by < 0, set: {k: \"min(top, n + 2)\"}}, {to: B}]", "1", []string{
			"FSM404", follows + "on A --Go[event.by > 0]--> A", follows + "on A --Go[event.by < 0]--> A"}},
		{"progress", "{set: {n: n + 1}}", "max(1, 9 - 2*n)", []string{
			"FSM404", follows + "on A --Go--> A", follows + "in the progress of state `A`"}},
		// The range is left, but far from all that is explored.
		{"the range is not known to be wrong", "{set: {far: far + 1}}", "1", []string{
			"FSM410 could not prove that all values fit in Go's int on A --Go--> A"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parse(t, strings.NewReplacer("STEP", tt.step, "PROGRESS", fmt.Sprintf("%q", tt.progress)).Replace(text))
			r := verify.Machine(context.Background(), m)
			var got []string
			said := 0
			for _, d := range r.Diagnostics {
				switch d.Code {
				case diag.CodeRange, diag.CodeOverflow:
					got = append(got, string(d.Code))
				case diag.CodeUnproved:
					said++
					if strings.Contains(d.Message, "Go's int") {
						got = append(got, string(d.Code)+" "+d.Message)
					}
				}
				for _, n := range d.Notes {
					if text, ok := strings.CutSuffix(n.Message, " either; it would follow from the range"); ok {
						got = append(got, "note: "+strings.TrimPrefix(text, "could not prove "))
						said++
					}
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s%v", d, r.Diagnostics)
			}
			// Whatever is said, the obligation stays unknown.
			unknown := 0
			for _, o := range r.Obligations {
				if o.Status == verify.Unknown {
					unknown++
				}
			}
			if unknown != said {
				t.Errorf("%d obligations are unknown, and %d are spoken of: %v", unknown, said, r.Diagnostics)
			}
		})
	}
}

// TestUnprovedRange names the range that would prove that values fit, and no values that it rules out.
func TestUnprovedRange(t *testing.T) {
	r := verify.Machine(t.Context(), parse(t, `machine: Far
vars: {far: {type: int, min: 0, max: 1000000000}}
events: {Go: {environment: true}, Quit: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Go: {set: {far: far + 1}}, Quit: Z}}
  Z: {}
`))
	said := false
	for _, d := range r.Diagnostics {
		if d.Code != diag.CodeUnproved || !strings.Contains(d.Message, "Go's int") {
			continue
		}
		notes := fmt.Sprint(d.Notes)
		said = said || strings.Contains(notes, "it would follow from the range of `far`, which is not proved")
		if strings.Contains(notes, "far = ") {
			t.Errorf("%s: %s", d.Message, notes)
		}
	}
	if !said {
		t.Errorf("the range is not named: %v", r.Diagnostics)
	}
}
