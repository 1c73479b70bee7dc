package verify_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestDeepest takes over the progress function that is found for machines with regions in which nothing comes again: the spec can declare
// it, and the bound is the same.
func TestDeepest(t *testing.T) {
	for file, want := range map[string]string{
		"regions_acyclic":        "  work: 1\n  r0a: 5\n  r0b: 4\n",
		"regions_nested_acyclic": "  work: 1\n  a: 7\n  b: 2\n  c: 1\n  p1: 2\n  p2: 1\n  q1: 2\n  q2: 1\n  r1: 3\n",
	} {
		src, err := os.ReadFile("testdata/" + file + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		found := verify.Machine(t.Context(), load(t, "testdata/"+file+".fsm.yaml"))
		_, progress, ok := strings.Cut(found.Full(), "found; to add to the spec:\n")
		if !ok || !strings.HasPrefix(progress, "progress:\n"+want) {
			t.Errorf("%s: the report is\n%s", file, found.Full())
			continue
		}
		lines := "\n"
		for line := range strings.Lines(progress) {
			if !strings.HasPrefix(line, "progress:") && !strings.HasPrefix(line, "  ") {
				break
			}
			lines += line
		}
		s, diags := spec.Load(file+".fsm.yaml", append(src, lines...))
		if diags.HasErrors() {
			t.Errorf("%s with%s: %v", file, lines, diags)
			continue
		}
		declared := verify.Machine(t.Context(), s.Machine)
		if !declared.Proved() || declared.Synthesized != nil || bound(declared) != bound(found) {
			t.Errorf("%s, as declared: %s, want %s\n%s", file, bound(declared), bound(found), declared.Full())
		}
	}
}
