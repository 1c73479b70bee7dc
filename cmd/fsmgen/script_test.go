package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fsmgen": main})
}

// TestScripts runs the command line end to end. See
// https://pkg.go.dev/github.com/rogpeppe/go-internal/testscript for the
// language of the scripts.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	required := strings.Join(gopter(t), "@")
	dirs := strings.Split(strings.ReplaceAll(string(cache), "\r\n", "\n"), "\n") // a name may have spaces
	testscript.RunT(scripts{t}, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			// ROOT is the repository, whose specs the scripts may copy; GOPTER and
			// the caches serve scripts that compile what they generate.
			env.Setenv("ROOT", root)
			env.Setenv("GOPTER", required)
			env.Setenv("GOMODCACHE", dirs[0])
			env.Setenv("GOCACHE", dirs[1])
			env.Setenv("GOFLAGS", "-mod=mod")
			env.Setenv("GOGC", "400") // for speed
			env.Setenv("GOPROXY", "off")
			env.Setenv("GONOSUMDB", "*")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exitcode": exitCode},
	})
}

// scripts is a test whose subtests take turns if they compile Go, or say in a comment that they take seconds.
type scripts struct{ *testing.T }

func (s scripts) Run(name string, script func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) {
		text, err := os.ReadFile("testdata/script/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		if slow.Match(text) {
			sample.Turn(t, text)
		}
		script(scripts{t})
	})
}

func (scripts) Verbose() bool { return testing.Verbose() }

var slow = regexp.MustCompile(`(?m)^(! |\[.*\] )?exec (env .*)?go (build|run|test|vet)\b|^# .*\bTakes seconds\.$`)

// exitCode runs fsmgen and compares its exit code: exitcode 3 fsmgen ...
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N command [arg]...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if exit, ok := err.(*exec.ExitError); ok {
		code = strings.TrimPrefix(exit.String(), "exit status ")
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}
