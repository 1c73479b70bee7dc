package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestFaces changes the faces of a machine: removing one is a breaking change, and
// adding one is not, except that checkpoints of a machine with observers get the steps.
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
		{"snapshot", "snapshot, values", []string{"~ machine Ticket | faces of the Go code: snapshot → snapshot, values"}},
		{"snapshot, values", "snapshot", []string{"~ machine Ticket | faces of the Go code: snapshot, values → snapshot", "FSMB101", "FSMB103"}},
		{"columns", "", []string{"~ machine Ticket | faces of the Go code: columns → none", "FSMB101", "FSMB103"}},
		{"typed, run, observe", "typed, run", []string{
			"~ machine Ticket | faces of the Go code: typed, run, observe → typed, run", "FSMB101", "FSMB103", "FSMB104",
		}},
		{"typed, run", "typed, run, observe", []string{
			"~ machine Ticket | faces of the Go code: typed, run → typed, run, observe", "FSMB104",
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

// TestStoredFaces changes machines that are stored as snapshots, in columns, in both ways, and in neither. The name
// of the machine is only in snapshots.
func TestStoredFaces(t *testing.T) {
	sample.Turn(t)
	for _, test := range []struct {
		old, new string
		edits    []string
		want     string // in order, without others
	}{
		{"snapshot", "snapshot", []string{"machine: Ticket", "machine: Task"}, "FSMB207"},
		{"columns", "columns", []string{"machine: Ticket", "machine: Task"}, ""},
		{"snapshot", "columns", []string{"machine: Ticket", "machine: Task"}, ""},
		{"snapshot", "snapshot", []string{"max: 9, default: 3", "max: 2, default: 1", "New", "Fresh"}, "FSMB201 FSMB204"},
		{"columns", "columns", []string{"max: 9, default: 3", "max: 2, default: 1", "New", "Fresh"}, "FSMB201 FSMB204"},
		{"columns", "columns, snapshot", []string{"max: 9, default: 3", "max: 2, default: 1", "New", "Fresh"}, "FSMB201 FSMB204"},
		{"columns", "snapshot", []string{"max: 9, default: 3", "max: 2, default: 1", "New", "Fresh"}, ""},
		{"observe", "observe", []string{"max: 9, default: 3", "max: 2, default: 1", "New", "Fresh"}, ""},
	} {
		src := base(t, "")
		side := func(faces string, edits ...string) *Side {
			return load(t, "ticket.fsm.yaml", edit(t, edit(t, src, []string{"machine: Ticket", "go: {faces: [" + faces + "]}\nmachine: Ticket"}), edits), true)
		}
		var got []string
		for _, b := range compared(t, side(test.old), side(test.new, test.edits...)).Breaking {
			if code := string(b.Code); strings.HasPrefix(code, "FSMB2") && !slices.Contains(got, code) {
				got = append(got, code)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s, then %s with %q: -want +got:\n%s", test.old, test.new, test.edits, diff)
		}
	}
}
