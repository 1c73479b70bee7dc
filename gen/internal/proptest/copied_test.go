package proptest

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// TestCopied runs the tests of a machine in a module that does not depend on fsmgen but has
// copies of fsm and fsmtest, as docs/go/tests.md says.
func TestCopied(t *testing.T) {
	turn(t)
	s := newModule(t)
	s.write(t, "go.mod", []byte("module sandbox\n\ngo 1.26.0\n"))
	const ours, copied = "github.com/fsmgen/fsmgen/fsm", "sandbox/internal/third_party/fsm"
	internal, err := filepath.Glob("../../../fsmtest/internal/*")
	if err != nil || len(internal) == 0 {
		t.Fatal(internal, err)
	}
	folders := []string{"fsm", "fsm/codec", "fsm/drive", "fsmtest"}
	for _, folder := range internal {
		folders = append(folders, "fsmtest/internal/"+filepath.Base(folder))
	}
	for _, folder := range folders {
		files, err := filepath.Glob("../../../" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				s.write(t, "internal/third_party/"+folder+"/"+filepath.Base(file), bytes.ReplaceAll(read(t, file), []byte(ours), []byte(copied)))
			}
		}
	}
	m, names := load(t, "toggle", "")
	m.Tests = core.Tests{Table: true, Fuzz: true}
	machine, tests := emit(t, m, names, "toggle")
	s.typed(t, "toggle", m, names, "toggle")
	s.write(t, "toggle/toggle_fsm.go", machine)
	s.write(t, "toggle/toggle_fsm_test.go", tests)
	generated, err := filepath.Glob(filepath.Join(s.dir, "toggle", "*.go"))
	if err != nil || len(generated) < 4 {
		t.Fatal(generated, err)
	}
	for _, file := range generated {
		s.write(t, "toggle/"+filepath.Base(file), bytes.ReplaceAll(read(t, file), []byte(ours), []byte(copied)))
	}
	if out, ok := s.run("", "test", "-vet=all", "./..."); !ok || !strings.Contains(out, "ok  \tsandbox/toggle\t") {
		t.Error(out)
	}
}
