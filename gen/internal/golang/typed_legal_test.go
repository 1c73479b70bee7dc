package golang_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// shipped are machines beside those of testdata whose faces are compiled.
var shipped = []string{"negotiation", "orchestration", "reservation"}

// checkFaces type-checks the files of a machine, the user's types and a
// further file as Go 1.22, and returns the errors with their lines.
func checkFaces(t *testing.T, m *core.Machine, names *ident.Names, pkg, further string) (*types.Package, []types.Error) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, src := range faces(t, m, names, pkg) {
		files = append(files, parse(t, fset, src))
	}
	if user, err := os.ReadFile(filepath.Join("testdata", pkg, "types.go")); err == nil {
		files = append(files, parse(t, fset, user))
	}
	files = append(files, parse(t, fset, []byte("package "+pkg+"\n"+further)))
	var found []types.Error
	config := types.Config{
		Importer: imports{importer.ForCompiler(fset, "gc", nil), map[string]*types.Package{}}, GoVersion: "go1.22",
		Error: func(err error) { found = append(found, err.(types.Error)) },
	}
	checked, _ := config.Check(pkg, fset, files, nil)
	return checked, found
}

func loadShipped(t testing.TB, name string) (*core.Machine, *ident.Names) {
	t.Helper()
	file := filepath.Join("..", "..", "..", "machines", name, name+".fsm.yaml")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.LoadWith(file, src, spec.OpenFile)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return s.Machine, assign(t, s.Machine, s.Prefix)
}

// TestLegalEventsCompile has a statement for every state and event. It compiles
// exactly when the state accepts the event. The machines are those of testdata
// and all that are shipped.
func TestLegalEventsCompile(t *testing.T) {
	sample.Turn(t)
	type source struct {
		name string
		load func(testing.TB, string) (*core.Machine, *ident.Names)
	}
	sources := []source{{"fallback", loadShipped}} // whose types are those of testdata/fallback
	for _, name := range shipped {
		sources = append(sources, source{name, loadShipped})
	}
	for _, name := range typedMachines {
		sources = append(sources, source{name, load})
	}
	legal, illegal := 0, 0
	for _, s := range sources {
		name := s.name
		m, names := s.load(t, name)
		before := [2]int{legal, illegal}
		var statements strings.Builder
		want := map[int]bool{} // the lines that do not compile
		for s := range m.States {
			for e := range m.Events {
				args := make([]string, len(m.Events[e].Fields))
				for i, f := range m.Events[e].Fields {
					args[i] = "*new(" + qualified(names, m, f) + ")"
				}
				if names.Context != "" {
					args = append([]string{"nil"}, args...)
				}
				fmt.Fprintf(&statements, "func _(s %s) { s.%s(%s) }\n", names.Typed.In[s], names.Events[e].Method, strings.Join(args, ", "))
				line := 1 + strings.Count(statements.String(), "\n")
				if !possible(m, s, e) {
					want[line] = true
					illegal++
				} else {
					legal++
				}
			}
		}
		prelude := ""
		for path, at := range map[string]string{"net/http": "http.", "time": "time.", moneyPath: "money."} {
			if strings.Contains(statements.String(), at) {
				prelude += fmt.Sprintf("import %s %q;", strings.TrimSuffix(at, "."), path)
			}
		}
		_, errs := checkFaces(t, m, names, name, prelude+statements.String())
		for _, err := range errs {
			line := err.Fset.Position(err.Pos).Line
			if !want[line] || !strings.Contains(err.Msg, "has no field or method") {
				t.Errorf("%s: unwanted error: %v", name, err)
			}
			delete(want, line)
		}
		for line := range want {
			t.Errorf("%s: an illegal event compiles: %s", name, strings.Split(statements.String(), "\n")[line-2])
		}
		t.Logf("%s, %d states and %d events: %d legal pairs compile, %d illegal ones do not",
			m.File, len(m.States), len(m.Events), legal-before[0], illegal-before[1])
	}
	t.Logf("%d legal pairs compile, %d illegal ones do not", legal, illegal)
	if legal < 180 || illegal < 360 {
		t.Errorf("only %d legal and %d illegal events", legal, illegal)
	}
}

// possible reports whether an event that a program sends can succeed in a state: the spec does more
// than reject it.
func possible(m *core.Machine, state, event int) bool {
	return !m.Events[event].Internal && !m.Events[event].Result && slices.ContainsFunc(m.On(state, event), func(t core.Transition) bool { return t.Effect != core.Reject })
}

// TestTypedStatesDoNotConvert has a conversion from each state to each. Those to
// another state, which would have events that are illegal, do not compile.
func TestTypedStatesDoNotConvert(t *testing.T) {
	sample.Turn(t)
	refused := 0
	for _, name := range typedMachines {
		m, names := load(t, name)
		var statements strings.Builder
		want := map[int]bool{}
		for _, from := range names.Typed.In {
			for _, to := range names.Typed.In {
				fmt.Fprintf(&statements, "func _(s %s) %[2]s { return %[2]s(s) }\n", from, to)
				want[1+strings.Count(statements.String(), "\n")] = from != to
			}
		}
		_, errs := checkFaces(t, m, names, name, statements.String())
		for _, err := range errs {
			line := err.Fset.Position(err.Pos).Line
			if !want[line] || !strings.Contains(err.Msg, "cannot convert") {
				t.Errorf("%s: unwanted error: %v", name, err)
			}
			want[line] = false
			refused++
		}
		for line, left := range want {
			if left {
				t.Errorf("%s: a state converts: %s", name, strings.Split(statements.String(), "\n")[line-2])
			}
		}
	}
	t.Logf("%d conversions do not compile", refused)
}

// qualified is the Go type of a field, as a file of the package writes it.
func qualified(n *ident.Names, m *core.Machine, f core.Field) string {
	if f.Type.Go == nil {
		return typeText(n, m, f.Type)
	}
	out := ""
	for _, p := range f.Type.Go.Parts {
		switch {
		case p.Path == moneyPath:
			out += "money."
		case p.Path != "":
			out += p.Path[strings.LastIndex(p.Path, "/")+1:] + "."
		}
		out += p.Token + p.Name
	}
	return out
}

// TestTypedMethods compares the methods of each typed state with those that follow from the
// core.
func TestTypedMethods(t *testing.T) {
	sample.Turn(t)
	for _, name := range typedMachines {
		m, names := load(t, name)
		pkg, errs := checkFaces(t, m, names, name, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for s, in := range names.Typed.In {
			want := []string{"Machine", "State", "String"}
			if m.Terminal(s) {
				want = append(want, "Outcome")
			}
			for e := range m.Events {
				if possible(m, s, e) {
					want = append(want, names.Events[e].Method)
				}
			}
			for v := range m.Vars {
				if m.Exists(v, s) {
					want = append(want, names.Vars[v].Getter)
				}
			}
			var got []string
			methods := types.NewMethodSet(pkg.Scope().Lookup(in).Type())
			for i := range methods.Len() {
				if f := methods.At(i).Obj(); f.Exported() {
					got = append(got, f.Name())
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s.%s (-want +got):\n%s", name, in, diff)
			}
		}
	}
}

// resting returns the states in which a machine may be at rest after an alternative of a state.
func resting(m *core.Machine, from int, t core.Transition) map[int]bool {
	out := map[int]bool{}
	if t.Effect == core.Ignore || t.To == from && len(t.Updates)+len(t.Raises) == 0 {
		out[from] = true // it was at rest, and is as it was
		return out
	}
	seen := make([]bool, len(m.States))
	var visit func(s int)
	visit = func(s int) {
		if seen[s] {
			return
		}
		seen[s] = true
		leaves := false // in any case
		for _, t := range m.Transitions {
			if t.From == s && m.Events[t.Event].Eventless {
				leaves = leaves || t.Guard == nil
				visit(t.To)
			}
		}
		if !leaves {
			out[s] = true
		}
	}
	visit(t.To)
	return out
}

// TestClosedSums compares the types that are in each interface, and the result
// of each event, with the states that the core can reach.
func TestClosedSums(t *testing.T) {
	sample.Turn(t)
	for _, name := range typedMachines {
		m, names := load(t, name)
		pkg, errs := checkFaces(t, m, names, name, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		typ := func(name string) types.Type { return pkg.Scope().Lookup(name).Type() }
		members := func(sum types.Type) []string {
			iface, ok := sum.Underlying().(*types.Interface)
			if !ok {
				return []string{types.TypeString(sum, func(*types.Package) string { return "" })}
			}
			var out []string
			for _, in := range names.Typed.In {
				if types.Implements(typ(in), iface) {
					out = append(out, in)
				}
			}
			return out
		}
		compare := func(what string, states map[int]bool, got []string) {
			var want []string
			for s, in := range names.Typed.In {
				if states[s] {
					want = append(want, in)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", name, what, diff)
			}
		}
		terminal := map[int]bool{}
		for s := range m.States {
			terminal[s] = m.Terminal(s)
			after := map[int]bool{}
			for e := range m.Events {
				ts := m.On(s, e)
				if !possible(m, s, e) {
					continue
				}
				targets := map[int]bool{}
				for _, tr := range ts {
					if tr.Effect != core.Reject {
						for to := range resting(m, s, tr) {
							targets[to], after[to] = true, true
						}
					}
				}
				method := types.NewMethodSet(typ(names.Typed.In[s])).Lookup(pkg, names.Events[e].Method)
				result := method.Type().(*types.Signature).Results().At(0).Type()
				compare(names.Events[e].Method+" in "+names.Typed.In[s], targets, members(result))
				if sum := names.Typed.After[s]; sum == "" { // nothing returns it
					if types.IsInterface(result) {
						t.Errorf("%s: %v is for several states, and nothing for all of them", name, result)
					}
				} else if !types.AssignableTo(result, typ(sum)) {
					t.Errorf("%s: %v is not assignable to %s", name, result, sum)
				}
			}
			if names.Typed.After[s] != "" {
				compare(names.Typed.After[s], after, members(typ(names.Typed.After[s])))
			}
		}
		start := core.Transition{To: m.Initial}
		begin := pkg.Scope().Lookup(names.Typed.Begin).Type().(*types.Signature).Results().At(0).Type()
		compare(names.Typed.Begin, resting(m, -1, start), members(begin))
		if names.Typed.Ended != "" {
			compare(names.Typed.Ended, terminal, members(typ(names.Typed.Ended)))
		}
		if got := members(typ(names.Typed.Any)); len(got) != len(m.States) {
			t.Errorf("%s: %v are in %s", name, got, names.Typed.Any)
		}
	}
}
