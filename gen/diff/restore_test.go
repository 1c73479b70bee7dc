package diff

import (
	"bytes"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff/internal/difftest"
	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// version is a version of a spec whose generated package is compiled.
type version struct {
	name   string
	report *verify.Report
	stored []difftest.Row
}

// TestRestore stores the machines that a version of a spec can reach, and restores them with the generated Restore of
// another version: it accepts exactly those that the diff says it accepts.
func TestRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles generated packages")
	}
	var some []*version
	var packages []difftest.Package
	number := map[*version]int{}
	for i, s := range sample.Some(t, difftest.Specs(t, base(t, "")), sample.Size(4, 10, 40)) {
		v := &version{name: s.Name, report: verify.Machine(t.Context(), s.Machine)}
		number[v] = i
		some = append(some, v)
		packages = append(packages, difftest.Package{Report: v.report})
	}
	program := difftest.Program(t, packages)
	restore := func(v *version, snapshot []byte) ([]byte, error) { return program(number[v], snapshot) }
	for _, v := range some {
		v.stored = difftest.Rows(t, v.report)
		for _, r := range v.stored {
			// What the version itself does with the snapshot shows that it is one.
			if again, err := restore(v, r.Snapshot); err != nil || !bytes.Equal(again, r.Snapshot) {
				t.Fatalf("%s: the snapshot %s: %s, %v", v.name, r.Snapshot, again, err)
			}
		}
	}
	pairs, accepted, refused, open, may := 0, 0, 0, 0, 0
	for _, old := range some {
		for _, new := range some {
			if old == new {
				continue
			}
			pairs++
			a, b := old.report.Machine, new.report.Machine
			demands := stored.Demands(a, b, conditions(old.report), conditions(new.report))
			findings := stored.Decide(t.Context(), a, conditions(old.report), demands)
			violated := map[string]bool{}
			fine := true
			for _, r := range old.stored {
				_, err := restore(new, r.Snapshot)
				want, known := true, true
				for _, d := range demands {
					if d.Earlier || d.State >= 0 && d.State != r.State {
						continue
					}
					if d.Holds == nil {
						known = false
						continue
					}
					if !satisfied(t, a, d.Holds, r) {
						want = false
						violated[d.Part+d.Reason] = true
					}
				}
				switch {
				case !known && want:
					open++
				case (err == nil) != want:
					t.Errorf("%s → %s: Restore of %s: %v, but the demands say %t", old.name, new.name, r.Snapshot, err, want)
				case want:
					accepted++
				default:
					refused++
				}
				fine = fine && err == nil
			}
			breaks := false
			for _, f := range findings {
				if f.Answer == stored.May && !f.Earlier {
					may++
					t.Logf("%s → %s: %s %s (may)", old.name, new.name, f.Part, f.Reason)
				}
				breaks = breaks || f.Answer != stored.Reached
				if f.Answer != stored.Fails {
					continue
				}
				if f.Run != nil {
					example := difftest.Snapshot(t, f.Machine, difftest.Row{Params: f.Run.Params, Vars: f.Run.End(), State: f.Run.State(f.Machine)})
					if _, err := restore(new, example); err == nil {
						t.Errorf("%s → %s: %s %s: the example %s is restored", old.name, new.name, f.Part, f.Reason, example)
					}
					if _, err := restore(old, example); err != nil {
						t.Errorf("%s → %s: %s %s: %s cannot be stored: %v", old.name, new.name, f.Part, f.Reason, example, err)
					}
				} else if !violated[f.Part+f.Reason] {
					t.Errorf("%s → %s: %s %s, but all %d machines satisfy it", old.name, new.name, f.Part, f.Reason, len(old.stored))
				}
			}
			if !breaks && !fine {
				t.Errorf("%s → %s: the diff says nothing breaks, but some machine is refused", old.name, new.name)
			}
		}
	}
	t.Logf("%d versions, %d pairs: %d machines accepted, %d refused, %d not decided by demands; %d demands neither proved nor refuted",
		len(some), pairs, accepted, refused, open, may)
}

// satisfied evaluates a demand in a configuration.
func satisfied(t *testing.T, m *core.Machine, x expr.Expr, r difftest.Row) bool {
	t.Helper()
	// A demand may compare with a string that the old version does not mention, and that no configuration has.
	texts := trace.Strings(m)
	intern := func(s string) int64 {
		for i, text := range texts {
			if text == s {
				return int64(i)
			}
		}
		return -1
	}
	value, err := expr.Eval(x, &expr.Env{Params: r.Params, Vars: r.Vars, Intern: intern})
	if err != nil {
		t.Fatalf("%s: %v", expr.Print(x, expr.Spec), err)
	}
	return value != 0
}
