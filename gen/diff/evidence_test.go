package diff

import (
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestMissingBound compares with a version whose progress function is found, but whose bound does
// not follow from it. The values that are not ruled out are described in terms of that function.
func TestMissingBound(t *testing.T) {
	side := func(path string) *Side {
		src, err := os.ReadFile("../../verify/testdata/" + path)
		if err != nil {
			t.Fatal(err)
		}
		return load(t, path, string(src), true)
	}
	d := compared(t, side("known/max_copy.fsm.yaml"), side("adversarial/found_above.fsm.yaml"))
	if !strings.Contains(d.missing, "progress starts at or below the bound") {
		t.Errorf("missing: %q\n%s", d.missing, d.Text())
	}
}

// TestAnyPair compares specs that have nothing to do with each other, with their proofs.
func TestAnyPair(t *testing.T) {
	sample.Turn(t)
	paths, sources := allSpecs(t)
	r := sample.Rand(t)
	for range sample.Size(1, 2, 30) {
		old, new := paths[r.IntN(len(paths))], paths[r.IntN(len(paths))]
		t.Run(old+" "+new, func(t *testing.T) {
			d := compared(t, load(t, old, sources[old], true), load(t, new, sources[new], true))
			if d.Text() == "" || len(Markdown([]*Diff{d})) == 0 {
				t.Error("nothing is written")
			}
		})
	}
}
