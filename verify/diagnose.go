package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/search"
)

// diagnose adds to the diagnostics of a report what is refuted and what is unknown.
func diagnose(r *Report, found *search.Findings, shade search.Shade, graphs []*explore.Graph) {
	m := r.Ranked()
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
		if found.Attempt != nil {
			d.Note(diag.Span{}, "this one fits the runs that were explored, but could not be proved:\n%s", progressYAML(m, found.Attempt))
		}
		d.Helpf("add `progress:` with an expression for each state that decreases on each transition")
	}
	if r.Bound.Run != nil {
		limit, _ := expr.Eval(r.Bound.Expr, concrete.Env(m, r.Bound.Run.Params, nil))
		diags.Errorf(diag.CodeBound, m.BoundSpan, "the bound `%s` does not hold: it allows %s, and there is a run of %d%s",
			expr.Print(r.Bound.Expr, expr.Spec), transitions(limit), len(r.Bound.Run.Counted(m)), orMore(graphs, r.Bound.Run.Params, limit)).
			Note(diag.Span{}, "%s", "a run beyond the bound"+Trace(m, r.Bound.Run))
	} else if r.Bound.Expr != nil && r.Bound.Status == Unknown && m.Rank > 1 {
		diags.Errorf(diag.CodeUnproved, m.BoundSpan, "the bound `%s` is not proved: progress of several components bounds the transitions by the number of its values alone", expr.Print(m.Bound, expr.Spec)).
			Helpf("give a progress function of one component, or leave out `bound:`, and verify says which is proved")
	}
	for i := range r.Obligations {
		var shadow []int
		if i < len(found.Answers) {
			if shade.Hidden[i] {
				continue
			}
			shadow = shade.Of[i]
		}
		if o := &r.Obligations[i]; o.Kind != KindBound || r.Synthesized == nil || r.Bound.Status != Refuted {
			explain(&diags, r, o, shadow)
		}
	}
	diags.Sort()
	r.Diagnostics = append(diags, r.Diagnostics...)
	r.Diagnostics.Sort()
}

// outOf says how a machine can leave a cycle.
const outOf = "each cycle must use something up: count its steps in a variable, and leave it at a limit; " +
	"in a machine that is meant to run forever, mark the events that may come without end `environment: true`"

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
func orMore(graphs []*explore.Graph, params []int64, limit int64) string {
	for _, g := range graphs {
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

// explain reports an obligation that is not proved, and those in its shadow.
func explain(diags *diag.List, r *Report, o *Obligation, shadow []int) {
	if o.Status == Proved {
		return
	}
	m := r.Ranked()
	what := o.About().Describe(m)
	if o.Status == Refuted {
		broken := what.Broken
		if o.Change != nil {
			broken += ": it " + changes(o)
		}
		d := diags.Errorf(o.Kind.Code(), what.Span, "%s", broken).
			Note(diag.Span{}, "%s", "shown by a run"+Trace(m, o.Run)).
			Helpf("%s", what.Help)
		for _, i := range shadow {
			hidden := r.Obligations[i].About().Describe(m)
			if hidden.Span == what.Span {
				hidden.Span = diag.Span{}
			}
			d.Note(hidden.Span, "that %s is not proved either; it would follow from the range", hidden.Claim)
		}
		return
	}
	d := diags.Errorf(diag.CodeUnproved, what.Span, "could not prove that %s", what.Claim).
		Note(diag.Span{}, "no counterexample was found").
		Helpf("%s", what.Help)
	if o.Missing != "" {
		d.Note(diag.Span{}, "the known facts do not rule out %s; if the machine cannot have these values, declare a range or an invariant that says so", o.Missing)
	}
	if o.Suggested != nil {
		state := m.States[o.About().From(m)].Name
		d.Note(diag.Span{}, "it would follow from `%s` in state `%s`, which holds in every run explored but is not proved: if it is true, declare invariants from which it follows", expr.Print(o.Suggested, expr.Spec), state)
	}
}

// changes says how progress changes on a transition.
func changes(o *Obligation) string {
	if len(o.Change) == 1 && o.Change[0] == "0" {
		return "stays level"
	}
	return "changes by " + strings.Join(o.Change, ", ")
}
