package proptest

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// TestCopied runs the tests of a machine in a module that does not depend on fsmgen but has a
// copy of fsmtest, as docs/generated-code.md says.
func TestCopied(t *testing.T) {
	turn(t)
	s := newSandbox(t)
	s.write(t, "go.mod", []byte("module sandbox\n\ngo 1.26.0\n"))
	files, err := filepath.Glob("../../../fsmtest/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			s.write(t, "internal/third_party/fsmtest/"+filepath.Base(file), read(t, file))
		}
	}
	m, names := load(t, "toggle", "")
	m.Tests = core.Tests{Table: true, Fuzz: true}
	machine, tests := emit(t, m, names, "toggle")
	s.typed(t, "toggle", m, names, "toggle")
	s.write(t, "toggle/toggle_fsm.go", machine)
	s.write(t, "toggle/toggle_fsm_test.go", bytes.ReplaceAll(tests, []byte("github.com/fsmgen/fsmgen/fsmtest"), []byte("sandbox/internal/third_party/fsmtest")))
	if out, ok := s.run("", "test", "-vet=all", "./..."); !ok || !strings.Contains(out, "ok  \tsandbox/toggle\t") {
		t.Error(out)
	}
}
