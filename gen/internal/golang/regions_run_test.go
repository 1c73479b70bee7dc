package golang_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestRegionsRun compiles a machine whose regions make calls, with its own tests of Run: calls of several regions run side by side,
// each until its state is left, and none is left behind.
func TestRegionsRun(t *testing.T) {
	sample.Turn(t)
	dir := t.TempDir()
	module(t, dir)
	m, names := load(t, "kitchen")
	folder := addFaces(t, dir, m, names, "kitchen")
	if _, err := os.Stat(filepath.Join(folder, "run_test.go")); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "go", "test", "-race", "-count=3", "./kitchen")
}
