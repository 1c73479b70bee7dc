package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFaces changes the faces of a machine: removing one is a breaking change, and
// adding one is not.
func TestFaces(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     []string
	}{
		{"typed", "typed, run, observe", []string{"~ machine Ticket | faces of the Go code: typed → typed, run, observe"}},
		{"typed, run", "typed, run, snapshot", []string{"~ machine Ticket | faces of the Go code: typed, run → typed, run, snapshot"}},
		{"", "snapshot", []string{"~ machine Ticket | faces of the Go code: none → snapshot"}},
		{"typed, run", "typed", []string{"~ machine Ticket | faces of the Go code: typed, run → typed", "FSMB101"}},
		{"snapshot", "", []string{"~ machine Ticket | faces of the Go code: snapshot → none", "FSMB101", "FSMB103"}},
		{"typed, run, observe", "typed, run", []string{
			"~ machine Ticket | faces of the Go code: typed, run, observe → typed, run", "FSMB101", "FSMB103",
		}},
	} {
		src := base(t, "")
		side := func(faces string) *Side {
			return load(t, "ticket.fsm.yaml", edit(t, src, []string{"machine: Ticket", "machine: Ticket\ngo: {faces: [" + faces + "]}"}), true)
		}
		d := compared(t, side(test.old), side(test.new))
		if diff := cmp.Diff(test.want, lines(d)); diff != "" {
			t.Errorf("%q, then %q: -want +got:\n%s", test.old, test.new, diff)
		}
	}
}
