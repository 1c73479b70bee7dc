package stored

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Answer says whether a demand can fail.
type Answer uint8

const (
	// May: it is neither proved nor refuted.
	May Answer = iota
	// Fails: some machine of the old version is refused.
	Fails
	// Reached: no run of the old version reaches a machine that is refused. But the old version would
	// restore such a machine, if an even older version had stored one.
	Reached
)

// Finding is a demand that is not proved.
type Finding struct {
	Demand
	Answer Answer
	// Example describes a machine that is refused. It is "" if Answer is not Fails, or if the demand says it
	// all.
	Example string
	// Run leads to the machine of Example. It is a run of Machine, which has the same runs as the old version.
	Run     *trace.Run
	Machine *core.Machine
}

// refuse adds an example: the machine at the end of a run.
func (f *Finding) refuse(m *core.Machine, run *trace.Run) {
	f.Answer, f.Run, f.Machine, f.Example = Fails, run, m, example(m, f.Holds, run)
}

// Decide returns the demands that stored machines of the old version may not satisfy, in order. conditions are those of
// the old version.
func Decide(ctx context.Context, old *core.Machine, conditions []core.Invariant, demands []Demand) (list []Finding) {
	findings := make([]*Finding, len(demands))
	var open []int
	for i, d := range demands {
		value, ok := constant(d.Holds)
		switch {
		case ok && !value && d.State < 0:
			findings[i] = &Finding{Demand: d, Answer: Fails}
		case d.Holds == nil, Divides(d.Holds):
			findings[i] = &Finding{Demand: d, Answer: May}
		default:
			open = append(open, i)
		}
	}
	if len(open) > 0 {
		decide(ctx, old, conditions, demands, open, findings)
	}
	for _, f := range findings {
		if f != nil {
			list = append(list, *f)
		}
	}
	return list
}

// decide answers the open demands: first whether they follow from what the old version checks, and then
// whether they hold in all runs.
func decide(ctx context.Context, old *core.Machine, conditions []core.Invariant, demands []Demand, open []int, findings []*Finding) {
	implied, places := implication(old, conditions, demands, open)
	follows := invariants(verify.Within(ctx, implied, verify.Limits{ProofsOnly: true}, nil), 0)
	open = slices.DeleteFunc(slices.Clone(open), func(i int) bool { return follows[places[i]].Status == verify.Proved })
	if len(open) == 0 {
		return
	}
	m := claiming(old, demands, open)
	inRuns := invariants(verify.Machine(ctx, m), len(old.Invariants))
	for n, i := range open {
		f := &Finding{Demand: demands[i]}
		switch o := inRuns[n]; o.Status {
		case verify.Proved, "": // no step can violate it
			f.Answer = Reached
		case verify.Refuted:
			if stores(m, old, conditions, o.Run) {
				f.refuse(m, o.Run)
			}
		}
		if f.Answer == May && (f.State < 0 || f.State == m.Initial) {
			if run := start(m, f.Holds); stores(m, old, conditions, run) {
				f.refuse(m, run)
			}
		}
		if f.Answer == May {
			if run := reached(ctx, m, f.Demand, func(run *trace.Run) bool { return stores(m, old, conditions, run) }); run != nil {
				f.refuse(m, run)
			}
		}
		findings[i] = f
	}
}

// invariants returns the obligations of the invariants from a number on.
func invariants(r *verify.Report, from int) map[int]verify.Obligation {
	list := map[int]verify.Obligation{}
	for _, o := range r.Obligations {
		if o.Kind != verify.KindInvariant || o.Invariant < from {
			continue
		}
		// An invariant has an obligation for the start and one for each transition, or one.
		before, ok := list[o.Invariant-from]
		if !ok || worse(o.Status, before.Status) {
			list[o.Invariant-from] = o
		}
	}
	return list
}

func worse(a, b verify.Status) bool {
	order := []verify.Status{verify.Proved, verify.Unknown, verify.Refuted}
	return slices.Index(order, a) > slices.Index(order, b)
}

// claiming returns the old machine with demands as invariants, and without other claims that take long to decide:
// every event may occur any number of times.
func claiming(old *core.Machine, demands []Demand, open []int) *core.Machine {
	m := *old
	m.Rank, m.Bound, m.Goals, m.Costs = 1, nil, nil, nil
	m.Events = slices.Clone(old.Events)
	for i := range m.Events {
		m.Events[i].Environment = true
	}
	m.States = slices.Clone(old.States)
	for i := range m.States {
		m.States[i].Progress = []expr.Expr{expr.Number(0)}
	}
	m.Invariants = slices.Clone(old.Invariants)
	for _, i := range open {
		m.Invariants = append(m.Invariants, core.Invariant{State: demands[i].State, Expr: demands[i].Holds, Span: old.Span})
	}
	return &m
}

// stores reports whether the old version stores the machine at the end of a run: one that violates its claims has no
// snapshot, and one that is not at rest has none unless an observer makes it in the middle of an event.
func stores(m, old *core.Machine, conditions []core.Invariant, run *trace.Run) bool {
	if run == nil {
		return false
	}
	env, ok := environment(m, run), true
	if rest := m.Rest(run.State(m)); rest != nil {
		value, err := expr.Eval(rest, env)
		ok = err == nil && value != 0
	}
	Claims(old, conditions, func(state int, holds expr.Expr) {
		if state < 0 || state == run.State(m) {
			value, err := expr.Eval(holds, env)
			ok = ok && err == nil && value != 0
		}
	})
	return ok
}

func environment(m *core.Machine, run *trace.Run) *expr.Env {
	return &expr.Env{Params: run.Params, Vars: run.End(), Intern: trace.Intern(trace.Strings(m))}
}

// example describes the machine at the end of a run by its state and the values in a condition.
func example(m *core.Machine, holds expr.Expr, run *trace.Run) string {
	env := environment(m, run)
	var values, seen []string
	expr.Walk(holds, func(x expr.Expr) {
		ref, ok := x.(*expr.Ref)
		if !ok || slices.Contains(seen, ref.Symbol.Name) {
			return
		}
		seen = append(seen, ref.Symbol.Name)
		value, _ := expr.Eval(ref, env)
		values = append(values, ref.Symbol.Name+" = "+Text(m, ref.Symbol.Type, value))
	})
	if len(values) == 0 {
		return ""
	}
	return "in state " + m.States[run.State(m)].Name + " with " + strings.Join(values, ", ")
}

// Text writes a value of a run of a machine as its spec does.
func Text(m *core.Machine, t expr.Type, value int64) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(value != 0)
	case expr.Enumerated:
		return t.Enum.Values[value]
	case expr.String:
		return strconv.Quote(trace.Strings(m)[value])
	}
	return expr.Print(&expr.Lit{T: t, Value: value}, expr.Spec)
}
