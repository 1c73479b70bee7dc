package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// diagnose says in words what is refuted and what is unknown.
func (v *verifier) diagnose(r *Report) diag.List {
	m := v.machine
	var diags diag.List
	ends, what := "ends", "an endless run"
	if m.Reactive() {
		ends, what = "settles", "an endless run without environment events"
	}
	if c := r.Recurrent; c != nil {
		n := len(c.Run.Steps) - c.From
		diags.Errorf(diag.CodeEndless, m.Span, "%s does not %s: from step %d of a run on, the same %s can be taken again and again", m.Name, strings.TrimSuffix(ends, "s"), c.From+1, steps(n)).
			Note(diag.Span{}, "%s", what+Trace(m, r.Run)+c.again()).
			Helpf(outOf)
	} else if r.Termination == Refuted {
		diags.Errorf(diag.CodeEndless, m.Span, "%s does not %s: a run of %d steps comes back to step %d", m.Name, strings.TrimSuffix(ends, "s"), len(r.Run.Steps), r.Run.LoopFrom+1).
			Note(diag.Span{}, "%s", what+Trace(m, r.Run)).
			Helpf(outOf)
		for i := range r.Lassos[1:] {
			run := &r.Lassos[i+1]
			cycle := run.Steps[run.LoopFrom:]
			diags.Errorf(diag.CodeEndless, m.Transitions[cycle[0].Transition].Span, "%s does not %s here either: a run of %d steps comes back to step %d", m.Name, strings.TrimSuffix(ends, "s"), len(run.Steps), run.LoopFrom+1).
				Note(diag.Span{}, "%s", what+Trace(m, run)).
				Helpf("each cycle must use something up")
		}
	}
	if m.Rank == 0 && r.Termination == Unknown {
		d := diags.Errorf(diag.CodeUnproved, m.Span, "it is not known whether %s %s, because the spec declares no progress function", m.Name, ends)
		if v.attempt != nil {
			d.Note(diag.Span{}, "this one fits the runs that were explored, but could not be proved:\n%s", progressYAML(m, v.attempt))
		}
		d.Helpf("add `progress:` with an expression for each state that decreases on each transition")
	}
	if r.Bound.Run != nil {
		limit, _ := expr.Eval(r.Bound.Expr, valueEnv(m, r.Bound.Run.Params, nil))
		diags.Errorf(diag.CodeBound, m.BoundSpan, "the bound `%s` does not hold: it allows %s, and there is a run of %d%s",
			expr.Print(r.Bound.Expr, expr.Spec), transitions(limit), len(r.Bound.Run.Counted(m)), orMore(v, r.Bound.Run.Params, limit)).
			Note(diag.Span{}, "%s", "a run beyond the bound"+Trace(m, r.Bound.Run))
	} else if r.Bound.Expr != nil && r.Bound.Status == Unknown && m.Rank > 1 {
		diags.Errorf(diag.CodeUnproved, m.BoundSpan, "the bound `%s` is not proved: progress of several components bounds the transitions by the number of its values alone", expr.Print(m.Bound, expr.Spec)).
			Helpf("give a progress function of one component, or leave out `bound:`, and verify says which is proved")
	}
	shade := v.shadows()
	for i := range r.Obligations {
		if o := &r.Obligations[i]; (o.Kind != KindBound || r.Synthesized == nil || r.Bound.Status != Refuted) && !shade.hidden[i] {
			v.explain(&diags, o, shade.of[i])
		}
	}
	diags.Sort()
	return diags
}

// outOf says how a machine can leave a cycle.
const outOf = "each cycle must use something up: count the steps of this one in a variable, and leave it at a limit; " +
	"a machine that is to serve the world for ever marks what the world may send without end `environment: true`"

func steps(n int) string {
	if n == 1 {
		return "step"
	}
	return fmt.Sprintf("%d steps", n)
}

func transitions(n int64) string {
	if n == 1 {
		return "1 transition"
	}
	return fmt.Sprintf("%d transitions", n)
}

// orMore says how long the longest run for the same parameters is, if it is
// longer than the one that is shown.
func orMore(v *verifier, params []int64, limit int64) string {
	for _, g := range v.graphs {
		if !slices.Equal(g.Params, params) {
			continue
		}
		if n, endless := g.Steps(); endless {
			return ", and an endless one"
		} else if int64(n) > limit+1 {
			return fmt.Sprintf(", and one of %d", n)
		}
	}
	return ""
}

// finding says in words what an obligation is about.
type finding struct {
	code diag.Code
	span diag.Span
	// claim is what should hold, and broken what a run shows instead.
	claim, broken string
	help          string
}

// explain reports an obligation that is not proved, and those in its shadow.
func (v *verifier) explain(diags *diag.List, o *Obligation, shadow []int) {
	if o.Status == Proved {
		return
	}
	f := v.finding(o)
	if o.Status == Refuted {
		d := diags.Errorf(f.code, f.span, "%s", f.broken).
			Note(diag.Span{}, "%s", "shown by a run"+Trace(v.machine, o.Run)).
			Helpf("%s", f.help)
		for _, i := range shadow {
			hidden := v.finding(&v.obligations[i])
			if hidden.span == f.span {
				hidden.span = diag.Span{}
			}
			d.Note(hidden.span, "that %s is not proved either, and would follow from the range", hidden.claim)
		}
		return
	}
	d := diags.Errorf(diag.CodeUnproved, f.span, "could not prove that %s", f.claim).
		Note(diag.Span{}, "no run was found that shows the contrary").
		Helpf("%s", f.help)
	if o.Missing != "" {
		d.Note(diag.Span{}, "nothing known excludes %s; if the machine cannot have these values, a range or an invariant that says so may help", o.Missing)
	}
	if o.Suggested != nil {
		state := o.State
		if o.Transition >= 0 {
			state = v.machine.Transitions[o.Transition].From
		}
		d.Note(diag.Span{}, "it would follow from `%s` in state `%s`, which no run explored breaks, and which is not proved: if it is true, say why, with invariants from which it follows", expr.Print(o.Suggested, expr.Spec), v.machine.States[state].Name)
	}
}

func (v *verifier) finding(o *Obligation) finding {
	m := v.machine
	switch o.Kind {
	case KindParams:
		return finding{diag.CodeUnproved, m.Span,
			"there are parameter values in the declared ranges", "",
			"a proof about no machine at all is worth nothing: look at the ranges of the parameters, and whether the bound fits in an int"}
	case KindDecrease:
		on := " on " + m.Label(o.Transition)
		return finding{diag.CodeProgress, m.Transitions[o.Transition].Span,
			"progress decreases" + on, "progress does not decrease" + on + ": it " + changes(o),
			"the progress function must be lower after each transition, for all parameter values"}
	case KindBounded:
		in := " in state `" + m.States[o.State].Name + "`"
		return finding{diag.CodeProgress, m.States[o.State].ProgressSpan,
			"progress is at least 0" + in, "progress can be below 0" + in,
			"a declared range of a variable may help to show it"}
	case KindBound:
		if o.Transition >= 0 {
			at := " after " + m.Label(o.Transition)
			return finding{diag.CodeProgress, m.Transitions[o.Transition].Span,
				"progress is at or below the bound" + at, "progress is above the bound" + at,
				"after an environment event the count begins again, with a progress at or below the bound"}
		}
		start := "`" + expr.Print(startRank(m), expr.Spec) + "`"
		return finding{diag.CodeProgress, m.BoundSpan,
			"progress begins at or below the bound, with " + start, "progress begins above the bound, with " + start,
			"a bound is proved by a progress function that begins at or below it"}
	case KindInit:
		name := "`" + m.Vars[o.Var].Name + "`"
		return finding{diag.CodeRange, m.Vars[o.Var].Span,
			name + " begins inside its range", name + " can begin outside its range",
			"change the range, the first value, or the ranges of the parameters"}
	case KindRange:
		name, on := "`"+m.Vars[o.Var].Name+"`", " on "+m.Label(o.Transition)
		return finding{diag.CodeRange, m.Transitions[o.Transition].Span,
			name + " stays in its range" + on, name + " can leave its range" + on,
			"guard the transition, or widen the range"}
	case KindInvariant:
		claim, at := "`"+expr.Print(m.Invariants[o.Invariant].Expr, expr.Spec)+"`", " at the start"
		if o.Transition >= 0 {
			at = " after " + m.Label(o.Transition)
		}
		return finding{diag.CodeInvariant, m.Invariants[o.Invariant].Span,
			"the invariant " + claim + " holds" + at, "the invariant " + claim + " does not hold" + at,
			"an invariant must be true at the start, and follow from itself and the guard on each transition"}
	case KindGap:
		in := fmt.Sprintf("in state `%s`", m.States[o.State].Name)
		return finding{diag.CodeGap, m.On(o.State, o.Event)[0].Span,
			fmt.Sprintf("%s an alternative of `%s` is always taken", in, m.Events[o.Event].Name),
			fmt.Sprintf("%s there are values for which no alternative of `%s` is taken", in, m.Events[o.Event].Name),
			"add a last alternative without `if:`, or {otherwise: ignore} or {otherwise: reject}"}
	case KindDeadlock:
		name := m.States[o.State].Name
		return finding{diag.CodeDeadlock, m.States[o.State].Span,
			"some event always leads on in state `" + name + "`", "nothing leads on in state `" + name + "`, which is not terminal",
			"make conditions cover these values, or make the state terminal"}
	case KindDivide:
		return finding{diag.CodeOverflow, v.place(o),
			"no divisor is 0 " + v.where(o), "a divisor can be 0 " + v.where(o),
			"guard the division, or give the divisor a range without 0"}
	}
	return finding{diag.CodeOverflow, v.place(o),
		"all values fit in Go's int " + v.where(o), "a value can leave Go's int " + v.where(o),
		"give the variables ranges"}
}

// changes says how progress changes on a transition.
func changes(o *Obligation) string {
	if len(o.Change) == 1 && o.Change[0] == "0" {
		return "stays level"
	}
	return "changes by " + strings.Join(o.Change, ", ")
}

func (v *verifier) place(o *Obligation) diag.Span {
	if o.Var >= 0 {
		return v.machine.Vars[o.Var].Span
	}
	if o.Transition >= 0 {
		return v.machine.Transitions[o.Transition].Span
	}
	if o.State >= 0 {
		return v.machine.States[o.State].ProgressSpan
	}
	return v.machine.Start[0].Span
}

func (v *verifier) where(o *Obligation) string {
	if o.Var >= 0 {
		return "in the first value of `" + v.machine.Vars[o.Var].Name + "`"
	}
	if o.Transition >= 0 {
		return "on " + v.machine.Label(o.Transition)
	}
	if o.State < 0 {
		return "in the outputs of the start"
	}
	return "in the progress of state `" + v.machine.States[o.State].Name + "`"
}
