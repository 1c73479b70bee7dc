package apidifftest

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/packages"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// machineLine is the line after which half of the specs choose all faces.
var machineLine = regexp.MustCompile(`(?m)^machine: .*$`)

// pair is a spec and a changed one. The folders are those of their generated code.
type pair struct {
	what             string
	old, new         *diff.Side
	oldPath, newPath string
}

// TestAPI changes specs, and compares the reported changes of the Go API with those that
// apidiff finds in the generated code, in both directions.
func TestAPI(t *testing.T) {
	files, err := filepath.Glob("../../../verify/testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	files = sample.Some(t, files, sample.Size(8, 20, 60))
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.22\n")
	var pairs []pair
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "go: ") {
			continue // the code needs types that nobody wrote here
		}
		if i%2 > 0 {
			data = machineLine.ReplaceAll(data, []byte("$0\ngo: {faces: [typed, run, snapshot, observe, values]}"))
		}
		old := load(t, string(data))
		if old == nil {
			continue
		}
		oldPath := fmt.Sprintf("old%d", i)
		if !generate(t, filepath.Join(dir, oldPath), old) {
			continue
		}
		for j, e := range edits(string(data), i) {
			new := load(t, e.text)
			if new == nil {
				continue
			}
			newPath := fmt.Sprintf("new%d_%d", i, j)
			if generate(t, filepath.Join(dir, newPath), new) {
				pairs = append(pairs, pair{filepath.Base(file) + ": " + e.what, old, new, oldPath, newPath})
			}
		}
	}
	loaded := typed(t, dir)
	incompatible := 0
	for _, p := range pairs {
		if check(t, p, loaded["m/"+p.oldPath], loaded["m/"+p.newPath]) {
			incompatible++
		}
	}
	t.Logf("%d pairs, %d of them incompatible", len(pairs), incompatible)
	if few := 5 * len(files); len(pairs) < 2*few || incompatible < few || incompatible > len(pairs)-len(files) {
		t.Error("these are too few of a kind")
	}
}

// check compares the two opinions of a pair, and reports whether apidiff finds something.
func check(t *testing.T, p pair, old, new *types.Package) bool {
	t.Helper()
	if old == nil || new == nil {
		t.Errorf("%s: no package", p.what)
		return false
	}
	d, err := diff.Compare(t.Context(), p.old, p.new)
	if err != nil {
		t.Errorf("%s: %v", p.what, err)
		return false
	}
	said := strings.Join(d.Notes, "\n")
	broken := 0
	for _, b := range d.Breaking {
		said += "\n" + b.Subject + " " + b.Text
		if strings.HasPrefix(string(b.Code), "FSMB1") {
			broken++
		}
	}
	// What belongs to a removed type, and what is promoted from another type, is not listed again.
	found := 0
	for _, c := range apidiff.Changes(old, new).Changes {
		if c.Compatible {
			continue
		}
		name, _, _ := strings.Cut(c.Message, ": ")
		name, _, _ = strings.Cut(name, ", ") // it may be followed by the embedding types
		name = strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
		owner, member, _ := strings.Cut(name, ".")
		if !strings.Contains(c.Message, "value changed") {
			found++
		}
		if !strings.Contains(said, owner) && (member == "" || !strings.Contains(said, member)) {
			t.Errorf("%s: apidiff says %q, diff only\n%s", p.what, c.Message, said)
		}
	}
	if (found > 0) != (broken > 0) && !strings.Contains(said, "renumbered") && !strings.Contains(said, "constants of type") {
		t.Errorf("%s: apidiff finds %d breaking changes, diff %d:\n%s", p.what, found, broken, said)
	}
	return found > 0
}

// load returns the side of a spec, or nil if the spec has errors.
func load(t *testing.T, text string) *diff.Side {
	t.Helper()
	s, diags := spec.Load("machine.fsm.yaml", []byte(text))
	if diags.HasErrors() || s.Machine == nil {
		return nil
	}
	return &diff.Side{Spec: s}
}

// generate writes the Go files of a machine that are no tests. It reports whether there
// is code.
func generate(t *testing.T, dir string, s *diff.Side) bool {
	t.Helper()
	for _, name := range []string{"machine", "typed", "run", "values"} {
		o, ok := gen.Find(name)
		if !ok {
			t.Fatalf("no output %s", name)
		}
		if !o.Wanted(s.Spec) {
			continue
		}
		made, err := o.Make(gen.Input{Spec: s.Spec, Report: &verify.Report{Machine: s.Spec.Machine}, Package: "p"})
		if err != nil {
			return false
		}
		write(t, filepath.Join(dir, name+".go"), string(made.Data))
	}
	return true
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// typed type-checks all packages of a module.
func typed(t *testing.T, dir string) map[string]*types.Package {
	t.Helper()
	list, err := packages.Load(&packages.Config{
		Dir: dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*types.Package{}
	for _, p := range list {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
		all[p.PkgPath] = p.Types
	}
	return all
}
