package proptest

import (
	"path/filepath"
	"testing"

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
	for _, pattern := range []string{"../../../fsmtest/*.go", "../../../fsmtest/internal/*/*.go", "../../../fsmtest/property/*.go"} {
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

// turn skips a test that compiles machines when it is the turn of others.
func turn(t *testing.T) {
	t.Helper()
	sample.Turn(t, sources(t)...)
}
