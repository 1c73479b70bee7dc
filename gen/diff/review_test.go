package diff

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestReview makes the edits of the shipped machines that docs/diff.md lists, and compares the first sentences of the comments,
// what the pictures mark, and what moves in the images.
func TestReview(t *testing.T) {
	sample.Turn(t)
	page, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	const everywhere = "on:  # in every state that is not terminal\n  Cancelled: {to: Aborted, set: {reason: Cancellation, cause: event.cause}}\n\n"
	const invariants = "    invariants: [current + remaining == providers - 1]\n"
	for _, test := range []struct {
		machine string
		edits   []string
		marked  string
		lost    bool
	}{
		{"machines/fallback/fallback", []string{"if: retries < maxRetries,", "if: retries <= maxRetries,"}, "0 states, 1 ~", true},
		{"machines/fallback/fallback", []string{everywhere, "", invariants, invariants + "    on:\n      Cancelled: {to: Aborted, set: {reason: Cancellation, cause: event.cause}}\n"}, "0 states, 2 −", false},
		{"machines/reservation/reservation", []string{"AskParty", "AskGuests"}, "1 states", false},
		{"verify/testdata/rounds", []string{
			"if: event.verdict == Met, to: Done}", "if: event.verdict == Met, to: Review}",
			"  Done: {}\n  Aborted:", "  Review:\n    on:\n      Approved: Done\n      Objected: {to: Aborted, set: {reason: GapRemains}}\n  Done: {}\n  Aborted:",
			"  Cancelled: {cancellation: true, cause: error}", "  Approved: {}\n  Objected: {}\n  Cancelled: {cancellation: true, cause: error}",
			"  Verify: [1, maxRefinements", "  Review: [0, 1, 0, 0, 0, 0]\n  Verify: [1, maxRefinements",
		}, "1 states, 1 ~, 1 −, 2 +", false},
		{"machines/negotiation/negotiation", []string{"if: turns + 1 < maxTurns", "if: turns + 3 < maxTurns"}, "1 states", true},
	} {
		file := "../../" + test.machine + ".fsm.yaml"
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		image, err := os.ReadFile("../../" + test.machine + ".fsm.svg")
		if err != nil {
			t.Fatal(err)
		}
		old := load(t, file, string(src), true)
		old.Image = image
		d := compared(t, old, load(t, file, edit(t, string(src), test.edits), true))
		sentence := d.sign() + capital(d.sentence()) + "."
		if !strings.Contains(string(page), "| "+sentence+" |") {
			t.Errorf("docs/diff.md should say: %s", sentence)
		}
		if row := moved(t, image, imagesOf(t, d)); !regexp.MustCompile(regexp.QuoteMeta("| "+sentence+" | ") + ".* \\| " + row + " \\|").Match(page) {
			t.Errorf("docs/diff.md should say of %s: %s", test.machine, row)
		}
		if !strings.Contains(string(Markdown([]*Diff{d})), strings.Replace(sentence, " ", " **", 1)+"**") {
			t.Errorf("the comment does not begin with %s", sentence)
		}
		if got := countMarks(d.picture); got != test.marked {
			t.Errorf("%s: the picture marks %s, want %s", test.machine, got, test.marked)
		}
		if lost := len(d.proofs) > 0 || d.missing != ""; lost != test.lost {
			t.Errorf("%s: a lost proof is explained: %v", test.machine, lost)
		}
	}
}

// countMarks counts the states and the arrows that a picture marks.
func countMarks(p *picture.Picture) string {
	states := 0
	for i := range p.Nodes {
		if p.Nodes[i].Marked() {
			states++
		}
	}
	text := fmt.Sprintf("%d states", states)
	for _, mark := range []picture.Mark{picture.Changed, picture.Removed, picture.Added} {
		n := 0
		for _, e := range p.Edges {
			for _, l := range e.Labels {
				if l.Mark == mark {
					n++
					break
				}
			}
		}
		if n > 0 {
			text += fmt.Sprintf(", %d %s", n, strings.TrimSpace(mark.Sign()))
		}
	}
	return text
}
