package proptest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestDeadlines takes the deadlines of calls with timeouts from a run: its tests see that.
func TestDeadlines(t *testing.T) {
	sample.Turn(t)
	s := newModule(t)
	s.add(t, "probe", "probe", nil)
	file := filepath.Join(s.dir, "probe", "Probe_run.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const limit, want = "own.calls.Limit = ", "has no deadline, although the call has a timeout"
	if !strings.Contains(string(text), limit) {
		t.Fatalf("the run does not say %q", limit)
	}
	s.write(t, "probe/Probe_run.go", []byte(strings.Replace(string(text), limit, "_ = ", 1)))
	if out, ok := s.run("", "test", "-count=1", "./probe"); ok || !strings.Contains(out, want) {
		t.Errorf("the tests do not say that a call %s:\n%s", want, out)
	}
}
