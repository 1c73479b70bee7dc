package verify_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestAdversarial verifies specs that are written to mislead the verifier: each contains
// something that a careless guess or search would get wrong. The first line of each file
// names the verdict that would be wrong. With and without the declarations of the spec,
// no verdict may contradict exploration or the naive interpreter.
func TestAdversarial(t *testing.T) {
	random := sample.Rand(t)
	files, err := filepath.Glob("testdata/adversarial/*.fsm.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	for _, file := range sample.Some(t, files, sample.Size(2, 4, len(files))) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, rest, _ := strings.Cut(string(src), "\n")
		free := progressSection.ReplaceAllString(rest, "")
		for _, text := range slices.Compact([]string{rest, free, boundSection.ReplaceAllString(free, "")}) {
			s, diags := spec.Load(filepath.Base(file), []byte(text))
			if s.Machine == nil {
				t.Fatalf("%s: %v", file, diags)
			}
			r := verify.Machine(context.Background(), s.Machine)
			if never := strings.TrimPrefix(first, "# never termination="); never == string(r.Termination) || never == "proved" && r.UnlessOverflow {
				t.Errorf("%s: termination is %s:\n%s%v", file, never, r.Summary(), r.Diagnostics)
			}
			for _, fault := range faultsOf(r, random) {
				t.Errorf("%s: %s in\n%s", file, fault, text)
			}
			t.Logf("%-45s %s, inferred %v", file, r.Termination, inferences(r))
		}
	}
}
