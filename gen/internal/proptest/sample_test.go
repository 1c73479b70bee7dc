package proptest

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// some returns n elements, or all in long tests. Which ones depends on the test program, which
// contains the generators, and on fsmtest, which does not.
func some[T any](t testing.TB, all []T, n int) []T {
	t.Helper()
	return sample.Some(t, all, sample.Size(n, n, len(all)), sources(t)...)
}

// sources returns the text of fsmtest, which the generated tests call.
func sources(t testing.TB) (texts [][]byte) {
	t.Helper()
	for _, pattern := range []string{"../../../fsmtest/*.go", "../../../fsmtest/property/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			texts = append(texts, read(t, file))
		}
	}
	return texts
}

// turns are the tests that compile machines and take turns: two of them run by default, none
// with -short, and all in long tests.
var turns = []string{
	"TestCopied", "TestCorners", "TestCoverageFalls", "TestDivisors", "TestFaces", "TestHostReport", "TestInt32", "TestLiteral", "TestMutants", "TestProved",
	"TestOdd", "TestReport", "TestSend", "TestSmallest", "TestSpecMutants", "TestTogether",
}

// turn skips a test when it is the turn of others. A test that -run selects is not skipped, nor
// are any with -update.
func turn(t *testing.T) {
	t.Helper()
	if !slices.Contains(turns, t.Name()) {
		t.Fatal("the test does not take turns")
	}
	if golden.Update() || flag.Lookup("test.run").Value.String() != "" {
		return
	}
	if !slices.Contains(some(family{t}, turns, sample.Size(0, 2, len(turns))), t.Name()) {
		t.Skip("it is the turn of others; FSMGEN_LONG=1 runs all")
	}
}

// family is a test in the name of all tests that take turns, so that all have the same seed.
type family struct{ testing.TB }

// Name returns what -run calls the tests.
func (family) Name() string { return "(" + strings.Join(turns, "|") + ")" }
