package breaking_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/explain/breaking"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestComplete compares the files with the codes of package diff.
func TestComplete(t *testing.T) {
	var codes, explained []string
	for _, r := range diff.Codes() {
		codes = append(codes, string(r.Code))
	}
	for _, x := range breaking.All() {
		explained = append(explained, x.Code)
		if _, err := os.Stat(x.Code + ".md"); err != nil {
			t.Errorf("%s is explained in a file of another name: %v", x.Code, err)
		}
	}
	if d := cmp.Diff(codes, explained); d != "" {
		t.Errorf("codes with an example (-codes +files):\n%s", d)
	}
}

// TestForm keeps the examples short and readable in a terminal.
func TestForm(t *testing.T) {
	for _, x := range breaking.All() {
		if strings.Contains(x.Text, "\n\n") || !strings.HasSuffix(x.Text, ".") {
			t.Errorf("%s: the text is not one paragraph of sentences", x.Code)
		}
		for line := range strings.Lines(x.Text + "\n" + x.Old + x.Breaks + x.Keeps) {
			if len(line) > 81 {
				t.Errorf("%s: a line of %d columns: %s", x.Code, len(line)-1, line)
			}
		}
	}
}

// TestSpecs checks that the breaking change of each example has its code, and that the other change does not, and loses
// no proof.
func TestSpecs(t *testing.T) {
	for _, x := range breaking.All() {
		t.Run(x.Code, func(t *testing.T) {
			old := side(t, "old", x.Old)
			if got := codes(t, old, side(t, "breaks", x.Breaks)); !slices.Contains(got, x.Code) {
				t.Errorf("the breaking change has the codes %v", got)
			}
			keeps := side(t, "keeps", x.Keeps)
			if got := codes(t, old, keeps); slices.Contains(got, x.Code) {
				t.Errorf("the other change breaks, too: %v", got)
			} else {
				t.Logf("the other change has the codes %v", got)
			}
			for _, s := range []*diff.Side{old, keeps} {
				if !s.Report.Proved() {
					t.Errorf("%s is not proved:\n%s", s.Spec.Machine.File, s.Report.Summary())
				}
			}
			if x.Keeps == x.Old {
				t.Error("the other change is none")
			}
		})
	}
}

// side loads one version, without warnings. It is nil for a removed spec.
func side(t *testing.T, file, src string) *diff.Side {
	t.Helper()
	if strings.HasPrefix(src, "#") {
		return nil
	}
	s, diags := spec.Load(file, []byte(src))
	if len(diags) > 0 {
		t.Fatalf("%s: %v\n%s", file, diags, src)
	}
	return &diff.Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)}
}

// codes returns the codes of a comparison.
func codes(t *testing.T, old, new *diff.Side) (list []string) {
	t.Helper()
	d, err := diff.Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range d.Breaking {
		list = append(list, string(b.Code))
	}
	return slices.Compact(list)
}

func TestFind(t *testing.T) {
	for _, code := range []string{"FSMB204", "fsmb204"} {
		if x, ok := breaking.Find(code); !ok || x.Code != string(diff.StoredRange) {
			t.Errorf("Find(%q) = %s, %t", code, x.Code, ok)
		}
	}
	for _, code := range []string{"", "FSMB", "FSM204", "FSMB299"} {
		if x, ok := breaking.Find(code); ok {
			t.Errorf("Find(%q) finds %s", code, x.Code)
		}
	}
}
