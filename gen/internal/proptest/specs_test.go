package proptest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// specMutant is a spec with one fault.
type specMutant struct {
	kind, what string
	machine    *core.Machine
	// same says how it is known that the fault changes nothing, or ""; nil if it
	// cannot be known.
	same func() string
	// stale says that outputs still have values of the right spec, so that tests of
	// the wrong one say nothing.
	stale bool
}

// specMutants breaks a spec in each way there is: an update is gone, a guard
// is weaker, a range is larger, a transition leads elsewhere.
func specMutants(m *core.Machine, names *ident.Names) []specMutant {
	var out []specMutant
	add := func(kind, what string, change func(m *core.Machine)) {
		c := *m
		c.Vars, c.Transitions = slices.Clone(m.Vars), slices.Clone(m.Transitions)
		change(&c)
		out = append(out, specMutant{kind, what, &c, nil, false})
	}
	for i, t := range m.Transitions {
		label := m.Label(i)
		for k, u := range t.Updates {
			if m.Vars[u.Var].State < 0 {
				add("no update", label+": "+m.Vars[u.Var].Name, func(m *core.Machine) {
					m.Transitions[i].Updates = slices.Delete(slices.Clone(t.Updates), k, k+1)
				})
				last := &out[len(out)-1]
				last.same = func() string { return keeps(m, names, i, k) }
				last.stale = slices.ContainsFunc(t.Emits, func(e core.Emission) bool { return e.Cause == core.ByEntry })
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
			out[len(out)-1].same = func() string { return limited(m, i) }
		}
	}
	return out
}

// limited says that an invariant of the machine limits a variable to its range, if one limits a sum of the variable and others that are
// not negative to the same maximum.
func limited(m *core.Machine, variable int) string {
	most := expr.Print(m.Vars[variable].Max, expr.Spec)
	for _, inv := range m.Invariants {
		b, ok := inv.Expr.(*expr.Binary)
		if !ok || inv.State >= 0 || b.Op != expr.Le || expr.Print(b.Y, expr.Spec) != most {
			continue
		}
		some, all := false, true
		var summands func(x expr.Expr)
		summands = func(x expr.Expr) {
			switch x := x.(type) {
			case *expr.Binary:
				if all = all && x.Op == expr.Add; all {
					summands(x.X)
					summands(x.Y)
				}
			case *expr.Ref:
				v := x.Symbol
				some = some || v.Scope == expr.Var && v.Index == variable
				least, ok := (expr.Expr)(nil), v.Scope == expr.Var
				if ok {
					least = m.Vars[v.Index].Min
				}
				all = all && least != nil && expr.Print(least, expr.Spec) == "0"
			default:
				all = false
			}
		}
		if summands(b.X); some && all {
			return "implied by the invariant " + expr.Print(inv.Expr, expr.Spec)
		}
	}
	return ""
}

// plainState reports whether a state has neither data nor timers nor calls, so that a
// transition can lead there as it is.
func plainState(m *core.Machine, state int) bool {
	return len(m.Running(state)) == 0 && !slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.State == state }) &&
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

// keeps says why an update changes nothing, or "": a copy of its transition, taken
// only where the variable has another value than the update gives it, is never
// taken, as is proved for all parameter values or else seen by exploration for some.
func keeps(m *core.Machine, names *ident.Names, transition, update int) string {
	c := *m
	t := m.Transitions[transition]
	u := t.Updates[update]
	v := m.Vars[u.Var]
	if v.Type.Kind == expr.Opaque {
		return ""
	}
	variable := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Index: u.Var, Name: v.Name, Type: v.Type}}
	differs := differ(variable, u.Value)
	if t.Guard != nil {
		differs = &expr.Binary{Op: expr.And, X: t.Guard, Y: differs}
	}
	t.Guard, t.Written, t.Rule = differs, differs, ""
	t.Span = diag.Span{File: "probe", Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 2}}
	c.Transitions = slices.Insert(slices.Clone(m.Transitions), transition, t)
	if slices.ContainsFunc(verify.Machine(context.Background(), &c).Diagnostics, func(d diag.Diagnostic) bool {
		return d.Code == diag.CodeDead && d.Span == t.Span
	}) {
		return "proved"
	}
	whole := 0
	for _, params := range (&explorer{newSubject(m, names, "")}).choices(1, 4) {
		g := explore.Explore(context.Background(), &c, params, 100_000)
		if g.Taken(transition) {
			return ""
		}
		if g.Complete && g.Exact {
			whole++
		}
	}
	if whole < 8 {
		return ""
	}
	return fmt.Sprintf("explored with %d choices of parameters", whole)
}

// noticed counts who notices the faults of a kind.
type noticed struct{ mutants, verify, own, before, equivalent, nobody int }

// TestSpecMutants breaks the shipped specs and says who notices: the verifier,
// the tests that are generated from the wrong spec, which know its progress and its
// bound, or those that were generated before, when they run against the new code.
// Tests that do not compile any more notice too. What nobody notices changes nothing.
func TestSpecMutants(t *testing.T) {
	turn(t)
	files, err := filepath.Glob("../../../machines/*/*.fsm.yaml")
	children, _ := filepath.Glob("../../../machines/*/*/*.fsm.yaml")
	if files = append(files, children...); err != nil || len(files) < 7 {
		t.Fatalf("specs %v: %v", files, err)
	}
	s := newModule(t)
	type entry struct {
		specMutant
		pkg    string
		proved bool
	}
	var all []entry
	chosen := sample.Some(t, files, min(sample.Size(1, 1, 4), len(files)), sources(t)...)
	whole := len(chosen) == len(files)
	for _, file := range chosen {
		name := strings.TrimSuffix(filepath.Base(file), ".fsm.yaml")
		m, names := parse(t, filepath.Base(file), read(t, file), "", filepath.Dir(file))
		_, before := emit(t, m, names, name)
		types, err := os.ReadFile(filepath.Join("testdata", name, "types.go"))
		if err != nil {
			t.Fatal(err)
		}
		mutants := specMutants(m, names)
		// Each takes seconds: the long tests try some, FSMGEN_SIZE=1000 all of them.
		tried := sample.Some(t, mutants, min(sample.Size(1, 1, 1), len(mutants)), sources(t)...)
		complete := len(tried) == len(mutants)
		whole = whole && complete
		mutants = tried
		if complete { // TestGenerated and the machines' own tests run them without a fault
			mutants = append([]specMutant{{"none", "", m, nil, false}}, mutants...)
		}
		for i, mutant := range mutants {
			pkg := fmt.Sprintf("%s%d", name, i)
			machine, own := emit(t, mutant.machine, names, name)
			for folder, tests := range map[string][]byte{pkg + "own": own, pkg + "before": before} {
				s.write(t, folder+"/types.go", types)
				s.write(t, folder+"/machine.go", machine)
				s.write(t, folder+"/machine_test.go", tests)
				s.typed(t, folder, mutant.machine, names, name)
			}
			mutant.what = name + ": " + mutant.what
			all = append(all, entry{mutant, pkg, verify.Machine(context.Background(), mutant.machine).Proved()})
		}
	}
	out, _ := s.run("", "test", "-vet=off", "-timeout=300s", "./...")
	passes := func(pkg string) bool {
		ok := regexp.MustCompile(`(?m)^ok\s+sandbox/` + pkg + `\s`).MatchString(out)
		if !ok && !regexp.MustCompile(`(?m)^FAIL\s+sandbox/`+pkg+`\s+([0-9.]+s|\[build failed\])`).MatchString(out) {
			t.Fatalf("nothing is said of %s: %s", pkg, regexp.MustCompile(`(?m)^.*sandbox/`+pkg+`\W.*`).FindAllString(out, 5))
		}
		return ok
	}
	table := map[string]*noticed{}
	for _, e := range all {
		own, before := e.stale || passes(e.pkg+"own"), passes(e.pkg+"before")
		if e.kind == "none" {
			if !own || !before || !e.proved {
				t.Errorf("%s without a fault: passes: %t, %t, proved: %t", e.what, own, before, e.proved)
			}
			continue
		}
		if e.proved && !own {
			t.Errorf("%s, %s is proved, and fails its own tests:\n%s", e.kind, e.what, section(out, e.pkg+"own"))
		}
		n := table[e.kind]
		if n == nil {
			n = new(noticed)
			table[e.kind] = n
		}
		n.mutants++
		for _, count := range []struct {
			all     *int
			noticed bool
		}{{&n.verify, !e.proved}, {&n.own, !own}, {&n.before, !before}} {
			if count.noticed {
				*count.all++
			}
		}
		if !e.proved || !own || !before {
			continue
		}
		how := ""
		if e.same != nil {
			how = e.same()
		}
		switch {
		case how != "":
			n.equivalent++
			t.Logf("%s, %s: changes nothing, as is %s", e.kind, e.what, how)
		default:
			n.nobody++
			t.Errorf("nobody notices %s, %s", e.kind, e.what)
		}
	}
	t.Logf("%-14s %8s %8s %10s %13s %11s %7s", "fault", "mutants", "verify", "own tests", "tests before", "equivalent", "nobody")
	for _, kind := range []string{"no update", "weak guard", "wide range", "other target"} {
		n := table[kind]
		if n == nil && whole {
			t.Fatalf("no mutant of the kind %q", kind)
		} else if n == nil {
			continue
		}
		t.Logf("%-14s %8d %8d %10d %13d %11d %7d", kind, n.mutants, n.verify, n.own, n.before, n.equivalent, n.nobody)
	}
}
