package proptest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

var specs = flag.Bool("specs", false, "test all mutants of the shipped specs, not one of each kind")

// specMutant is a spec with one fault.
type specMutant struct {
	kind, what string
	machine    *core.Machine
}

// specMutants breaks a spec in each way there is: an update is gone, a guard
// is weaker, a range is larger, a transition leads elsewhere.
func specMutants(m *core.Machine) []specMutant {
	var out []specMutant
	add := func(kind, what string, change func(m *core.Machine)) {
		c := *m
		c.Vars, c.Transitions = slices.Clone(m.Vars), slices.Clone(m.Transitions)
		change(&c)
		out = append(out, specMutant{kind, what, &c})
	}
	for i, t := range m.Transitions {
		label := m.Label(i)
		for k, u := range t.Updates {
			if m.Vars[u.Var].State < 0 {
				add("no update", label+": "+m.Vars[u.Var].Name, func(m *core.Machine) {
					m.Transitions[i].Updates = slices.Delete(slices.Clone(t.Updates), k, k+1)
				})
			}
		}
		if t.Guard != nil {
			add("weak guard", label, func(m *core.Machine) {
				m.Transitions[i].Guard, m.Transitions[i].Written = expr.Truth(true), expr.Truth(true)
			})
			if edge := looser(t.Guard); edge != nil {
				add("weak guard", label+": "+expr.Print(edge, expr.Spec), func(m *core.Machine) {
					m.Transitions[i].Guard, m.Transitions[i].Written = edge, edge
				})
			}
		}
		to := (t.To + 1) % len(m.States)
		if t.Effect == core.Take && plainState(m, t.To) && plainState(m, to) {
			add("other target", label+": "+m.States[to].Name, func(m *core.Machine) {
				m.Transitions[i].To, m.Transitions[i].Internal = to, false
			})
		}
	}
	for i, v := range m.Vars {
		if v.Max != nil {
			add("wide range", v.Name, func(m *core.Machine) { m.Vars[i].Max = sum(v.Max, 1) })
		}
	}
	return out
}

// plainState reports whether a state has neither data nor timers, so that a
// transition can lead there as it is.
func plainState(m *core.Machine, state int) bool {
	return !slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.State == state }) &&
		!slices.ContainsFunc(m.Timers, func(t core.Timer) bool { return slices.Contains(t.States, state) })
}

// looser is a guard whose first strict comparison lets its limit through, or nil.
func looser(e expr.Expr) expr.Expr {
	b, ok := e.(*expr.Binary)
	if !ok {
		return nil
	}
	switch b.Op {
	case expr.Lt:
		return &expr.Binary{Op: expr.Le, X: b.X, Y: b.Y}
	case expr.Gt:
		return &expr.Binary{Op: expr.Ge, X: b.X, Y: b.Y}
	}
	if x := looser(b.X); x != nil {
		return &expr.Binary{Op: b.Op, X: x, Y: b.Y}
	}
	if y := looser(b.Y); y != nil {
		return &expr.Binary{Op: b.Op, X: b.X, Y: y}
	}
	return nil
}

// TestSpecMutants breaks the shipped specs and says who notices: the verifier,
// or the tests of the right spec that run against the code of the wrong one.
func TestSpecMutants(t *testing.T) {
	files, err := filepath.Glob("../../machines/*/*.fsm.yaml")
	if err != nil || len(files) < 4 {
		t.Fatalf("specs %v: %v", files, err)
	}
	s := newSandbox(t)
	type entry struct {
		specMutant
		pkg    string
		proved bool
	}
	var all []entry
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fsm.yaml")
		m, names := parse(t, filepath.Base(file), read(t, file), "")
		_, tests := emit(t, m, names, name)
		types, err := os.ReadFile(filepath.Join("testdata", name, "types.go"))
		if err != nil {
			t.Fatal(err)
		}
		mutants := append([]specMutant{{"none", "", m}}, specMutants(m)...)
		tried := map[string]bool{}
		for i, mutant := range mutants {
			if !*specs && tried[mutant.kind] {
				continue
			}
			tried[mutant.kind] = true
			pkg := fmt.Sprintf("%s%d", name, i)
			machine, _ := emit(t, mutant.machine, names, name)
			s.write(t, pkg+"/types.go", types)
			s.write(t, pkg+"/machine.go", machine)
			s.write(t, pkg+"/machine_test.go", tests)
			s.typed(t, pkg, mutant.machine, names, name)
			mutant.what = name + ": " + mutant.what
			all = append(all, entry{mutant, pkg, verify.Machine(context.Background(), mutant.machine).Proved()})
		}
	}
	out, _ := s.run("", "test", "-timeout=60s", "./...")
	table := map[string]*[5]int{}
	for _, e := range all {
		passes := regexp.MustCompile(`(?m)^ok\s+sandbox/` + e.pkg + `\s`).MatchString(out)
		if !passes && !strings.Contains(out, "sandbox/"+e.pkg) {
			t.Fatalf("nothing is said of %s:\n%s", e.pkg, out)
		}
		if e.kind == "none" {
			if !passes || !e.proved {
				t.Errorf("%s without a fault: passes: %t, proved: %t", e.what, passes, e.proved)
			}
			continue
		}
		row := table[e.kind]
		if row == nil {
			row = new([5]int)
			table[e.kind] = row
		}
		row[0]++
		switch {
		case !e.proved && !passes:
			row[3]++
		case !e.proved:
			row[1]++
		case !passes:
			row[2]++
		default:
			row[4]++
			t.Logf("nobody notices %s, %s", e.kind, e.what)
		}
	}
	t.Logf("%-14s %8s %12s %12s %6s %8s", "fault", "mutants", "verify only", "tests only", "both", "neither")
	for _, kind := range []string{"no update", "weak guard", "wide range", "other target"} {
		row := table[kind]
		if row == nil {
			t.Fatalf("no mutant of the kind %q", kind)
		}
		t.Logf("%-14s %8d %12d %12d %6d %8d", kind, row[0], row[1], row[2], row[3], row[4])
		if row[4]*10 > row[0]*2 {
			t.Errorf("of %d faults %q, %d are noticed by nobody", row[0], kind, row[4])
		}
	}
}
