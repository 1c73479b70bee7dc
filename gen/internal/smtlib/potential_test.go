package smtlib

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// paid returns the scripts about the function that shows the bound.
func paid(t *testing.T, r *verify.Report) (list []Script) {
	t.Helper()
	for _, s := range scripts(t, r) {
		if strings.HasPrefix(s.Name, "function of the bound: ") {
			if s.Obligation >= 0 || s.Status != verify.Proved || s.Expect != "unsat" {
				t.Errorf("%s: obligation %d, %s, expect %s", s.Name, s.Obligation, s.Status, s.Expect)
			}
			list = append(list, s)
		}
	}
	return list
}

// TestPotential asks z3 about the functions that show the bounds of machines with a lexicographic progress function, and
// about wrong ones.
func TestPotential(t *testing.T) {
	sample.Turn(t)
	needSolver(t)
	for _, name := range []string{"nested", "child_lexicographic", "child_large"} {
		r := report(t, "../../../verify/testdata/"+name+".fsm.yaml")
		m := r.Machine
		all := paid(t, r)
		want := 1 // the start
		for s := range m.States {
			if !m.Terminal(s) {
				want++
			}
		}
		for i := range m.Transitions {
			if m.Transitions[i].Effect == core.Take {
				want++
			}
		}
		if len(all) != want {
			t.Errorf("%s: %d scripts, want %d", name, len(all), want)
		}
		confirmed := 0
		refuted := func(r *verify.Report) (names []string) {
			list := paid(t, r)
			confirmed = 0
			for i, answer := range ask(t, m, list) {
				switch answer {
				case "sat":
					names = append(names, list[i].Name)
				case "unsat":
					confirmed++
				}
			}
			return names
		}
		// Products may be too hard for z3.
		if got := refuted(r); len(got) > 0 || confirmed < want-1 {
			t.Errorf("%s: z3 refutes %v, and confirms only %d of %d", name, got, confirmed, want)
		}
		for by, what := range map[int64]string{1: "bound: at the start", -5: "function of the bound: "} {
			wrong := *r
			wrong.Bound.Potential = slices.Clone(r.Bound.Potential)
			for s, x := range wrong.Bound.Potential {
				if !m.Terminal(s) {
					wrong.Bound.Potential[s] = &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(by)}
				}
			}
			if got := refuted(&wrong); !strings.Contains(strings.Join(got, "\n"), what) {
				t.Errorf("%s: z3 refutes %v of a function that is %d more, want %s", name, got, by, what)
			}
		}
		still := *r
		still.Bound.Potential = slices.Clone(r.Bound.Potential)
		for s := range still.Bound.Potential {
			if !m.Terminal(s) {
				still.Bound.Potential[s] = expr.Number(1)
			}
		}
		if got := refuted(&still); !strings.Contains(strings.Join(got, "\n"), "decrease: ") {
			t.Errorf("%s: z3 refutes %v of a constant", name, got)
		}
		ended := *r
		ended.Bound.Potential = slices.Repeat([]expr.Expr{expr.Number(1)}, len(m.States))
		if _, err := Scripts(&ended); err == nil || !strings.Contains(err.Error(), "is not 0 in the terminal state") {
			t.Errorf("%s: a function that is not 0 in the end: %v", name, err)
		}
	}
	if list := paid(t, report(t, fallback)); len(list) > 0 {
		t.Errorf("there are scripts about a function that does not exist: %v", list)
	}
}
