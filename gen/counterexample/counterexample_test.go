package counterexample_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/counterexample"
	"github.com/fsmgen/fsmgen/gen/golang"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/ident"
	"github.com/fsmgen/fsmgen/verify"
)

// TestFails writes the counterexamples of all wrong machines that the verifier
// is tested with, and runs them against the generated code: each of them fails.
func TestFails(t *testing.T) {
	files, err := filepath.Glob("../../verify/testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	// These do not end, and come back to no configuration.
	for _, name := range []string{"leader_grows", "unequal", "grow_two", "queue_grows"} {
		files = append(files, "../../verify/testdata/known/"+name+".fsm.yaml")
	}
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module sandbox\n\ngo 1.22\n"))
	written, without := 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fsm.yaml")
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.Load(filepath.Base(file), src)
		if diags.HasErrors() {
			t.Fatalf("load %s: %+v", file, diags)
		}
		names, diags := ident.Assign(s.Machine, s.Prefix)
		if diags.HasErrors() {
			t.Fatalf("name %s: %+v", file, diags)
		}
		report := verify.Machine(context.Background(), s.Machine)
		test, err := counterexample.Test(report, names, "wrong")
		if errors.Is(err, counterexample.ErrNone) {
			without++
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if again, _ := counterexample.Test(report, names, "wrong"); string(again) != string(test) {
			t.Errorf("%s: two outputs differ", file)
		}
		machine, err := golang.Generate(s.Machine, names, "wrong")
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		written++
		write(name+"/machine.go", machine)
		write(name+"/wrong_test.go", test)
	}
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil && args[0] == "vet" {
			t.Fatalf("vet: %s", out)
		}
		return string(out)
	}
	run("vet", "./...")
	out := run("test", "-v", "-timeout", "60s", "./...")
	fails := len(regexp.MustCompile(`(?m)^--- FAIL: `).FindAllString(out, -1))
	if strings.Contains(out, "--- PASS") || strings.Contains(out, "mended") || fails == 0 {
		t.Errorf("some counterexample shows nothing:\n%s", out)
	}
	t.Logf("%d tests of %d machines fail, as they must; %d machines have none", fails, written, without)
}
