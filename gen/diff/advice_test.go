package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestAdvice checks the version that a change suggests, and why.
func TestAdvice(t *testing.T) {
	sample.Turn(t)
	for _, test := range []struct {
		name string
		want Advice
	}{
		{"doc and comments", Advice{Patch, "no change in meaning"}},
		{"invariant added", Advice{Patch, "only claims and proofs change, and none is lost"}},
		{"invariant weaker", Advice{Patch, "only claims and proofs change, and none is lost"}},
		{"progress", Advice{Major, "a claim is no longer proved (FSMB403)"}},
		{"condition wider", Advice{Minor, "the behavior changes, and nothing breaks"}},
		{"event added", Advice{Minor, "additions, and nothing breaks"}},
		{"condition stricter", Advice{Major, "callers see a different behavior (FSMB304)"}},
		{"machine renamed", Advice{Major, "stored machines may not be restored (FSMB207)"}},
		{"param range narrower", Advice{Major, "stored machines may not be restored (FSMB204); callers see a different behavior (FSMB305)"}},
		{"payload changed", Advice{Major, "Go code no longer compiles or fits (FSMB104)"}},
		{"enum renamed", Advice{Major, "Go code no longer compiles or fits (FSMB101, FSMB102, FSMB104, and 1 more)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := slices.IndexFunc(edits, func(e specEdit) bool { return e.name == test.name })
			src := base(t, test.name)
			d := compared(t, load(t, "old", src, true), load(t, "new", edit(t, src, edits[i].edits), true))
			if got := d.Advice(); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if line := "\n  " + test.want.String() + "\n"; strings.Contains(d.Text(), line) == d.Empty() {
				t.Errorf("the text has the advice: %v\n%s", d.Empty(), d.Text())
			}
			// A waiver does not change what breaks.
			d.Waive(func(Breaking) string { return "intended" })
			if got := d.Advice(); got != test.want {
				t.Errorf("waived: got %v, want %v", got, test.want)
			}
		})
	}
}

// TestAdviceGained checks that a claim that becomes proved is a patch, and one that is no longer proved needs a major version.
func TestAdviceGained(t *testing.T) {
	src := base(t, "")
	weak := load(t, "weak", edit(t, src, []string{"bound: 2*tries + 3", "bound: tries"}), true)
	strong := load(t, "strong", src, true)
	if got := compared(t, weak, strong).Advice(); got.Version != Patch {
		t.Errorf("gained: %v", got)
	}
	if got := compared(t, strong, weak).Advice(); got.Version != Major {
		t.Errorf("lost: %v", got)
	}
}

// TestAdvise checks that a release follows the machine that changes most.
func TestAdvise(t *testing.T) {
	s := load(t, "base.fsm.yaml", base(t, ""), false)
	added, removed, same := compared(t, nil, s), compared(t, s, nil), compared(t, s, s)
	invalid := &Diff{Action: Invalid}
	for _, test := range []struct {
		list []*Diff
		want Version
	}{
		{nil, ""},
		{[]*Diff{invalid}, ""},
		{[]*Diff{same, invalid}, Patch},
		{[]*Diff{same, added}, Minor},
		{[]*Diff{removed, added, same}, Major},
	} {
		if got := Advise(test.list); got.Version != test.want || (got.String() == "") != (test.want == "") {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
}

// TestConsequences checks that each code has a consequence with a text, and that the consequences are in the order of
// the codes.
func TestConsequences(t *testing.T) {
	last := 0
	for _, r := range Codes() {
		i := slices.Index(Consequences(), r.Code.Consequence())
		if i < last || i != int(r.Code[4]-'1') || r.Code.Consequence().Text() == "" {
			t.Errorf("%s has the consequence %q", r.Code, r.Code.Consequence())
		}
		last = i
	}
	for _, c := range []Code{"", "FSMB999", "FSM101"} {
		if c.Consequence() != "" {
			t.Errorf("%q has a consequence", c)
		}
	}
}
