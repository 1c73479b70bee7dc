package proptest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// load reads the spec NAME.fsm.yaml: of the shipped machine of that name if there
// is one, otherwise that in testdata.
func load(t *testing.T, name, prefix string) (*core.Machine, *ident.Names) {
	t.Helper()
	file := name + ".fsm.yaml"
	folder := filepath.Join("..", "..", "..", "machines", name)
	if slices.IndexFunc(machines, func(m machine) bool { return m.name == name && m.shipped }) < 0 {
		folder = filepath.Join("testdata", name)
	}
	return parse(t, file, read(t, filepath.Join(folder, file)), prefix, folder)
}

// parse reads a spec, which may use machines in a folder, if one is given. A prefix takes the place of the spec's own.
func parse(t *testing.T, file string, src []byte, prefix string, folder ...string) (*core.Machine, *ident.Names) {
	t.Helper()
	s, diags := spec.LoadWith(file, src, func(from, path string) (string, []byte, error) {
		if folder == nil {
			return "", nil, os.ErrNotExist
		}
		path = filepath.Join(filepath.Dir(from), path)
		src, err := os.ReadFile(filepath.Join(folder[0], path))
		return path, src, err
	})
	if diags.HasErrors() {
		t.Fatalf("load %s: %+v", file, diags)
	}
	if prefix == "" {
		prefix = s.Prefix
	}
	names, diags := ident.Assign(s.Machine, prefix)
	if diags.HasErrors() {
		t.Fatalf("name %s: %+v", file, diags)
	}
	return s.Machine, names
}

// generate returns the machine and the tests of testdata/NAME.
func generate(t *testing.T, name, prefix, pkg string) (machine, tests []byte) {
	t.Helper()
	m, names := load(t, name, prefix)
	return emit(t, m, names, pkg)
}

func emit(t *testing.T, m *core.Machine, names *ident.Names, pkg string) (machine, tests []byte) {
	t.Helper()
	report := verified(m)
	conditions := report.Conditions
	machine, err := golang.Generate(m, names, pkg, conditions)
	if err != nil {
		t.Fatal(err)
	}
	tests, err = Generate(m, names, pkg, conditions, report.Rest.Status == verify.Proved, provedOf(m, report)...)
	if err != nil {
		t.Fatal(err)
	}
	return machine, tests
}

// reports has the reports on machines: the files of a machine are written one by one, and several need its report.
var reports sync.Map

// verified returns the report on a machine, which has not changed since it was first asked for.
func verified(m *core.Machine) *verify.Report {
	if report, ok := reports.Load(m); ok {
		return report.(*verify.Report)
	}
	report := verify.Machine(context.Background(), m)
	reports.Store(m, report)
	return report
}

// provedOf returns the proved limits of a machine with the face that says them.
func provedOf(m *core.Machine, report *verify.Report) []worstcase.Limit {
	if !m.Faces.Worst {
		return nil
	}
	return worstcase.Of(report)
}

// worst returns the file of that face, none if nothing is proved of what a run takes at most, as package gen does.
func worst(t *testing.T, m *core.Machine, names *ident.Names, pkg string) (file []byte, written bool) {
	t.Helper()
	limits := provedOf(m, verified(m))
	if len(limits) == 0 {
		return nil, false
	}
	out, err := golang.Worst(m, names, pkg, limits)
	if err != nil {
		t.Fatal(err)
	}
	return out, true
}

// typed writes the files of the faces of a machine into a folder, as far as the machine has
// these faces.
func (s userModule) typed(t *testing.T, folder string, m *core.Machine, names *ident.Names, pkg string) {
	t.Helper()
	if m.Faces.Typed {
		states, err := golang.Typed(m, names, pkg)
		if err != nil {
			t.Fatal(err)
		}
		s.write(t, folder+"/"+m.Name+"_typed.go", states)
	}
	if m.Faces.Run {
		run, err := golang.Run(m, names, pkg)
		if err != nil {
			t.Fatal(err)
		}
		s.write(t, folder+"/"+m.Name+"_run.go", run)
	}
	if m.Faces.Values {
		values, err := golang.Values(m, names, pkg)
		if err != nil {
			t.Fatal(err)
		}
		s.write(t, folder+"/"+m.Name+"_values.go", values)
	}
	if m.Faces.Columns {
		columns, err := golang.Columns(m, names, pkg)
		if err != nil {
			t.Fatal(err)
		}
		s.write(t, folder+"/"+m.Name+"_columns.go", columns)
	}
	if file, ok := worst(t, m, names, pkg); ok {
		s.write(t, folder+"/"+m.Name+"_worst.go", file)
	}
}

// userModule is the module of a user, which requires this one.
type userModule struct{ dir string }

func newModule(t *testing.T) userModule {
	t.Helper()
	s := userModule{t.TempDir()}
	mod := read(t, filepath.Join("..", "..", "..", "go.mod"))
	version := regexp.MustCompile(`github.com/leanovate/gopter (v\S+)`).FindSubmatch(mod)
	if version == nil {
		t.Fatal("go.mod does not require gopter")
	}
	s.write(t, "go.mod", sandbox.Mod(t, "sandbox", "github.com/leanovate/gopter "+string(version[1])+" // indirect"))
	s.write(t, "go.sum", read(t, filepath.Join("..", "..", "..", "go.sum")))
	return s
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (s userModule) write(t *testing.T, file string, data []byte) {
	t.Helper()
	file = filepath.Join(s.dir, file)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// add makes a package of testdata/NAME in a folder, with a machine in place of
// the generated one unless that is nil.
func (s userModule) add(t *testing.T, folder, name string, machine []byte) {
	t.Helper()
	m, names := load(t, name, "")
	generated, tests := emit(t, m, names, name)
	if machine == nil {
		machine = generated
	}
	s.typed(t, folder, m, names, name)
	s.write(t, folder+"/types.go", read(t, filepath.Join("testdata", name, "types.go")))
	s.write(t, folder+"/"+name+"_fsm.go", machine)
	s.write(t, folder+"/"+name+"_fsm_test.go", tests)
}

// share writes a machine and its tests into a package of several machines, whose Go names begin with a prefix.
func (s userModule) share(t *testing.T, pkg, prefix string, src []byte) *core.Machine {
	t.Helper()
	m, names := parse(t, prefix+".fsm.yaml", src, prefix)
	machine, tests := emit(t, m, names, pkg)
	s.typed(t, pkg, m, names, pkg)
	s.write(t, pkg+"/"+prefix+"_fsm.go", machine)
	s.write(t, pkg+"/"+prefix+"_fsm_test.go", tests)
	return m
}

// run runs the go command in the module, offline, and returns what it prints
// and whether it succeeds. The seed of this test is not for the generated tests.
func (s userModule) run(env string, args ...string) (string, bool) {
	cmd := exec.Command("go", args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "FSMGEN_SEED=", env)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err == nil
}

// section returns what a verbose test of several packages prints about one.
func section(out, pkg string) string {
	end := strings.Index(out, "\tsandbox/"+pkg+"\t")
	if end < 0 {
		return ""
	}
	start := strings.LastIndex(out[:end], "\tsandbox/")
	return out[max(start, 0):end]
}
