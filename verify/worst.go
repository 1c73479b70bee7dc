package verify

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Worst is what runs of a machine with given parameters take at most, and a run that takes much.
type Worst struct {
	// Amounts are in the order in which the report lists limits.
	Amounts []Amount
	// Run is a run to the end that takes as long as possible on a virtual clock, or without a limit of the time, one of the longest runs. It is
	// nil if exploration has found none. Nothing is proved of it but that the machine can make it.
	Run *trace.Run
	// Clock has the times of the steps of Run, or is nil.
	Clock *trace.Clocked
	// CutShort reports that exploration was not complete, so that the run may be far from the limits.
	CutShort bool
}

// Amount is something that adds up in a run.
type Amount struct {
	// Kind is "transitions", "time", "cost", "calls", "outputs", or for a sum of ints "sum".
	Kind string
	// Name is that of the cost, call, or output, or "".
	Name string
	// Limit is the proved limit as text, or "" if there is none.
	Limit string
	// Most is the value of the limit, for the time in nanoseconds. It is [math.MaxInt64] if that does not fit, and -1 without a limit.
	Most int64
	// UnlessOverflow reports that the limit holds only of runs in which all values fit in Go's int.
	UnlessOverflow bool
	// Taken is what the run takes, or -1 if that is not known.
	Taken int64
}

// The limits of exploration for a run.
const (
	worstConfigs = 100_000
	worstMoves   = 2_000_000
)

// Worst returns what is proved of runs with given parameters, which must be valid, and looks for a run that takes as much. Strings among the
// parameters are numbers, as [trace.Intern] has them for [trace.Strings].
func (r *Report) Worst(ctx context.Context, params []int64) *Worst {
	m, w := r.Machine, &Worst{}
	env := concrete.Env(m, params, nil)
	w.Amounts = append(w.Amounts, r.transitions(env))
	limit := trace.Forever
	if !m.Reactive() && len(m.Outcomes) > 0 && (len(m.Timers) > 0 || timely(r)) {
		a := r.lasting(env)
		w.Amounts = append(w.Amounts, a)
		if a.Most >= 0 {
			limit = time.Duration(a.Most)
		}
	}
	var weights [][]core.Weight // of the amounts that follow
	for _, of := range obligation.AllCounted(m) {
		i := slices.IndexFunc(r.Counts, func(c Count) bool { return c.Of == of })
		if i < 0 && of.Cost < 0 {
			continue
		}
		count := Count{Of: of}
		if i >= 0 {
			count = r.Counts[i]
		}
		w.Amounts, weights = append(w.Amounts, amountOf(m, env, &count)), append(weights, of.Weights(m))
	}
	w.find(ctx, m, params, limit)
	w.measure(m, weights)
	return w
}

// transitions returns the limit of the transitions.
func (r *Report) transitions(env *expr.Env) Amount {
	a := Amount{Kind: "transitions", Most: -1, Taken: -1}
	most := r.Bound.Found
	if r.Bound.Expr != nil && (r.Bound.Status == Proved || r.Bound.UnlessOverflow) {
		most, a.UnlessOverflow = r.Bound.Expr, r.Bound.UnlessOverflow
	}
	if most != nil {
		a.Limit, a.Most = expr.PrintNumber(most, expr.Spec), valueOf(most, env, 1)
	}
	return a
}

// lasting returns the least limit of the time.
func (r *Report) lasting(env *expr.Env) Amount {
	a := Amount{Kind: "time", Most: -1, Taken: -1}
	for i := range r.Times {
		t := &r.Times[i]
		if most := valueOf(t.Most, env, int64(t.Cover.Unit)); a.Most < 0 || most < a.Most {
			a.Limit, a.Most, a.UnlessOverflow = t.String(), most, t.UnlessOverflow
		}
	}
	return a
}

// amountOf returns the limit of a count, which has none if its limit is nil.
func amountOf(m *core.Machine, env *expr.Env, c *Count) Amount {
	a := Amount{Kind: "outputs", Name: c.Name(m), Most: -1, Taken: -1, UnlessOverflow: c.UnlessOverflow}
	switch {
	case c.Of.Cost >= 0:
		a.Kind = "cost"
	case c.Of.Field >= 0:
		a.Kind = "sum"
	case c.Of.Call >= 0:
		a.Kind = "calls"
	}
	if c.Most != nil {
		a.Limit, a.Most = expr.PrintNumber(c.Most, expr.Spec), valueOf(c.Most, env, 1)
	}
	return a
}

// valueOf returns the value of an expression times a unit, or the largest int64 if that does not fit.
func valueOf(x expr.Expr, env *expr.Env, unit int64) int64 {
	n, err := expr.Eval(x, env)
	if err != nil || n > math.MaxInt64/unit {
		return math.MaxInt64
	}
	return max(0, n) * unit
}

// find looks for a run. It looks for a slow one if there is a limit of the time.
func (w *Worst) find(ctx context.Context, m *core.Machine, params []int64, limit time.Duration) {
	g := explore.Within(ctx, m, params, worstConfigs, worstMoves)
	w.CutShort = !g.Complete
	if limit < trace.Forever {
		if w.Clock = counter.Slowest(g, limit); w.Clock != nil {
			w.Run = &w.Clock.Run
			return
		}
	}
	if run, endless := g.Longest(); g.Configs() > 0 && !endless && run.Replay(m) == nil {
		w.Run = &run
	}
}

// measure says what the run takes. The last amounts have weights.
func (w *Worst) measure(m *core.Machine, weights [][]core.Weight) {
	if w.Run == nil {
		return
	}
	w.Amounts[0].Taken = w.Run.Length(m)
	if len(w.Amounts) > len(weights)+1 && w.Clock != nil {
		w.Amounts[1].Taken = int64(w.Clock.Until)
	}
	for i, of := range weights {
		if sum, ok := w.Run.Charge(m, of); ok {
			w.Amounts[len(w.Amounts)-len(weights)+i].Taken = sum
		}
	}
}

// Timeline formats the run for people, as [Trace] does, with the time of each step if that is known. It is "" if there is none.
func (w *Worst) Timeline(m *core.Machine) string {
	switch {
	case w.Run == nil:
		return ""
	case w.Clock != nil:
		return clocked(m, w.Clock)
	}
	return Trace(m, w.Run)
}

// Value returns a limit, or what a run takes, as text: a number, or for the time a duration.
func (a *Amount) Value(n int64) string {
	switch {
	case n == math.MaxInt64:
		return "more than 64 bits hold"
	case a.Kind == "time":
		return source.Duration(time.Duration(n))
	}
	return strconv.FormatInt(n, 10)
}
