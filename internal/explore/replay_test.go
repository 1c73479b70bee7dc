package explore

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// clone returns a copy of r that shares nothing with it.
func clone(r Run) Run {
	r.Params, r.Start, r.Steps = slices.Clone(r.Params), slices.Clone(r.Start), slices.Clone(r.Steps)
	for i := range r.Steps {
		s := &r.Steps[i]
		s.Fields, s.Externals = slices.Clone(s.Fields), slices.Clone(s.Externals)
		s.Before, s.After = slices.Clone(s.Before), slices.Clone(s.After)
	}
	return r
}

// Replay must refuse a run in which anything is changed.
func TestReplayRefuses(t *testing.T) {
	m := literal(t)
	m.Params[0].Min = expr.Number(0)
	m.Params[1].Max = expr.Number(3)
	g := Explore(t.Context(), m, []int64{2, 3}, 10000)
	lasso, ok := g.Lasso()
	if !ok {
		t.Fatal("no lasso")
	}
	if err := lasso.Replay(m); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Run){
		"parameter out of range":  func(r *Run) { r.Params[1] = 4 },
		"parameter below range":   func(r *Run) { r.Params[0] = -1 },
		"parameter missing":       func(r *Run) { r.Params = r.Params[:1] },
		"other parameter":         func(r *Run) { r.Params[0] = 1 },
		"guard that fails":        func(r *Run) { r.Params[1] = 1 },
		"start":                   func(r *Run) { r.Start[1] = 1 },
		"before":                  func(r *Run) { r.Steps[2].Before[0]++ },
		"after":                   func(r *Run) { r.Steps[2].After[1]++ },
		"transition":              func(r *Run) { r.Steps[2].Transition++ },
		"transition out of range": func(r *Run) { r.Steps[2].Transition = len(m.Transitions) },
		"payload":                 func(r *Run) { r.Steps[2].Fields[0] = 1 },
		"payload out of range":    func(r *Run) { r.Steps[2].Fields[0] = 3 },
		"payload missing":         func(r *Run) { r.Steps[2].Fields = nil },
		"external guard":          func(r *Run) { r.Steps[2].Externals = []int64{1} },
		"cycle too early":         func(r *Run) { r.LoopFrom-- },
		"cycle too late":          func(r *Run) { r.LoopFrom++ },
		"cycle beyond the end":    func(r *Run) { r.LoopFrom = len(r.Steps) },
		"step left out":           func(r *Run) { r.Steps = slices.Delete(r.Steps, 1, 2) },
		"cycle cut":               func(r *Run) { r.Steps = r.Steps[:len(r.Steps)-1] },
	} {
		r := clone(lasso)
		change(&r)
		if err := r.Replay(m); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Findings of random machines are refused when they claim something else.
func TestFindingsRefuse(t *testing.T) {
	tried := map[string]int{}
	first := sample.Seed(t)
	for seed := first; seed < first+300; seed++ {
		m, params := randomMachine(t, rand.New(rand.NewPCG(seed, 11)))
		g := Explore(t.Context(), m, params, 200)
		refuse := func(what string, err error) {
			if tried[what]++; err == nil {
				t.Errorf("seed %d: a %s is accepted", seed, what)
			}
		}
		for _, x := range g.Gaps() {
			x.State = (x.State + 1) % len(m.States)
			refuse("gap in the wrong state", x.Replay(m))
		}
		for _, x := range g.Faults() {
			if x.Transition < 0 {
				continue
			}
			y := x
			y.Var++
			refuse("fault of the wrong variable", y.Replay(m))
			y = x
			if y.Err = expr.ErrDivide; x.Err == expr.ErrDivide {
				y.Err = expr.ErrOverflow
			}
			refuse("fault with the wrong cause", y.Replay(m))
			for i := range m.Transitions {
				if y = x; i != x.Transition && m.Transitions[i].From != m.Transitions[x.Transition].From {
					y.Transition, y.Fields = i, nil
					refuse("fault of the wrong transition", y.Replay(m))
				}
			}
		}
		for _, x := range g.Violations() {
			x.Value++
			refuse("violation with the wrong value", x.Replay(m))
			if len(x.Run.Steps) > 0 {
				x.Run.Steps = x.Run.Steps[:len(x.Run.Steps)-1]
				x.Value = x.Run.End()[x.Var]
				refuse("violation before it happens", x.Replay(m))
			}
		}
		run, _ := g.Longest()
		for i := range min(len(run.Steps), 10) {
			r := clone(run)
			if v := r.Steps[i].After; len(v) > 0 {
				v[0]++
				refuse("run with a wrong value", r.Replay(m))
			}
		}
	}
	for _, what := range []string{
		"gap in the wrong state", "fault of the wrong variable", "fault with the wrong cause", "fault of the wrong transition",
		"violation with the wrong value", "violation before it happens", "run with a wrong value",
	} {
		if tried[what] < 10 {
			t.Errorf("only %d of: %s", tried[what], what)
		}
	}
}
