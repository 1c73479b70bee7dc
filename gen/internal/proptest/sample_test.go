package proptest

import (
	"hash/fnv"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// long reports whether all there is to test is to be tested, and not a sample.
func long() bool { return os.Getenv("FSMGEN_LONG") == "1" }

// sample returns n elements, or all in long tests. Which ones depends on the generators and on
// fsmtest, so that it is others after each change of these.
func sample[T any](t *testing.T, all []T, n int) []T {
	t.Helper()
	if long() || n >= len(all) {
		return all
	}
	chosen := rand.New(rand.NewSource(sources(t))).Perm(len(all))[:n]
	slices.Sort(chosen)
	var out []T
	for _, i := range chosen {
		out = append(out, all[i])
	}
	t.Logf("numbers %v of %d; FSMGEN_LONG=1 tests all", chosen, len(all))
	return out
}

// sources is a number that depends on the text of the generators and of fsmtest, and on the
// name of the test.
func sources(t *testing.T) int64 {
	t.Helper()
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(t.Name()))
	for _, pattern := range []string{"*.go", "../golang/*.go", "../../../fsmtest/*.go", "../../../fsmtest/property/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			_, _ = sum.Write(read(t, file))
		}
	}
	return int64(sum.Sum64())
}
