package verify_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// TestTimedCycle reads what a finding says of the timers in a cycle, and follows its help.
func TestTimedCycle(t *testing.T) {
	declare := regexp.MustCompile("declare `((\\w+): [^`]*)`")
	for _, c := range []struct{ states, through, fires string }{
		{"Waiting: {after: {32s: Late}, on: {Late: Over}, states: {A: {after: {4s: Again}, on: {Again: A}}}}", "`Late` of `Waiting` (after 32s)", "`Again` of `A` (after 4s)"},
		{"A: {after: {4s: Again, 9s: Late}, on: {Again: A, Late: Over}}", "", "`Again` of `A` (after 4s)"}, // which stops the other one
		{"A: {after: {4s: Again, 9s: Late}, on: {Again: {set: {b: '!b'}}, Late: Over}}", "`Late` of `A` (after 9s)", "`Again` of `A` (after 4s)"},
		{"A: {on: {Go: P}}\n  P: {on: {Go: Over}, parallel: {L: {states: {L1: {after: {1h: Late}, on: {Late: Over}}}, initial: L1}, R: {initial: R1, states: {R1: {after: {1s: Again}, on: {Again: R2}}, R2: {always: R1}}}}}", "`Late` of `L1` (after 1h)", "`Again` of `R1` (after 1s)"},
	} {
		text := "machine: T\nvars: {b: bool}\nevents: {Again: {internal: true}, Late: {internal: true}, Go: {}}\ninitial: A\nterminal: {end: [Over]}\nstates:\n  " + c.states + "\n  Over: {}\n"
		r := reported(t, "t.fsm.yaml", []byte(text))
		var found *diag.Diagnostic
		for i := range r.Diagnostics {
			if d := &r.Diagnostics[i]; d.Code == diag.CodeEndless && found == nil {
				found = d
			}
		}
		if found == nil || len(found.Notes) < 2 {
			t.Errorf("no finding, or nothing on timers: %v\n%s", r.Diagnostics, text)
			continue
		}
		want := "proofs do not count on time: the event of a timer may come at any moment or never"
		if c.through != "" {
			want += "; running during the whole cycle: " + c.through
		}
		if got := found.Notes[1].Message; got != want+"; firing in it: "+c.fires {
			t.Errorf("%q, want %q\n%s", got, want, text)
		}
		m := declare.FindStringSubmatch(found.Help)
		if m == nil {
			t.Errorf("the help is %q", found.Help)
			continue
		}
		mended := strings.Replace(text, m[2]+": {internal: true}", m[1], 1)
		if r := reported(t, "t.fsm.yaml", []byte(mended)); r.Termination != verify.Proved || mended == text {
			t.Errorf("with the help, termination is %s\n%s", r.Termination, mended)
		}
	}
}
