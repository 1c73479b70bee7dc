package proptest

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
)

// TestLiteral runs the tests of the fallback machine as its design document
// published it, which are generated although it is wrong: as it is; and for one
// provider at least and without the progress function of the document, so that
// its theorem is all there is to break. The golden file shows what they say: the
// fewest events that suffice.
func TestLiteral(t *testing.T) {
	turn(t)
	s := newModule(t)
	src := read(t, "../../../verify/testdata/seed000.fsm.yaml")
	progress := regexp.MustCompile(`(?m)^progress:\n( .*\n)+`)
	theorem := strings.Replace(progress.ReplaceAllString(string(src), ""), "providers:  {type: int, min: 0}", "providers:  {type: int, min: 1}", 1)
	if !progress.Match(src) || !strings.Contains(theorem, "min: 1") {
		t.Fatal("the spec is not as it was")
	}
	var got strings.Builder
	for _, machine := range []struct{ name, spec string }{
		{"literal", string(src)},
		{"theorem", theorem},
	} {
		m, names := parse(t, machine.name+".fsm.yaml", []byte(machine.spec), "")
		code, tests := emit(t, m, names, machine.name)
		s.typed(t, machine.name, m, names, machine.name)
		s.write(t, machine.name+"/machine.go", code)
		s.write(t, machine.name+"/literal_fsm_test.go", tests)
		out, ok := s.run("", "test", "./"+machine.name, "-run", "Properties")
		if ok {
			t.Errorf("the tests of %s pass", machine.name)
		}
		got.WriteString("$ go test ./" + machine.name + " -run Properties\n" + place.ReplaceAllString(elapsed.ReplaceAllString(out, "0.01s"), "$1"))
	}
	name := filepath.Join("testdata", "literal.txt")
	golden.File(t, name, []byte(got.String()))
	if docs := read(t, "../../../docs/go/tests.md"); !bytes.Contains(docs, []byte(strings.ReplaceAll(got.String(), "sandbox/", "example.com/"))) {
		t.Error("docs/go/tests.md does not show what is in " + name)
	}
}

// What differs from time to time, and with each change of the templates.
var (
	elapsed = regexp.MustCompile(`\d+\.\d+s`)
	place   = regexp.MustCompile(`(_test\.go):\d+`)
)
