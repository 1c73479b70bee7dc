package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder is a test whose failures are recorded and end nothing but the call.
type recorder struct {
	testing.TB
	failed bool
	said   string
}

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return "TestX" }
func (r *recorder) Failed() bool { return r.failed }
func (r *recorder) Logf(format string, args ...any) {
	r.said += format
}

func (r *recorder) Errorf(format string, args ...any) {
	r.failed = true
	r.said += format
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

// run compares and returns whether the test failed and what it said.
func run(t *testing.T, name, got string, update, failed bool) (r *recorder) {
	t.Helper()
	r = &recorder{TB: t, failed: failed}
	defer func() {
		if p := recover(); p != nil && p != any(r) {
			panic(p)
		}
	}()
	compare(r, name, []byte(got), update)
	return r
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	is := func(want string) {
		t.Helper()
		if data, _ := os.ReadFile(name); string(data) != want {
			t.Errorf("the file holds %q, want %q", data, want)
		}
	}
	if r := run(t, name, "a", false, false); !r.failed {
		t.Error("a missing file is not an error")
	}
	if r := run(t, name, "a", true, true); !strings.Contains(r.said, "not rewritten") {
		t.Error("a failed test does not say that it leaves the file alone")
	}
	is("")
	if r := run(t, name, "a", true, false); r.failed {
		t.Error("-update fails")
	}
	is("a")
	if r := run(t, name, "a", false, false); r.failed {
		t.Error("equal content is an error")
	}
	if r := run(t, name, "b", false, false); !r.failed {
		t.Error("a difference is not an error")
	}
	is("a")
	if r := run(t, name, "b", true, true); !r.failed {
		t.Error("-update forgets that the test has failed")
	}
	is("a")
}
