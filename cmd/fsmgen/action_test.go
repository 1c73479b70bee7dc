package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestActionBuilds runs the script with which the action builds fsmgen beside a go command that notes what it is asked for: the version
// of the module comes first, because generated files depend on it.
func TestActionBuilds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script of bash")
	}
	const module, own = "build -o OUT github.com/fsmgen/fsmgen/cmd/fsmgen\n", "build -C ACTION -o OUT ./cmd/fsmgen\n"
	for _, c := range []struct{ name, fails, want string }{
		{"go.mod names fsmgen", "never", module},
		{"go.mod does not", "list*", own},
		{"go.mod names it for other packages", "*cmd/fsmgen", module + own},
	} {
		dir := t.TempDir()
		script := "#!/bin/sh\ncase \"$1\" in build) echo \"$@\" >>" + dir + "/asked;; esac\ncase \"$*\" in *ACTION*) ;; " + c.fails + ") exit 1;; esac\n"
		write(t, filepath.Join(dir, "go"), script)
		if err := os.Chmod(filepath.Join(dir, "go"), 0o755); err != nil {
			t.Fatal(err)
		}
		build := exec.Command("../../.ci/build", "ACTION", "OUT")
		build.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "asked")); err != nil || string(got) != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, got, c.want, err)
		}
	}
}
