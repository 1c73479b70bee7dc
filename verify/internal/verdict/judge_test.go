package verdict_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

func load(t *testing.T, file string, src []byte) *core.Machine {
	t.Helper()
	s, diags := spec.LoadWith(file, src, spec.OpenFile)
	if s.Machine == nil {
		t.Fatalf("load %s: %v", file, diags)
	}
	return s.Machine
}

// files lists the machines of the tests, small ones.
func files(t *testing.T) map[string]*core.Machine {
	t.Helper()
	out := map[string]*core.Machine{}
	for _, pattern := range []string{"../../testdata/*.fsm.yaml", "../../testdata/known/*.fsm.yaml", "../../../machines/*/*.fsm.yaml"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = load(t, name, src)
		}
	}
	if len(out) < 100 {
		t.Fatalf("only %d specs", len(out))
	}
	return out
}

// explored returns what search works with, after a short exploration.
func explored(m *core.Machine) *search.Input {
	ctx := context.Background()
	graphs, _ := concrete.Explore(ctx, m, concrete.Limits{Memory: 1 << 19}, func(string) {})
	in := search.NewInput(m, graphs, solve.NewProver(ctx))
	in.Ends = map[*core.Machine]bool{}
	for i := range m.Calls {
		child := m.Calls[i].Child
		if _, known := in.Ends[child]; known || child == nil {
			continue
		}
		within := explored(child)
		found := searched(within)
		c := found.Case(within)
		in.Children = append(in.Children, c)
		in.Ends[child] = verdict.Judge(c).Ends(child)
	}
	return in
}

// searched looks for evidence.
func searched(in *search.Input) search.Findings {
	found := search.Findings{Candidates: search.Settle(in, search.Candidates(in.Machine), in.Prover)}
	found = found.Answer(in, nil, func(string) {})
	if !found.Terminates(in.Machine) && len(counter.Lassos(in.Machine, in.Graphs)) == 0 {
		var guesses []core.Invariant
		found, guesses, _ = found.Infer(in)
		found = found.Answer(in, guesses, func(string) {})
		if found.Ranked(in.Machine).Rank == 0 {
			found = found.Lexicographic(in)
		}
		if found.Ranked(in.Machine).Rank == 0 {
			found = found.Phases(in)
		}
	}
	return found.Prune()
}

// TestAgrees holds the judge to accept all that search has proved.
func TestAgrees(t *testing.T) {
	sample.Turn(t)
	proved, bounds := 0, 0
	for name, m := range files(t) {
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		judged := verdict.Judge(c)
		if judged.UnlessOverflow.Terminates != found.Terminates(m) {
			t.Errorf("%s: termination unless a value overflows is %t, want %t", name, judged.UnlessOverflow.Terminates, found.Terminates(m))
		}
		fits := !slices.ContainsFunc(judged.Asked, func(o obligation.Obligation) bool { return o.Kind == obligation.Overflow && !judged.Proved[o] })
		if want := judged.UnlessOverflow.Terminates && fits; judged.Terminates != want {
			t.Errorf("%s: termination is %t, want %t", name, judged.Terminates, want)
		}
		if len(judged.Facts) != len(c.Facts) {
			t.Errorf("%s: %d of %d facts are accepted", name, len(judged.Facts), len(c.Facts))
		}
		for _, a := range found.Answers {
			if want := a.Status == obligation.Proved; judged.Proved[a.Obligation] != want {
				t.Errorf("%s: %+v is %t, want %t", name, a.Obligation, !want, want)
			} else if want {
				proved++
			}
		}
		if c.Bound != nil && (len(c.Bound.Links) > 0 || len(c.Bound.Ceilings) > 0) {
			bounds++
			if judged.UnlessOverflow.Bound == nil {
				t.Errorf("%s: the bound is not accepted", name)
			}
		}
	}
	if proved < 1000 || bounds < 2 {
		t.Errorf("only %d proofs and %d bounds", proved, bounds)
	}
}
