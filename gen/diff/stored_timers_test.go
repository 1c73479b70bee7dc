package diff

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestStoredTimers restores machines with timers with other versions of their spec: a due time is lost exactly where
// the diff says so, or where the new version does not run the timer.
func TestStoredTimers(t *testing.T) {
	sample.Turn(t)
	src := base(t, "timed")
	type version struct {
		name string
		side *Side
	}
	var list []version
	var packages []difftest.Package
	for _, v := range []struct {
		name  string
		edits []string
	}{
		{"timed", nil},
		{"composite renamed", []string{"Busy", "Active"}},
		{"composite renamed, was", []string{"Busy:\n", "Active:\n    was: Busy\n"}},
		{"event renamed", []string{"Expire", "Elapse"}},
		{"event renamed, was", []string{"Expire", "Elapse", "  Elapse: {}", "  Elapse: {was: Expire}"}},
		{"state renamed, was", []string{"Working", "Doing", "      Doing:\n", "      Doing:\n        was: Working\n"}},
		{"all renamed, was", []string{"Busy:\n", "Active:\n    was: Busy\n", "Expire", "Elapse", "  Elapse: {}", "  Elapse: {was: Expire}",
			"Working", "Doing", "      Doing:\n", "      Doing:\n        was: Working\n"}},
		{"timer removed", []string{"    after: {10m: Stop}\n", ""}},
		{"timer longer", []string{"10m: Stop", "20m: Stop"}},
	} {
		s, diags := spec.Load("base.fsm.yaml", []byte(edit(t, src, v.edits)))
		if s.Machine == nil {
			t.Fatalf("%s: %v", v.name, diags)
		}
		side := &Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)}
		list = append(list, version{v.name, side})
		packages = append(packages, difftest.Package{Report: side.Report})
	}
	restore := difftest.Program(t, packages)
	kept, lost := 0, 0
	for _, old := range list {
		a := old.side.Spec.Machine
		for number, new := range list {
			d, err := Compare(t.Context(), old.side, new.side)
			if err != nil {
				t.Fatal(err)
			}
			said := map[string]bool{}
			for _, b := range d.Breaking {
				said[b.Subject] = said[b.Subject] || b.Code == StoredTimer
			}
			for _, r := range difftest.Rows(t, old.side.Report) {
				again, err := restore(number, r.Snapshot)
				if err != nil {
					continue // TestRestore compares that with the diff
				}
				var got struct {
					State  string
					Timers map[string]string
					Starts map[string]int
				}
				if err := json.Unmarshal(again, &got); err != nil {
					t.Fatal(err)
				}
				for text, due := range difftest.Due(a, r.State) {
					known, runs := "", false
					for j, timer := range new.side.Spec.Machine.Timers {
						if now := source.Timer(new.side.Spec.Machine, j); now == text || slices.Contains(timer.Was, text) {
							known = now
							runs = slices.ContainsFunc(timer.States, func(s int) bool { return new.side.Spec.Machine.States[s].Name == got.State })
						}
					}
					switch has := known != "" && got.Timers[known] == due && got.Starts[known] == difftest.Starts(a, r.State)[text]; {
					case said["timer "+text] == (known != ""):
						t.Errorf("%s → %s: the diff says that timer %s is lost: %t", old.name, new.name, text, said["timer "+text])
					case has != runs:
						t.Errorf("%s → %s: the new version runs timer %s: %t, but %s is restored as %s", old.name, new.name, text, runs, r.Snapshot, again)
					case has:
						kept++
					default:
						lost++
					}
				}
			}
		}
	}
	if kept == 0 || lost == 0 {
		t.Errorf("%d due times are kept, and %d are lost", kept, lost)
	}
}
