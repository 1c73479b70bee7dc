// Package golden compares what a test produces with a file in the repository,
// and rewrites the file when the test runs with -update:
//
//	go test ./gen/internal/card -run TestGolden -update
//
// A test that has already failed rewrites nothing. A test that compiles, vets
// or runs its output therefore does so first and calls [File] last, so that no
// golden file ever holds output that is known to be wrong.
//
// Only tests import this package: importing it declares the flag.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files of tests that have not failed")

// Update reports whether the test runs with -update, for golden files that are
// not plain copies of the output. The flags must have been parsed.
func Update() bool { return *update }

// File compares got with the named file, whose path is relative to the folder of
// the package, and reports a difference as an error of the test. With -update it
// writes the file instead, unless the test has failed.
func File(t testing.TB, name string, got []byte) {
	t.Helper()
	compare(t, name, got, *update)
}

func compare(t testing.TB, name string, got []byte, update bool) {
	t.Helper()
	if update {
		if t.Failed() {
			t.Logf("%s is not rewritten, because the test has failed", name)
		} else if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (go test -run '^%s$' -update writes it)", err, t.Name())
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s is stale (-file +output; go test -run '^%s$' -update rewrites it):\n%s", name, t.Name(), d)
	}
}
