package golang_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// callers are the folders of testdata with machines that have calls.
var callers = []string{"parcel", "probe"}

// TestCallGolden has the files of machines with calls.
func TestCallGolden(t *testing.T) {
	for _, name := range callers {
		m, names := load(t, name)
		all := faces(t, m, names, name)
		var others [][]byte
		for _, suffix := range slices.Sorted(maps.Keys(all)) {
			checkComments(t, all[suffix])
			checkFormat(t, all[suffix])
			golden.File(t, filepath.Join("testdata", name, name+suffix), all[suffix])
			if suffix != "_fsm.go" {
				others = append(others, all[suffix])
			}
		}
		checkTypes(t, name, all["_fsm.go"], others...)
		m, names = load(t, name)
		for suffix, again := range faces(t, m, names, name) {
			if !bytes.Equal(all[suffix], again) {
				t.Errorf("%s%s: two runs differ", name, suffix)
			}
		}
	}
}

// TestCallReplay compiles these machines and replays the walks of the oracle, in which results also come
// late, twice, and for starts that there have never been. It also runs the packages' own tests.
func TestCallReplay(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles generated packages")
	}
	dir := t.TempDir()
	module(t, dir)
	r := sample.Rand(t)
	for _, name := range callers {
		m, names := load(t, name)
		folder := addFaces(t, dir, m, names, name)
		write(t, filepath.Join(folder, "replay_test.go"), replayer(m, names, name))
		write(t, filepath.Join(folder, "record_test.go"), recordTests(m, names, name))
		all := walkAll(t, m, r)
		late := 0
		for _, w := range all {
			for _, s := range w.Steps {
				if s.Error == "late" && s.Number > 0 {
					late++
				}
			}
		}
		if late < 20 {
			t.Errorf("%s: %d late results", name, late)
		}
		walks, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "walks.json"), walks)
	}
	run(t, dir, "go", "vet", "./...")
	run(t, dir, "go", "test", "-vet=off", "./...")
}
