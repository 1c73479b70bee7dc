package verify_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// tally adds up what the steps of runs start and emit. The runs begin in configuration 0.
type tally struct {
	w *witness
	// limits are those of the counts of the report, for the parameters at hand.
	limits []*big.Int
	start  []*big.Int
	steps  map[int][]addition
	seen   map[string]bool
}

// addition is a step to a configuration, or to one that is not followed if that is negative, and
// what it adds to each count.
type addition struct {
	to   int
	adds []*big.Int
}

// tally begins one with initial values. It is nil if there is nothing to add up, or if that cannot
// be computed.
func (w *witness) tally(s scene) *tally {
	t := &tally{w: w, steps: map[int][]addition{}, seen: map[string]bool{}}
	for i := range w.r.Counts {
		v, _, err := w.value(w.r.Counts[i].Most, scene{params: s.params})
		if err != nil {
			return nil
		}
		t.limits = append(t.limits, v)
	}
	ok := false
	if t.start, ok = t.sum(w.m.Start, w.m.Invoked(), s, s); !ok || len(t.limits) == 0 {
		return nil
	}
	return t
}

// add adds a step.
func (t *tally) add(from, to, transition int, before, after scene) {
	if t == nil {
		return
	}
	of := &t.w.m.Transitions[transition]
	adds, ok := t.sum(of.Emits, of.Invokes, before, after)
	if key := fmt.Sprint(from, to, adds); ok && !t.seen[key] {
		t.seen[key] = true
		t.steps[from] = append(t.steps[from], addition{to, adds})
	}
}

// sum returns what outputs and invocations add to each count: outputs have their values before the
// step, and calls start with those after it.
func (t *tally) sum(emits []core.Emission, invokes []int, before, after scene) (list []*big.Int, ok bool) {
	for k := range t.w.r.Counts {
		of := t.w.r.Counts[k].Of
		n := new(big.Int)
		// priced adds what something costs by its weight.
		priced := func(weight core.Weight, values []expr.Expr, s scene) {
			v, _, err := t.w.value(expr.Substitute(weight.Value, func(s *expr.Symbol) expr.Expr {
				if s.Scope == expr.With {
					return values[s.Index]
				}
				return nil
			}), s)
			if err != nil {
				n = nil
			} else if n != nil {
				n.Add(n, v)
			}
		}
		one := func(values []expr.Expr, s scene) {
			v, err := big.NewInt(1), error(nil)
			if of.Field >= 0 {
				v, _, err = t.w.value(values[of.Field], s)
			}
			if err != nil {
				n = nil
			} else if n != nil {
				n.Add(n, v)
			}
		}
		if of.Cost >= 0 {
			for _, weight := range t.w.m.Costs[of.Cost].Weights {
				for _, e := range emits {
					if weight.Call < 0 && e.Output == weight.Output {
						priced(weight, e.Values, before)
					}
				}
				for _, i := range invokes {
					if v := t.w.m.Invocations[i]; weight.Output < 0 && v.Call == weight.Call {
						priced(weight, v.Args, after)
					}
				}
			}
			if n == nil {
				return nil, false
			}
			list = append(list, n)
			continue
		}
		for _, e := range emits {
			if of.Call < 0 && e.Output == of.Output {
				one(e.Values, before)
			}
		}
		for _, i := range invokes {
			if v := t.w.m.Invocations[i]; of.Output < 0 && v.Call == of.Call {
				one(v.Args, after)
			}
		}
		if n == nil {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// judge looks for a run that comes to more than a limit.
func (t *tally) judge() string {
	if t == nil {
		return ""
	}
	best := map[int][]*big.Int{0: t.start}
	over := func(sums []*big.Int) string {
		for k, n := range sums {
			if n.Cmp(t.limits[k]) > 0 {
				c := &t.w.r.Counts[k]
				return fmt.Sprintf("%s is proved to be at most %s, which is %v, but a run comes to %v", c.Name(t.w.m), expr.Print(c.Most, expr.Spec), t.limits[k], n)
			}
		}
		return ""
	}
	if what := over(t.start); what != "" {
		return what
	}
	queue := []int{0}
	for tries := 0; len(queue) > 0 && tries < 50_000; tries++ {
		from := queue[0]
		queue = queue[1:]
		for _, a := range t.steps[from] {
			sums, better := slices.Clone(best[a.to]), false
			for k, n := range a.adds {
				n = new(big.Int).Add(best[from][k], n)
				if best[a.to] == nil {
					sums, better = append(sums, n), true
				} else if n.Cmp(sums[k]) > 0 {
					sums[k], better = n, true
				}
			}
			if what := over(sums); what != "" {
				return what
			}
			if better && a.to >= 0 {
				best[a.to] = sums
				queue = append(queue, a.to)
			}
		}
	}
	return ""
}

// overcounted looks in a graph for a run that comes to more than a count of the report.
func overcounted(r *verify.Report, g *explore.Graph) string {
	m := r.Machine
	w := &witness{m: m, r: r, texts: explore.Strings(m), width: 64, bits: 64}
	s := scene{params: g.Params, vars: make([]int64, len(m.Vars))}
	if len(r.Counts) == 0 || g.Configs() == 0 || g.Configs() > 3_000 {
		return ""
	}
	for c := range g.All() {
		s.vars = c.Vars
		break
	}
	t := w.tally(s)
	if t == nil {
		return ""
	}
	ids := map[string]int{}
	id := func(state int, vars []int64) int {
		key := fmt.Sprint(state, vars)
		if _, known := ids[key]; !known {
			ids[key] = len(ids)
		}
		return ids[key]
	}
	id(m.Initial, s.vars)
	g.Find(func(s trace.Step) bool {
		of := &m.Transitions[s.Transition]
		t.add(id(of.From, s.Before), id(of.To, s.After), s.Transition,
			scene{params: g.Params, vars: s.Before, fields: s.Fields, answers: s.Externals}, scene{params: g.Params, vars: s.After})
		return false
	})
	return t.judge()
}

// TestCounts checks what is proved of the shipped machines, and of one that need not end.
func TestCounts(t *testing.T) {
	for file, want := range map[string]string{
		"../machines/agentloop/agentloop.fsm.yaml":             "requests <= maxSteps + maxTools + 1, model <= maxSteps + 1, tools <= maxTools, tools.calls <= maxTools",
		"../machines/agentloop/toolcall/toolcall.fsm.yaml":     "attempt <= maxRetries + 1",
		"../machines/fallback/fallback.fsm.yaml":               "Failed <= providers * (maxRetries + 1), TimedOut <= providers * (maxRetries + 1), Skipped <= providers, Switched <= providers",
		"../machines/negotiation/negotiation.fsm.yaml":         "",
		"../machines/orchestration/question/question.fsm.yaml": "requests <= servers * (maxRetries + maxRetries * serverRetries + serverRetries + 1), read <= 1, Model <= maxRetries + 1",
		"../machines/orchestration/orchestration.fsm.yaml":     "apply <= maxFallbacks, Planner <= maxReplans + 1, Verifier <= maxRefinements + 1, Refiner <= maxRefinements, Started <= 1, Fell <= maxFallbacks",
		"../machines/reservation/reservation.fsm.yaml":         "Filled <= maxTurns, Cleared <= maxTurns, ReadBack <= maxTurns, Handoff <= 1",
		"testdata/counts_overflow.fsm.yaml":                    "Out <= max(0, n) unless overflow",
		"testdata/counts.fsm.yaml":                             "ask <= rounds, Paid <= budget, Paid.amount <= budget, Bye <= 2 * rounds + 1",
	} {
		r := reportOf(t, file)
		var got []string
		for i := range r.Counts {
			c := &r.Counts[i]
			text := c.Name(r.Machine) + " <= " + expr.Print(c.Most, expr.Spec)
			if c.UnlessOverflow {
				text += " unless overflow"
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// TestCountsOfRanges wants the limit in the parameters also where a number limits the variable.
func TestCountsOfRanges(t *testing.T) {
	for _, most := range []string{"", ", max: 50"} {
		r := verify.Machine(context.Background(), parse(t, `machine: Upload
params: {parts: {type: int, min: 1`+most+`}, maxErrors: {type: int, min: 0, max: 5}}
vars: {sent: {type: int, min: 0, max: parts}, errors: {type: int, min: 0, max: maxErrors}}
events: {Ok: {}, Err: {}, Again: {}}
outputs: {Stored: {}}
initial: Sending
terminal: {ok: [Up], bad: [Down]}
states:
  Sending:
    on:
      Ok: [{if: sent + 1 < parts, set: {sent: sent + 1}, emit: Stored}, {to: Up, set: {sent: sent + 1}, emit: Stored}]
      Err: [{if: errors < maxErrors, to: Waiting, set: {errors: errors + 1}}, Down]
  Waiting: {on: {Again: Sending}}
  Up: {}
  Down: {}
`))
		if len(r.Counts) != 1 || expr.Print(r.Counts[0].Most, expr.Spec) != "parts" {
			t.Errorf("with parts%s:\n%s", most, r.Summary())
		}
	}
}

// TestCountsSee lowers proved counts by 1, of which exploration and random runs must notice those
// that are reached.
func TestCountsSee(t *testing.T) {
	for file, want := range map[string]int{
		"../machines/agentloop/toolcall/toolcall.fsm.yaml": 1, "../machines/fallback/fallback.fsm.yaml": 4,
		"../machines/orchestration/question/question.fsm.yaml": 3, "testdata/counts.fsm.yaml": 4,
	} {
		r := reportOf(t, file)
		if faults := contradictions(r); len(faults) > 0 {
			t.Errorf("%s: %q", file, faults)
		}
		explored, walked := 0, 0
		for i := range r.Counts {
			wrong := *r
			wrong.Counts = slices.Clone(r.Counts)
			wrong.Counts[i].Most = &expr.Binary{Op: expr.Sub, X: r.Counts[i].Most, Y: expr.Number(1)}
			sees := func(f string) bool { return strings.Contains(f, "a run comes to") }
			if slices.ContainsFunc(contradictions(&wrong), sees) {
				explored++
			}
			w := newWitness(ranked(&wrong), &wrong, rand.New(rand.NewPCG(1, 1)))
			w.wander()
			if slices.ContainsFunc(w.faults, sees) {
				walked++
			}
		}
		if explored != want || walked != want {
			t.Errorf("%s: of %d counts that are too low by 1, exploration notices %d, and random runs %d, want %d", file, len(r.Counts), explored, walked, want)
		}
	}
}
