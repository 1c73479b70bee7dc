package diff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
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
	// kept are the places of the snapshots among those that the program keeps.
	kept []int
	// said is what the diff says of the stored machines, by what a new version demands.
	said map[string]*said
}

// said is what the diff says of the machines that a version stores.
type said struct {
	// restored has a letter for each machine: 1 if it is restored, 0 if it is refused, and ? if the demands do not say it.
	restored string
	// may is the number of demands that are neither proved nor refuted.
	may int
	// breaks reports whether some machine may be refused.
	breaks   bool
	examples []example
}

// example is a stored machine that is refused.
type example struct {
	what     string
	snapshot []byte
}

// TestRestore stores the machines that a version of a spec can reach, and restores them with the generated Restore of
// another version, for all pairs of versions: it accepts exactly those that the diff says it accepts.
func TestRestore(t *testing.T) {
	sample.Turn(t)
	t.Run("base", func(t *testing.T) { restore(t, versions(t, sample.Size(3, 3, 18))) })
	t.Run("wide", func(t *testing.T) {
		specs := difftest.Specs(t, read(t, "testdata/wide.fsm.yaml"), difftest.Wide())
		restore(t, verified(t, sample.Some(t, specs, sample.Size(3, 3, len(specs)))))
	})
}

// restore compares what the diff says of all pairs of versions with what Restore does.
func restore(t *testing.T, some []*version) {
	t.Helper()
	var packages []difftest.Package
	for _, v := range some {
		packages = append(packages, difftest.Package{Report: v.report})
	}
	program := difftest.Start(t, packages)
	places := map[string]int{}
	var snapshots [][]byte
	machines := 0
	for i, v := range some {
		for _, r := range v.stored {
			// What the version itself does with the snapshot shows that it is one.
			if again, err := program.Call(i, r.Snapshot); err != nil || !bytes.Equal(again, r.Snapshot) {
				t.Fatalf("%s: the snapshot %s: %s, %v", v.name, r.Snapshot, again, err)
			}
			at, known := places[string(r.Snapshot)]
			if !known {
				at = len(snapshots)
				places[string(r.Snapshot)] = at
				snapshots = append(snapshots, r.Snapshot)
			}
			v.kept = append(v.kept, at)
			machines++
		}
	}
	program.Keep(snapshots)
	pairs, accepted, refused, open, may := 0, 0, 0, 0, 0
	for j, new := range some {
		if j%50 == 0 && j > 0 {
			t.Logf("%d new versions, %d pairs: %d machines accepted, %d refused", j, pairs, accepted, refused)
		}
		restored := program.Accepted(j)
		answers := make([]*said, len(some))
		parallel(len(some), func(i int) {
			if i != j {
				answers[i] = ask(t, some[i], new)
			}
		})
		for i, old := range some {
			if i == j {
				continue
			}
			pairs++
			may += answers[i].may
			for n, want := range []byte(answers[i].restored) {
				is := restored[old.kept[n]]
				switch {
				case want == '?':
					open++
				case is != want:
					t.Errorf("%s → %s: Restore of %s: %c, but the demands say %c", old.name, new.name, old.stored[n].Snapshot, is, want)
				case want == '1':
					accepted++
				default:
					refused++
				}
				if is == '0' && !answers[i].breaks {
					t.Errorf("%s → %s: the diff says nothing breaks, but %s is refused", old.name, new.name, old.stored[n].Snapshot)
				}
			}
			for _, e := range answers[i].examples {
				if _, err := program.Call(j, e.snapshot); err == nil {
					t.Errorf("%s → %s: %s: the example %s is restored", old.name, new.name, e.what, e.snapshot)
				}
			}
		}
	}
	examples := 0
	for i, v := range some {
		for _, s := range v.said {
			for _, e := range s.examples {
				examples++
				if _, err := program.Call(i, e.snapshot); err != nil {
					t.Errorf("%s: %s: %s cannot be stored: %v", v.name, e.what, e.snapshot, err)
				}
			}
		}
	}
	t.Logf("%d versions store %d machines, with %d different snapshots, and %d examples", len(some), machines, len(snapshots), examples)
	t.Logf("%d pairs: %d machines accepted, %d refused, %d not decided by demands; %d demands neither proved nor refuted", pairs, accepted, refused, open, may)
}

// versions returns n versions of a spec: some of [difftest.Specs], or all of them and combinations of edits.
func versions(t *testing.T, n int) []*version {
	t.Helper()
	specs := difftest.Specs(t, base(t, ""), difftest.Versions())
	if n > len(specs) {
		var more []difftest.Version
		for _, e := range edits {
			more = append(more, difftest.Version{Name: e.name, Edits: slices.Concat(needs(e.name), e.edits)})
		}
		seed := sample.Seed(t)
		t.Logf("FSMGEN_SEED=%d", seed)
		specs = difftest.Combined(t, base(t, ""), difftest.Versions(), more, n, rand.New(rand.NewPCG(seed, 1)))
	}
	return verified(t, sample.Some(t, specs, n))
}

// read returns a file.
func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// verified verifies versions, and explores what they store.
func verified(t *testing.T, specs []difftest.Spec) []*version {
	t.Helper()
	list := make([]*version, len(specs))
	parallel(len(specs), func(i int) {
		list[i] = &version{name: specs[i].Name, report: verify.Machine(t.Context(), specs[i].Machine), said: map[string]*said{}}
	})
	for _, v := range list {
		v.stored = difftest.Rows(t, v.report)
	}
	return list
}

// parallel calls f with 0 to n-1, on all processors.
func parallel(n int, f func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// ask returns what the diff says of the stored machines of an old version.
func ask(t *testing.T, old, new *version) *said {
	a := old.report.Machine
	demands := stored.Demands(a, new.report.Machine, conditions(old.report), conditions(new.report))
	key := ""
	for _, d := range demands {
		holds := "?"
		if d.Holds != nil {
			holds = expr.Print(d.Holds, expr.Spec)
		}
		key += fmt.Sprintf("%d %s %s %d %t %s\n", d.Kind, d.Part, d.Reason, d.State, d.Earlier, holds)
	}
	if answer := old.said[key]; answer != nil {
		return answer // of another version that demands the same
	}
	answer := &said{}
	old.said[key] = answer
	violated := map[string]bool{}
	var letters []byte
	for _, r := range old.stored {
		letter := byte('1')
		for _, d := range demands {
			if d.Earlier || d.State >= 0 && d.State != r.State {
				continue
			}
			if d.Holds == nil {
				if letter == '1' {
					letter = '?'
				}
			} else if !satisfied(t, a, d.Holds, r) {
				letter = '0'
				violated[d.Part+" "+d.Reason] = true
			}
		}
		letters = append(letters, letter)
	}
	answer.restored = string(letters)
	for _, f := range stored.Decide(t.Context(), a, conditions(old.report), demands) {
		what := f.Part + " " + f.Reason
		switch {
		case f.Answer == stored.May && !f.Earlier:
			answer.may++
			t.Logf("%s → %s: %s (may)", old.name, new.name, what)
		case f.Answer == stored.Fails && f.Run != nil:
			row := difftest.Row{Params: f.Run.Params, Vars: f.Run.End(), State: f.Run.State(f.Machine)}
			answer.examples = append(answer.examples, example{what, difftest.Snapshot(t, f.Machine, row)})
		case f.Answer == stored.Fails && !violated[what]:
			t.Errorf("%s → %s: %s, but all %d machines satisfy it", old.name, new.name, what, len(old.stored))
		}
		answer.breaks = answer.breaks || f.Answer != stored.Reached
	}
	return answer
}

// satisfied evaluates a demand in a configuration.
func satisfied(t *testing.T, m *core.Machine, x expr.Expr, r difftest.Row) bool {
	t.Helper()
	// A demand may compare with a string that the old version does not mention, and that no configuration has.
	texts := trace.Strings(m)
	value, err := expr.Eval(x, &expr.Env{Params: r.Params, Vars: r.Vars, Intern: func(s string) int64 { return int64(slices.Index(texts, s)) }})
	if err != nil {
		t.Errorf("%s: %v", expr.Print(x, expr.Spec), err)
	}
	return err == nil && value != 0
}
