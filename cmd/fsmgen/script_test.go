package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fsmgen/fsmgen/internal/golden"
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
	testscript.Run(t, testscript.Params{
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
