package card_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRaised checks that the card says of raised events and of history what the author wrote: each
// alternative is one row, its event is a row of the matrix, and no condition or assignment is of a
// variable that the author does not know.
func TestRaised(t *testing.T) {
	sample.Turn(t)
	for file, all := range map[string][]string{
		"raise": {
			"| Next | Raised only by the machine itself. |",
			"| Due | Raised only by timers and the machine itself.<br>Raised by a timer of Outer. |",
			"| always | — | Choice | Wait | — |",
			"| Next | Passing | — | *stays* | Wait |",
			"| Due | — | — | — | Start, Done |",
			"| Choice → Wait<br>always `n > 3` | raise Due |\n| Choice → Wait<br>Then `n > 1` |  |\n| Choice *stays*<br>Then *otherwise* | `n ← 2` |\n",
			"| Wait → Wait<br>Next | `n ← 0` |\n| Wait → Start<br>Due `n < 9` | `n += 1` |\n| Wait → Done<br>Due *otherwise* |  |\n| Wait → Wait<br>Go | raise Then<br>raise Due |\n",
		},
		"history": {
			"| Paused → Chorus<br>Resume | emits Noise<br>to deep history of Playing |",
			"| Paused → Intro<br>Return | to history of Playing |",
		},
	} {
		src, err := os.ReadFile("../../../spec/testdata/ok/" + file + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.Load(file, src)
		if s.Machine == nil {
			t.Fatal(diags)
		}
		text, err := card.Card(s.Machine, verify.Machine(t.Context(), s.Machine), "", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range all {
			if !strings.Contains(string(text), "\n"+want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
		for _, no := range []string{"raised =", "History ="} {
			if strings.Contains(string(text), no) {
				t.Errorf("%s in\n%s", no, text)
			}
		}
	}
}

// TestRaisedOnly checks a machine that does nothing without an event but handle what it raises, also an
// event that callers send: the matrix has no row for `always`, and the sequence diagram names the events.
func TestRaisedOnly(t *testing.T) {
	s, diags := spec.Load("m.fsm.yaml", []byte(`
machine: M
vars: {n: {type: int, min: 0, max: 9}}
events: {Go: {}, Next: {}}
outputs: {Beep: {}}
initial: A
terminal: {done: [D]}
states:
  A: {on: {Go: {to: B, raise: [Next, Next]}, Next: D}}
  B: {on: {Next: [{if: n > 3, to: C, set: {n: 0}}, {to: C, set: {n: 1}}]}}
  C: {on: {Next: {to: D, emit: Beep}}}
  D: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	text, err := card.Card(s.Machine, verify.Machine(t.Context(), s.Machine), "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| Next | Raised by the machine itself, too. |",
		"| B → C<br>Next *otherwise* | `n ← 1` | ",
		"    p0->>p1: Go\n    Note right of p1: B<br>raises Next, Next\n    p1->>p1: Next #91;otherwise#93;\n    Note right of p1: C<br>n = 1\n    p1->>p1: Next\n    Note right of p1: D<br>emits Beep\n",
	} {
		if !strings.Contains(string(text), "\n"+want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "always") {
		t.Errorf("the card says `always`:\n%s", text)
	}
}
