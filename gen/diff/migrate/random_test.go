package migrate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRandom plans migrations from random specs to mutated ones: what is proved holds for all machines that the old version reaches,
// examples are real, and no machine has a longer run than the plan says.
func TestRandom(t *testing.T) {
	sample.Turn(t)
	first, size := sample.Seed(t), sample.Size(2, 3, 12)
	count := map[string]int{}
	var proved []*Plan
	for i := range size {
		seed := first + uint64(i)
		r := rand.New(rand.NewPCG(seed, 23))
		text := spectest.Sound(r, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History|spectest.Invoke)
		if i%3 == 0 {
			text = spectest.Random(r, spectest.All)
		}
		changed := text
		for range r.IntN(3) {
			changed = spectest.Mutate(r, changed, spectest.All)
		}
		for range 1 + r.IntN(2) {
			changed = renamed(r, changed)
		}
		old, _ := spec.LoadWith("old.fsm.yaml", []byte(text), spectest.Open)
		new, _ := spec.LoadWith("new.fsm.yaml", []byte(changed), spectest.Open)
		if old.Machine == nil || new.Machine == nil {
			count["errors"]++
			continue
		}
		a := &diff.Side{Spec: old, Report: verify.Machine(t.Context(), old.Machine)}
		b := &diff.Side{Spec: new, Report: verify.Machine(t.Context(), new.Machine)}
		plan, err := New(t.Context(), a, b, Choices{})
		if err != nil {
			continue // other names, or no snapshots
		}
		name := fmt.Sprintf("seed %d", seed)
		if choices := chosen(plan, r); !choices.none() {
			name += fmt.Sprintf(" with %q", choices)
			if plan, err = New(t.Context(), a, b, choices); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
		}
		if _, err := plan.Generate("job"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		count["plans"]++
		if len(plan.Decisions)+len(plan.Findings) == 0 && !plan.Sufficient && !foreign(old.Machine) && !foreign(new.Machine) {
			proved = append(proved, plan)
		}
		random(t, name, plan, count)
		if t.Failed() {
			t.Fatalf("%s:\n%s\nbecomes\n%s\n%s", name, text, changed, plan.Text())
		}
	}
	accepted(t, proved, count)
	t.Logf("%v", count)
	if sample.Long() {
		for _, kind := range []string{"accepted", "refused", "runs", "examples", "tight"} {
			if count[kind] == 0 {
				t.Errorf("no %s", kind)
			}
		}
	}
}

// renamed gives a parameter, a variable, a state, or a call of a spec another name, in the whole text.
func renamed(r *rand.Rand, text string) string {
	s, _ := spec.LoadWith("old.fsm.yaml", []byte(text), spectest.Open)
	if s.Machine == nil {
		return text
	}
	var names []string
	for _, p := range s.Machine.Params {
		names = append(names, p.Name)
	}
	for _, v := range s.Machine.Vars {
		if v.Implied == core.Declared {
			names = append(names, v.Name)
		}
	}
	for _, state := range s.Machine.States {
		names = append(names, state.Name)
		names = append(names, state.Composites...)
		for _, region := range state.Regions {
			for _, leaf := range region.Leaves {
				names = append(names, leaf.Name)
			}
		}
	}
	for _, c := range s.Machine.Calls {
		names = append(names, c.Name)
	}
	name := names[r.IntN(len(names))]
	return regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, name+"New")
}

// accepted migrates real rows by plans of which it is proved that Restore accepts each.
func accepted(t *testing.T, plans []*Plan, count map[string]int) {
	t.Helper()
	var packages []difftest.Package
	for i, p := range plans {
		code, err := p.Generate(difftest.Name(2*i + 1))
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, difftest.Package{Report: p.Old.Report}, difftest.Package{Report: p.New.Report, File: code, Function: "PKG.Decisions{}.Migrate"})
	}
	if len(plans) == 0 {
		return
	}
	program := difftest.Program(t, packages)
	for i, p := range plans {
		rows := difftest.Rows(t, p.Old.Report)
		for _, r := range rows[:min(len(rows), 300)] {
			row, err := program(2*i, r.Snapshot)
			if err != nil {
				t.Fatalf("%s is refused by its own version: %v", r.Snapshot, err)
			}
			if got, err := program(2*i+1, row); err != nil {
				t.Fatalf("%s becomes %s, %v, but it is proved that Restore accepts all machines\n%s", row, got, err, p.Text())
			}
			count["real rows"]++
		}
	}
}

// random checks a plan without its Go code.
func random(t *testing.T, name string, p *Plan, count map[string]int) {
	t.Helper()
	longest := map[string]int{}
	for _, old := range difftest.Rows(t, p.Old.Report) {
		r := row{params: old.Params, state: old.State, vars: old.Vars}
		accepts, known := exploration{p}.accepts(r)
		if !known {
			count["undecided"]++
			continue
		}
		if !accepts {
			count["refused"]++
			if len(p.Findings) == 0 {
				t.Errorf("%s: %s is refused, but it is proved that Restore accepts all machines", name, old.Snapshot)
			}
			continue
		}
		count["accepted"]++
		m, params, ok := exploration{p}.migrated(r)
		l := p.Left[r.state]
		if !ok || l.Ended || l.Most == nil {
			continue
		}
		key := fmt.Sprint(m.Initial, params, texts(m))
		n, measured := longest[key]
		if !measured {
			if len(longest) > 60 {
				continue
			}
			n = -2 // not known
			if g := explore.Within(t.Context(), m, params, 1_000, 20_000); g.Configs() > 0 {
				n = g.Remaining(0)
			}
			longest[key] = n
		}
		if n == -2 {
			continue
		}
		limit, err := expr.Eval(l.Most, exploration{p}.env(r))
		if err != nil {
			t.Errorf("%s: %s: %v", name, expr.Print(l.Most, expr.Spec), err)
			continue
		}
		count["runs"]++
		if n < 0 || int64(n) > limit {
			t.Errorf("%s: %s has a run of %d, but the plan says that at most %s = %d are left", name, old.Snapshot, n, expr.Print(l.Most, expr.Spec), limit)
		}
		if int64(n) == limit {
			count["tight"]++
		}
	}
	for _, f := range p.Findings {
		if f.run == nil {
			continue
		}
		count["examples"]++
		r := row{params: f.run.Params, vars: f.run.End(), state: f.run.State(f.machine)}
		if accepts, known := (exploration{p}).accepts(r); known && accepts && f.strings() {
			t.Errorf("%s: %s: the example %s is accepted", name, f.Part, f.Example)
		}
	}
}

// strings reports whether the numbers of strings are the same in the machine of the example as in the old version.
func (f *Finding) strings() bool {
	for _, v := range f.machine.Vars {
		if v.Type.Kind == expr.String {
			return false
		}
	}
	return true
}
