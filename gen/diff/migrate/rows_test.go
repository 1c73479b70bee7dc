package migrate

import (
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/gen/internal/golang"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRows migrates real rows of the specs of the repository, which the generated code of the spec has written in the configurations
// that it reaches, to a version with one more parameter: Restore of that accepts each, as the plan says.
func TestRows(t *testing.T) {
	sample.Turn(t)
	paths, specs := repository(t)
	always, others := []string{}, []string{}
	for _, path := range paths {
		if strings.HasPrefix(path, "testdata") {
			always = append(always, path)
		} else {
			others = append(others, path)
		}
	}
	if len(always) < 3 || len(others) < 100 {
		t.Fatalf("only %d and %d specs", len(always), len(others))
	}
	type migration struct {
		path string
		plan *Plan
	}
	var packages []difftest.Package
	var list []migration
	for _, path := range append(always, sample.Some(t, others, sample.Size(2, 4, 20))...) {
		old := side(specs[path], specs[path].Machine)
		plan, err := New(t.Context(), old, side(specs[path], grown(specs[path].Machine)), Choices{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if len(plan.Decisions) != 1 || len(plan.Findings) > 0 {
			t.Errorf("%s: want only a decision for the parameter:\n%s", path, plan.Text())
			continue
		}
		code, err := plan.Generate(difftest.Name(len(packages) + 1))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		decide := "PKG.Decisions{" + plan.Decisions[0].Field + ": func(PKG.Stored) (int, error) { return 1, nil }}.Migrate"
		packages = append(packages, difftest.Package{Report: plan.Old.Report}, difftest.Package{Report: plan.New.Report, File: code, Function: decide})
		list = append(list, migration{path, plan})
	}
	program := difftest.Program(t, packages)
	migrated := 0
	for i, m := range list {
		params, _, ok := exploration{m.plan}.typical()
		if !ok {
			continue
		}
		for _, r := range difftest.Explored(t, m.plan.Old.Report, params, 300) {
			row, err := program(2*i, r.Snapshot)
			if boundless(m.plan.a, params) {
				if err == nil || !strings.Contains(err.Error(), "does not fit in an int") {
					t.Errorf("%s: the spec itself restores %s, for which its bound does not fit in an int: %v", m.path, r.Snapshot, err)
				}
				break
			}
			if err != nil {
				t.Errorf("%s: the spec itself refuses %s: %v", m.path, r.Snapshot, err)
				break
			}
			if got, err := program(2*i+1, row); err != nil {
				t.Errorf("%s: %s is not migrated: %v", m.path, row, err)
				break
			} else if !strings.Contains(string(got), `"more":1`) {
				t.Errorf("%s: %s becomes %s", m.path, row, got)
				break
			}
			migrated++
		}
	}
	t.Logf("%d rows of %d specs", migrated, len(list))
	if migrated < 2*len(list) {
		t.Errorf("only %d rows of %d specs are migrated", migrated, len(list))
	}
}

// boundless reports whether the bound of a machine does not fit in an int, for which New and Restore refuse the parameters.
func boundless(m *core.Machine, params []int64) bool {
	if m.Bound == nil {
		return false
	}
	_, err := expr.Eval(m.Bound, &expr.Env{Params: params})
	return err != nil
}

// side is a version without proofs, which most specs do not need here.
func side(s *spec.Spec, m *core.Machine) *diff.Side {
	copied := *s
	copied.Machine, copied.Prefix = m, ""
	return &diff.Side{Spec: &copied, Report: &verify.Report{Machine: m}}
}

// grown returns a machine with one more parameter.
func grown(m *core.Machine) *core.Machine {
	copied := *m
	number := expr.Type{Kind: expr.Int}
	more := core.Param{Name: "more", Type: number, Min: expr.Number(0), Max: expr.Number(9), Symbol: &expr.Symbol{Scope: expr.Param, Index: len(m.Params), Name: "more", Type: number}}
	copied.Params = append(slices.Clone(m.Params), more)
	return &copied
}

// repository returns the specs of the repository whose code compiles in a package of its own, by path.
func repository(t *testing.T) (paths []string, specs map[string]*spec.Spec) {
	t.Helper()
	specs = map[string]*spec.Spec{}
	seen := map[string]bool{}
	for _, root := range []string{"testdata", "../../.."} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".fsm.yaml") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil || seen[string(src)] {
				return err
			}
			seen[string(src)] = true
			s, _ := spec.LoadWith(path, src, spec.OpenFile)
			if s.Machine == nil || !s.Machine.Faces.Snapshot || foreign(s.Machine) {
				return nil
			}
			more := grown(s.Machine)
			names, clashes := ident.Assign(more, "")
			if len(clashes) > 0 {
				return nil
			}
			if _, err := golang.Generate(more, names, "row", nil); err != nil {
				return nil // a constant of it always fails
			}
			paths = append(paths, path)
			specs[path] = s
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return paths, specs
}

// foreign reports whether a machine has Go types of other packages than those of the standard library, or of its own.
func foreign(m *core.Machine) (found bool) {
	look := func(t expr.Type) {
		if t.Kind != expr.Opaque || t.Go.Text == "error" {
			return
		}
		for _, p := range t.Go.Parts {
			host, _, _ := strings.Cut(p.Path, "/")
			found = found || p.Name != "" && (p.Path == "" && token.IsExported(p.Name) || strings.Contains(host, "."))
		}
	}
	fields := func(list []core.Field) {
		for _, f := range list {
			look(f.Type)
		}
	}
	for _, v := range m.Vars {
		look(v.Type)
	}
	for _, p := range m.Params {
		look(p.Type)
	}
	for _, e := range m.Events {
		fields(e.Fields)
	}
	for _, o := range m.Outputs {
		fields(o.Fields)
	}
	for _, g := range m.Guards {
		fields(g.Args)
	}
	for _, d := range m.Delays {
		fields(d.Args)
	}
	for _, c := range m.Calls {
		fields(c.Args)
	}
	return found
}

// TestUnsettled refuses the snapshot of a machine that is in the middle of a step, which an observer can make.
func TestUnsettled(t *testing.T) {
	sample.Turn(t)
	src, err := os.ReadFile("testdata/raised.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := spec.Load("raised.fsm.yaml", src)
	plan, err := New(t.Context(), side(s, s.Machine), side(s, grown(s.Machine)), Choices{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := plan.Generate(difftest.Name(0))
	if err != nil {
		t.Fatal(err)
	}
	program := difftest.Program(t, []difftest.Package{
		{Report: plan.New.Report, File: code, Function: "PKG.Decisions{More: func(PKG.Stored) (int, error) { return 1, nil }}.Migrate"}, {Report: plan.Old.Report},
	})
	row := []byte(`{"data":{},"machine":"Raised","params":{},"state":"B","vars":{"c":3,"raised":"Step"}}`)
	if _, err := program(1, row); err != nil {
		t.Fatalf("the old version refuses %s: %v", row, err)
	}
	if got, err := program(0, row); err == nil || !strings.Contains(err.Error(), "in the middle of a step, so let the old version end it") {
		t.Errorf("it becomes %s, %v", got, err)
	}
}

// TestForgotten lists the calls and timers of which Restore drops what is stored, also if nothing is to migrate.
func TestForgotten(t *testing.T) {
	const old = `machine: Order
calls: {fetch: {done: {ok: bool}}}
events: {Stop: {}, Late: {internal: true}}
initial: A
terminal: {done: [Z]}
states:
  A: {invoke: {call: fetch, on: {done: Z, error: Z}}, on: {Stop: Z, Late: Z}, after: {1s: Late}}
  Z: {}
`
	const dropped = "\n  call fetch: the number of its starts is dropped\n  timer A.Late: the time at which it is due is dropped\n"
	const none = "machine: Order\nevents: {Stop: {}}\ninitial: A\nterminal: {done: [Z]}\nstates:\n  A: {on: {Stop: Z}}\n  Z: {}\n"
	for _, tt := range []struct {
		name, new string
		want      bool
	}{
		{"the last ones are removed", none, true},
		{"and a parameter is added", strings.Replace(none, "events:", "params: {p: {type: int, min: 0, max: 3}}\nevents:", 1), true},
		{"renamed", strings.NewReplacer("fetch", "load", "Late", "Slow").Replace(old), true},
		{"renamed, was", strings.NewReplacer("fetch: {", "load: {was: fetch, ", "call: fetch", "call: load").Replace(old), false},
	} {
		p, err := New(t.Context(), load(t, old), load(t, tt.new), Choices{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(p.Text(), dropped); got != tt.want {
			t.Errorf("%s: %t\n%s", tt.name, got, p.Text())
		}
	}
}
