package gen_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRestore generates machines and compiles them with a test that forges snapshots.
func TestRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles generated packages")
	}
	files, err := filepath.Glob("testdata/restore/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	dir := t.TempDir()
	write := func(name string, data []byte) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module sandbox\n\ngo 1.24.0\n"))
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.Load(file, src)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		report := verify.Machine(context.Background(), s.Machine)
		if !report.Proved() {
			t.Fatalf("%s: %s", file, report.Summary())
		}
		name := filepath.Base(file[:len(file)-len(".fsm.yaml")])
		made, err := gen.Make("machine", gen.Input{Spec: s, Report: report, Package: name})
		if err != nil {
			t.Fatal(err)
		}
		write(name+"/machine.go", made.Data)
		test, err := os.ReadFile("testdata/restore/" + name + ".go.txt")
		if err != nil {
			t.Fatal(err)
		}
		write(name+"/restore_test.go", test)
	}
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%s", err, out.Bytes())
	}
}
