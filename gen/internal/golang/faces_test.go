package golang_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/spec/core"
)

// choices returns faces that a spec can choose: all choices of typed, run, snapshot and observe, half of
// them with columns, so that each two faces occur together, alone, and not at all.
func choices() []core.Faces {
	out := []core.Faces{{}}
	for i := range 32 {
		f := core.Faces{Typed: i&1 > 0, Run: i&2 > 0, Snapshot: i&4 > 0, Observe: i&8 > 0, Values: i&16 > 0}
		f.Columns = len(f.Names())%2 == 0
		f.Temporal = f.Values && f.Typed
		if (f.Typed || !f.Run) && (f.Snapshot || !f.Values) {
			out = append(out, f)
		}
	}
	return out
}

// chosen generates the files of a machine with some faces.
func chosen(t *testing.T, m *core.Machine, prefix, pkg string, f core.Faces) map[string][]byte {
	t.Helper()
	copied := *m
	copied.Faces = f
	names := assign(t, &copied, prefix)
	out := map[string][]byte{"_fsm.go": generate(t, &copied, names, pkg)}
	for _, face := range []struct {
		suffix string
		wanted bool
		write  func() ([]byte, error)
	}{
		{"_fsm_typed.go", f.Typed, func() ([]byte, error) { return golang.Typed(&copied, names, pkg) }},
		{"_fsm_run.go", f.Run, func() ([]byte, error) { return golang.Run(&copied, names, pkg) }},
		{"_fsm_values.go", f.Values, func() ([]byte, error) { return golang.Values(&copied, names, pkg) }},
		{"_fsm_columns.go", f.Columns, func() ([]byte, error) { return golang.Columns(&copied, names, pkg) }},
		{"_fsm_temporal.go", f.Temporal, func() ([]byte, error) { return golang.Temporal(&copied, names, pkg) }},
	} {
		src, err := face.write()
		if (err == nil) != face.wanted {
			t.Errorf("%v: %s: error %v", f.Names(), face.suffix, err)
		}
		if err == nil {
			out[face.suffix] = src
		}
	}
	return out
}

// TestFaceChoices compiles machines with each choice of faces, and checks that the code has
// no parts of faces that are not chosen.
func TestFaceChoices(t *testing.T) {
	sample.Turn(t)
	names := []string{"lamp", "alarm", "call", "door", "job", "vault", "claim", "torch", "parcel", "booth"}
	for _, name := range sample.Some(t, names, sample.Size(0, 2, len(names))) {
		m, prefix := loadSpec(t, name)
		for _, f := range choices() {
			files := chosen(t, m, prefix, name, f)
			fset := token.NewFileSet()
			var parsed []*ast.File
			var all []byte
			for _, suffix := range []string{"_fsm.go", "_fsm_typed.go", "_fsm_run.go", "_fsm_values.go", "_fsm_columns.go"} {
				if src, ok := files[suffix]; ok {
					parsed = append(parsed, parse(t, fset, src))
					all = append(all, src...)
					checkFormat(t, src)
					checkComments(t, src)
				}
			}
			if user, err := os.ReadFile(filepath.Join("testdata", name, "types.go")); err == nil {
				parsed = append(parsed, parse(t, fset, user))
			}
			config := types.Config{Importer: imports{importer.ForCompiler(fset, "gc", nil), map[string]*types.Package{}}, GoVersion: "go1.22"}
			if _, err := config.Check(name, fset, parsed, nil); err != nil {
				t.Errorf("%s with %v: %v", name, f.Names(), err)
			}
			for _, left := range []struct {
				chosen bool
				words  []string
			}{
				{f.Typed, []string{"typed", "Typed", "StaleState", "AnyState"}},
				{f.Run, []string{"context.", "Handler", "RunError", "restart"}},
				{f.Snapshot, []string{"json", "Restore", "a snapshot", "Resume"}},
				{f.Columns, []string{"FromValues", "driver.", "Scan("}},
				{f.Snapshot || f.Columns, []string{"checkClaims"}},
				{f.Observe, []string{"Observe", "observe", "func(Step)"}},
				{f.Values, []string{"Input", "Recorder", "Payload(", "DryRun", "type Kind", "of string"}},
				{f.Typed || f.Observe || f.Values, []string{"steps++"}},
			} {
				for _, word := range left.words {
					if !left.chosen && bytes.Contains(all, []byte(word)) {
						t.Errorf("%s with %v has %q", name, f.Names(), word)
					}
				}
			}
		}
	}
}

// TestFacesRun compiles, vets and runs the lamp, and the torch, which has transitions without an
// event, with each choice of faces or a sample: a check for each face, and for each pair of faces that interact.
func TestFacesRun(t *testing.T) {
	sample.Turn(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", string(sandbox.Mod(t, "lamps")))
	imported, calls := "", ""
	for _, machine := range []string{"lamp", "torch"} {
		m, prefix := loadSpec(t, machine)
		all := choices()
		if machine == "torch" {
			all = sample.Some(t, all, sample.Size(3, 3, len(all)))
		}
		for i, f := range all {
			folder := fmt.Sprintf("%s%d", machine, i)
			for suffix, src := range chosen(t, m, prefix, machine, f) {
				write(folder+"/"+machine+suffix, string(src))
			}
			checks := []string{"machine"}
			for name, chosen := range map[string]bool{
				"typed": f.Typed, "run": f.Run, "snapshot": f.Snapshot, "observe": f.Observe, "columns": f.Columns,
				"run_snapshot": f.Run && f.Snapshot, "run_observe": f.Run && f.Observe, "typed_observe": f.Typed && f.Observe,
			} {
				if chosen {
					checks = append(checks, name)
				}
			}
			slices.Sort(checks)
			run := "package " + machine + "\n\nimport \"errors\"\n\n// Check checks the faces.\nfunc Check() error {\n\treturn errors.Join("
			for _, name := range checks {
				src, err := os.ReadFile("testdata/" + machine + "/check_" + name + ".go")
				if err != nil {
					t.Fatal(err)
				}
				write(folder+"/check_"+name+".go", string(src))
				for part := range strings.SplitSeq(name, "_") {
					if part == strings.Split(name, "_")[0] {
						run += "check"
					}
					run += strings.ToUpper(part[:1]) + part[1:]
				}
				run += "(), "
			}
			write(folder+"/check.go", strings.TrimSuffix(run, ", ")+")\n}\n")
			imported += fmt.Sprintf("\t%s \"lamps/%[1]s\"\n", folder)
			calls += fmt.Sprintf("\tif err := %s.Check(); err != nil {\n\t\tfmt.Println(\"%[1]s, faces %s:\", err)\n\t\tos.Exit(1)\n\t}\n", folder, strings.Join(f.Names(), " "))
		}
	}
	write("main.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n"+imported+")\n\nfunc main() {\n"+calls+"}\n")
	for _, args := range [][]string{{"vet", "./..."}, {"run", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
