package check

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// replay makes the runs of the spec, and fails if one takes another way. It calls
// visit with the row of each step, and what returns the run to there. In the
// configurations between it sends other events too. Steps without an event are not sent: the
// machine must have taken them by itself, after the step before or when it began.
//
// It reports whether it has made all runs: it ends early if they have too many steps.
func (env *Env) replay(t testing.TB, visit func(row int, run func() run.Case)) (all bool) {
	t.Helper()
	if len(env.Spec.Runs) == 0 {
		return true
	}
	defer failEndless(t)
	small := env.small(t)
	random := rand.New(rand.NewSource(1))
	known := map[string]bool{}
	for _, tree := range env.Spec.Runs {
		params := env.Oracle.Texts.Params(tree.Params)
		index := slices.IndexFunc(small, func(c any) bool { return env.Oracle.Texts.Params(c) == params })
		start := env.bench.Begin(tree.Params)
		if start.Fault != nil {
			t.Fatal(start.Fault)
		}
		opening := env.Oracle.Opening(tree.Params)
		runs := make([]*run.Run, len(tree.Steps))
		courses := make([]*oracle.Course, len(tree.Steps)) // of the last event
		number := make([]int, len(tree.Steps))             // of the step, among those of the course
		sent := make([]oracle.Input, len(tree.Steps))
		made := make([][]byte, len(tree.Steps)) // the choices
		to := func(i int) run.Case {
			c := run.Case{Params: tree.Params, Small: index, Row: tree.Steps[i].Row}
			for ; i >= 0; i = tree.Steps[i].After {
				if env.Oracle.Eventless(env.Oracle.Moves[tree.Steps[i].Row].On) {
					continue
				}
				c.Events = append(c.Events, sent[i])
				c.Picks = append(slices.Clone(made[i]), c.Picks...)
				if made[i] == nil {
					c.Small = -1
				}
			}
			slices.Reverse(c.Events)
			return c
		}
		for i, step := range tree.Steps {
			r, of, next := start, &opening, 0
			if step.After >= 0 {
				r, of, next = runs[step.After], courses[step.After], number[step.After]+1
			}
			after := func(more ...oracle.Input) string {
				if step.After < 0 {
					return env.Oracle.Texts.Inputs(more)
				}
				return env.Oracle.Texts.Inputs(append(to(step.After).Events, more...))
			}
			if env.Oracle.Eventless(env.Oracle.Moves[step.Row].On) {
				if next >= len(of.Steps) || of.Steps[next].Row != step.Row {
					t.Fatalf("the run does not take %s\nafter %s\nwith %s", env.Oracle.Texts.Row(step.Row), after(), params)
				}
				runs[i], courses[i], number[i] = r, of, next
				visit(step.Row, func() run.Case { return to(i) })
				continue
			}
			r = r.Fork()
			if key := env.Oracle.Key(r.Now); !known[key] {
				known[key] = true
				for event := range env.Spec.Events {
					if !env.Oracle.Comes(r.Now, oracle.Input{Event: event, Timed: 1}) {
						continue
					}
					draw.Choices(random, 8, func(choose draw.Chooser) {
						beside := r.Fork()
						e := env.draws.Fill(event, r.Now, choose)
						if beside.Take(e); beside.Fault != nil {
							t.Fatalf("%v\nafter %s\nwith %s", beside.Fault, after(e), params)
						}
					})
				}
			}
			sent[i], made[i] = env.draws.Full(oracle.Input{Event: env.Oracle.Moves[step.Row].On, Payload: step.Event}, r.Now)
			row := r.Take(sent[i])
			if r.Fault != nil {
				t.Fatalf("%v\nafter %s\nwith %s", r.Fault, after(sent[i]), params)
			}
			if row != step.Row {
				t.Fatalf("the run does not take %s\nafter %s\nwith %s", env.Oracle.Texts.Row(step.Row), after(sent[i]), params)
			}
			runs[i], courses[i] = r, r.Last
			visit(row, func() run.Case { return to(i) })
		}
	}
	return true
}
