package gen_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRestore generates machines, and compiles them with their tests and with another test that
// forges snapshots.
func TestRestore(t *testing.T) {
	sample.Turn(t)
	files, err := filepath.Glob("testdata/restore/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
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
	module(t, write)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.LoadWith(file, src, spec.OpenFile)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		report := verify.Machine(context.Background(), s.Machine)
		if !report.Proved() {
			t.Fatalf("%s: %s", file, report.Summary())
		}
		name := filepath.Base(file[:len(file)-len(".fsm.yaml")])
		made, err := gen.Files(t.Context(), s, report, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range made {
			if name == "huge" && strings.HasSuffix(f.Name, "_test.go") {
				continue // the ints of its oracle wrap around
			}
			write(name+"/"+f.Name, f.Data)
		}
		test, err := os.ReadFile("testdata/restore/" + name + ".go.txt")
		if err != nil {
			t.Fatal(err)
		}
		write(name+"/restore_test.go", test)
	}
	cmd := exec.Command("go", "test", "-vet=off", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%s", err, out.Bytes())
	}
}
