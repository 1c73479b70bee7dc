package apidifftest

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sandbox"
	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/packages"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// machineLine is the line after which half of the specs choose all faces.
var machineLine = regexp.MustCompile(`(?m)^machine: .*$`)

// version is a spec and the folder of its generated code.
type version struct {
	what string
	side *diff.Side
	path string
}

// module is a module of generated packages.
type module struct {
	dir      string
	versions int
}

func newModule(t *testing.T) *module {
	t.Helper()
	m := &module{dir: t.TempDir()}
	write(t, filepath.Join(m.dir, "go.mod"), string(sandbox.Mod(t, "m")))
	return m
}

// add generates the code of a spec. It returns nil if there is none.
func (m *module) add(t *testing.T, what string, side *diff.Side) *version {
	t.Helper()
	path := fmt.Sprintf("v%d", m.versions)
	if side == nil || !generate(t, filepath.Join(m.dir, path), side) {
		return nil
	}
	m.versions++
	return &version{what, side, path}
}

// TestAPI changes specs, and compares the reported changes of the Go API with those that
// apidiff finds in the generated code, in both directions. A size above the number of specs
// changes them several times, in other places. The long test also compares the changed specs
// of each spec with each other.
func TestAPI(t *testing.T) {
	files, err := filepath.Glob("../../../verify/testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	size := sample.Size(8, 20, len(files))
	files = sample.Some(t, files, size)
	m := newModule(t)
	var families [][]*version
	for i := range size {
		file := files[i%len(files)]
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
		old := m.add(t, filepath.Base(file), load(t, string(data)))
		if old == nil {
			continue
		}
		family := []*version{old}
		for _, e := range edits(string(data), i) {
			if new := m.add(t, e.what, load(t, e.text)); new != nil {
				family = append(family, new)
			}
		}
		families = append(families, family)
	}
	loaded := typed(t, m.dir)
	pairs, incompatible := 0, 0
	for _, family := range families {
		for i, old := range family {
			for j, new := range family {
				if i == j || i > 0 && !sample.Long() {
					continue
				}
				pairs++
				if check(t, family[0].what+": "+old.what+" → "+new.what, old, new, loaded) {
					incompatible++
				}
			}
		}
	}
	t.Logf("%d versions, %d pairs, %d of them incompatible", m.versions, pairs, incompatible)
	if few := 5 * len(families); pairs < 2*few || incompatible < few || incompatible > pairs-len(families) {
		t.Error("these are too few of a kind")
	}
}

// TestVersions is the same for all pairs of versions of the spec that TestRestore of gen/diff changes.
func TestVersions(t *testing.T) {
	size := sample.Size(0, 0, 30)
	if size == 0 {
		t.Skip("only with FSMGEN_LONG or FSMGEN_SIZE")
	}
	src, err := os.ReadFile("../testdata/base.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m := newModule(t)
	var list []*version
	for _, s := range sample.Some(t, difftest.Combined(t, string(src), difftest.Versions(), nil, max(size, 100), sample.Rand(t)), size) {
		if v := m.add(t, s.Name, &diff.Side{Spec: s.Spec}); v != nil {
			list = append(list, v)
		}
	}
	loaded := typed(t, m.dir)
	pairs, incompatible := 0, 0
	for _, old := range list {
		for _, new := range list {
			if old == new {
				continue
			}
			pairs++
			if check(t, old.what+" → "+new.what, old, new, loaded) {
				incompatible++
			}
		}
	}
	t.Logf("%d versions, %d pairs, %d of them incompatible", len(list), pairs, incompatible)
}

// check compares the two opinions of a pair, and reports whether apidiff finds something.
func check(t *testing.T, what string, a, b *version, loaded map[string]*types.Package) bool {
	t.Helper()
	old, new := loaded["m/"+a.path], loaded["m/"+b.path]
	if old == nil || new == nil {
		t.Errorf("%s: no package", what)
		return false
	}
	d, err := diff.Compare(t.Context(), a.side, b.side)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return false
	}
	said := strings.Join(d.Notes, "\n")
	broken := 0
	renumbered := map[string]bool{} // types of constants, of which the texts list a few
	for _, n := range d.Notes {
		if text, ok := strings.CutPrefix(n, "the constants of type "); ok {
			name, _, _ := strings.Cut(text, " ")
			renumbered[name] = true
		}
	}
	for _, b := range d.Breaking {
		said += "\n" + b.Subject + " " + b.Text
		switch {
		case b.Code == diff.ConstRenumbered:
			renumbered[b.Subject] = true
		case strings.HasPrefix(string(b.Code), "FSMB1"):
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
		if strings.Contains(c.Message, "value changed") {
			if o := old.Scope().Lookup(name); o == nil || !renumbered[types.TypeString(o.Type(), types.RelativeTo(o.Pkg()))] {
				t.Errorf("%s: apidiff says %q, diff only\n%s", what, c.Message, said)
			}
			continue
		}
		found++
		if !strings.Contains(said, owner) && (member == "" || !strings.Contains(said, member)) {
			t.Errorf("%s: apidiff says %q, diff only\n%s", what, c.Message, said)
		}
	}
	if (found > 0) != (broken > 0) {
		t.Errorf("%s: apidiff finds %d breaking changes, diff %d:\n%s", what, found, broken, said)
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
		made, err := o.Make(t.Context(), gen.Input{Spec: s.Spec, Report: &verify.Report{Machine: s.Spec.Machine}, Package: "p"})
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
