package migrate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRandom plans migrations from random specs to mutated ones: what is proved holds for all machines that the old version reaches,
// examples are real, and no machine has a longer run than the plan says.
func TestRandom(t *testing.T) {
	first, size := sample.Seed(t), sample.Size(3, 5, 40)
	count := map[string]int{}
	for i := range size {
		seed := first + uint64(i)
		r := rand.New(rand.NewPCG(seed, 23))
		text := spectest.Sound(r, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History)
		if i%3 == 0 {
			text = spectest.Random(r, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History)
		}
		changed := text
		for range 1 + r.IntN(3) {
			changed = spectest.Mutate(r, changed, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History)
		}
		old, _ := spec.Load("old.fsm.yaml", []byte(text))
		new, _ := spec.Load("new.fsm.yaml", []byte(changed))
		if old.Machine == nil || new.Machine == nil {
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
		random(t, name, plan, count)
		if t.Failed() {
			t.Fatalf("%s:\n%s\nbecomes\n%s\n%s", name, text, changed, plan.Text())
		}
	}
	t.Logf("%v", count)
	if sample.Long() {
		for _, kind := range []string{"accepted", "refused", "runs", "examples", "tight"} {
			if count[kind] == 0 {
				t.Errorf("no %s", kind)
			}
		}
	}
}

// random checks a plan without its Go code.
func random(t *testing.T, name string, p *Plan, count map[string]int) {
	t.Helper()
	longest := map[string]int{}
	for _, old := range difftest.Rows(t, p.Old.Report) {
		r := row{params: old.Params, state: old.State, vars: old.Vars}
		accepts, known := p.accepts(r)
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
		m, params, ok := p.migrated(r)
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
		limit, err := expr.Eval(l.Most, p.env(r))
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
		if accepts, known := p.accepts(r); known && accepts && f.strings() {
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
