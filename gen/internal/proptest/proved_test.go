package proptest

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
)

// most is how long the tests of a small machine may take, in seconds.
const most = 20

// TestProved runs the tests of small proved machines of testdata/proved, twice: they pass, and none takes long. Each was red
// once, hung, or failed at random. They are one package, which is compiled once.
func TestProved(t *testing.T) {
	turn(t)
	files, err := filepath.Glob(filepath.Join("testdata", "proved", "*.fsm.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	s := newModule(t)
	for _, file := range files {
		name := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".fsm.yaml"), "-", "")
		if !verified(s.share(t, "proved", ident.Export(name), read(t, file))).Proved() {
			t.Errorf("%s is not proved", file)
		}
	}
	out, ok := s.run("", "test", "-vet=all", "-count=2", "-v", "./...")
	if !ok {
		t.Error(out)
	}
	for _, line := range regexp.MustCompile(`(?m)^--- \w+: (\w+) \((.+)s\)`).FindAllStringSubmatch(out, -1) {
		if seconds, err := strconv.ParseFloat(line[2], 64); err != nil || seconds > most {
			t.Errorf("%s takes %s s", line[1], line[2])
		}
	}
}
