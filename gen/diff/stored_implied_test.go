package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestStoredImplied compares versions whose snapshots differ in what the loader has added: regions, history, and raised events. What the
// report says is in the words of the author, and its help can be followed.
func TestStoredImplied(t *testing.T) {
	sample.Turn(t)
	src := read(t, "testdata/wide.fsm.yaml")
	for name, want := range map[string][]string{
		"raise removed":                      nil,
		"raised twice":                       nil,
		"no shared event":                    nil,
		"call removed":                       {"FSMB209 call ship: removed, so Restore drops what stored machines say of it"},
		"last call removed":                  {"FSMB209 call fetch: removed, so Restore drops what stored machines say of it", "FSMB209 call ship: removed, so Restore drops what stored machines say of it"},
		"remembered state renamed, was":      nil,
		"composite renamed, was":             nil,
		"history removed, listed":            nil,
		"region removed, listed":             {"FSMB209 call ship: removed, so Restore drops what stored machines say of it"},
		"regions removed, listed":            {"FSMB209 call ship: removed, so Restore drops what stored machines say of it"},
		"last param and var removed, listed": nil,
		"history removed": {
			"FSMB202 var workHistory: no state has this history, or the state is renamed; add `was:` with the old name to the renamed state, or list workHistory under `removed` to forget the history",
		},
		"composite renamed": {
			"FSMB202 var workHistory: no state has this history, or the state is renamed; add `was:` with the old name to the renamed state, or list workHistory under `removed` to forget the history",
		},
		"remembered state renamed": {
			"FSMB201 state First: renamed to Early; if that is right, add `was: First` to Early",
			"FSMB206 var workHistory: state First is removed or renamed, and the history may be that the machine was in it; add `was: First` to the state in which such a machine continues",
		},
		"region added": {
			"FSMB202 region Split.Third: added, and a machine that was stored in state Split is in none of its states; write a migration with `fsmgen migrate`, which says in which state of the region it continues",
		},
		"region removed": {
			"FSMB202 region Split.Right: removed or renamed; list right under `removed` of state Split, or write a migration with `fsmgen migrate`",
			"FSMB209 call ship: removed, so Restore drops what stored machines say of it",
		},
		"leaf renamed": {
			"FSMB206 region Split.Right: state R3 is removed or renamed, and the machine may be in it; write a migration with `fsmgen migrate`, which says in which state of the region it continues",
		},
	} {
		t.Run(name, func(t *testing.T) {
			i := slices.IndexFunc(difftest.Wide(), func(v difftest.Version) bool { return v.Name == name })
			text, ok := difftest.Edited(src, difftest.Wide()[i].Edits)
			if !ok {
				t.Fatal("the spec lacks a text")
			}
			d := compared(t, load(t, "old.fsm.yaml", src, false), load(t, "new.fsm.yaml", text, false))
			var got []string
			for _, b := range d.Breaking {
				if !strings.HasPrefix(string(b.Code), "FSMB2") || b.Code == StoredTimer {
					continue
				}
				text := string(b.Code) + " " + b.Subject + ": " + b.Text
				if b.Help != "" {
					text += "; " + b.Help
				}
				if got = append(got, text); !b.Span.Start.IsValid() {
					t.Errorf("%s has no place", text)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, d.Text())
			}
		})
	}
}
