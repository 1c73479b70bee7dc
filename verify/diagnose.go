package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/search"
)

// diagnose adds a diagnostic to the report for everything that is refuted or unknown.
func diagnose(r *Report, found *search.Findings, shade search.Shade, graphs []*explore.Graph) {
	m := r.Ranked()
	var diags diag.List
	ends, what := "ends", "an endless run"
	if m.Reactive() {
		ends, what = "settles", "an endless run without environment events"
	}
	if r.Rest.Status == Refuted && restless(m, r.Run, r.loop()) {
		// diagnoseRest reports the same run.
	} else if c := r.Recurrent; c != nil {
		n := len(c.Run.Steps) - c.From
		d := diags.Errorf(diag.CodeEndless, m.Span, "%s does not %s: from step %d of a run, the same %s can repeat forever", m.Name, strings.TrimSuffix(ends, "s"), c.From+1, strings.TrimPrefix(steps(n), "1 ")).
			Note(diag.Span{}, "%s", what+Trace(m, r.Run)+c.again(m)).
			Helpf("%s", counterHelp(m, c.Run.Steps[c.From:])+forever)
		timed(d, m, &c.Run, c.Run.Steps[c.From:])
	} else if r.Termination == Refuted {
		d := diags.Errorf(diag.CodeEndless, m.Span, "%s does not %s: a run of %s loops back to step %d", m.Name, strings.TrimSuffix(ends, "s"), steps(len(r.Run.Steps)), r.Run.LoopFrom+1).
			Note(diag.Span{}, "%s", what+Trace(m, r.Run)).
			Helpf("%s", counterHelp(m, r.Run.Steps[r.Run.LoopFrom:])+forever)
		timed(d, m, r.Run, r.Run.Steps[r.Run.LoopFrom:])
		for i := range r.Lassos[1:] {
			run := &r.Lassos[i+1]
			cycle := run.Steps[run.LoopFrom:]
			d := diags.Errorf(diag.CodeEndless, m.Transitions[cycle[0].Transition].Span, "%s does not %s here either: a run of %s loops back to step %d", m.Name, strings.TrimSuffix(ends, "s"), steps(len(run.Steps)), run.LoopFrom+1).
				Note(diag.Span{}, "%s", what+Trace(m, run)).
				Helpf("%s", counterHelp(m, cycle))
			timed(d, m, run, cycle)
		}
	}
	if m.Rank == 0 && r.Termination == Unknown {
		d := diags.Errorf(diag.CodeUnproved, m.Span, "cannot tell whether %s %s: the spec declares no progress function, and none was found", m.Name, ends)
		if found.Attempt != nil {
			d.Note(diag.Span{}, "this progress function fits the explored runs but could not be proved:\n%s", progressYAML(m, found.Attempt))
		}
		d.Helpf("add `progress:` with an expression for each state; its value must decrease on every transition")
	}
	if r.Bound.Run != nil {
		limit, _ := expr.Eval(r.Bound.Expr, concrete.Env(m, r.Bound.Run.Params, nil))
		diags.Errorf(diag.CodeBound, m.BoundSpan, "the bound `%s` does not hold: it allows %s, but a run takes %d%s",
			expr.PrintNumber(r.Bound.Expr, expr.Spec), transitions(limit), r.Bound.Run.Length(m), orMore(graphs, r.Bound.Run.Params, limit)).
			Note(diag.Span{}, "%s", "a run that exceeds the bound"+Trace(m, r.Bound.Run)).
			Helpf("%s", boundHelp(r))
	} else if m.Bound != nil && r.Bound.Status == Unknown && !r.Bound.UnlessOverflow && m.Rank > 1 {
		diags.Errorf(diag.CodeUnproved, m.BoundSpan, "could not prove the bound `%s`: a lexicographic progress function limits the number of transitions only to the number of values that it can take, and no function with one component was found that proves it", expr.Print(m.Bound, expr.Spec)).
			Helpf("use a progress function with one component, or remove `bound:` to see which bound is proved")
	}
	also, narrow := r.sameVariable(shade.Hidden), m.MaxInt() == math.MaxInt32
	for i := range r.Obligations {
		var shadow []int
		ranged := ""
		if i < len(found.Answers) {
			if shade.Hidden[i] {
				continue
			}
			if shadow = shade.Of[i]; shade.Within[i] >= 0 {
				ranged = m.Vars[shade.Within[i]].Name
			}
		}
		o := &r.Obligations[i]
		if list, first := also[i]; first {
			explainGrowth(&diags, r, o, list, narrow)
		} else if o.growing(m) >= 0 || o.Kind == KindBound && r.Bound.Status == Refuted && (r.Synthesized != nil || r.Bound.Run != nil) {
			continue
		} else {
			explain(&diags, r, o, shadow, narrow, ranged)
		}
	}
	if text := r.gaveUp(); text != "" {
		if i := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Code == diag.CodeUnproved }); i >= 0 {
			diags[i].Note(diag.Span{}, "a search gave up while %s", text)
		}
	}
	diags.Sort()
	r.Diagnostics = append(diags, r.Diagnostics...)
	r.Diagnostics.Sort()
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

func transitions(n int64) string {
	if n == 1 {
		return "1 transition"
	}
	return fmt.Sprintf("%d transitions", n)
}

// orMore returns the length of the longest run for the same parameters, in words, if
// that run is longer than the one shown.
func orMore(graphs []*explore.Graph, params []int64, limit int64) string {
	for _, g := range graphs {
		if !slices.Equal(g.Params, params) {
			continue
		}
		if n, endless := g.Steps(); endless {
			return ", and another never ends"
		} else if int64(n) > limit+1 {
			return fmt.Sprintf(", and another takes %d", n)
		}
	}
	return ""
}

// explain reports an obligation that is not proved, along with those in its shadow (see
// [search.Shade]). Narrow says that an int may have 32 bits only. Ranged is the variable whose range would prove it, or "".
func explain(diags *diag.List, r *Report, o *Obligation, shadow []int, narrow bool, ranged string) {
	if o.Status == Proved {
		return
	}
	m := r.Ranked()
	what := o.About().Describe(m)
	if o.Kind == KindOverflow {
		if help := r.overflowHelp(o); help != "" {
			what.Help = help
		}
	}
	if help := limitHelp(m, o); help != "" {
		what.Help = help
	}
	if o.Status == Refuted {
		broken := what.Broken
		if o.Change != nil {
			broken += ": it " + changes(o)
		}
		if o.Kind == KindCost {
			broken += overspent(m, o)
		}
		d := diags.Errorf(o.Kind.Code(), what.Span, "%s", broken).
			Note(diag.Span{}, "%s", "counterexample"+Trace(m, o.Run)+o.attempted(m)+behind(m, o.Closed)).
			Helpf("%s", what.Help)
		for _, i := range shadow {
			hidden := r.Obligations[i].About().Describe(m)
			if hidden.Span == what.Span {
				hidden.Span = diag.Span{}
			}
			d.Note(hidden.Span, "could not prove that %s either; it would follow from the range", hidden.Claim)
		}
		return
	}
	d := diags.Errorf(diag.CodeUnproved, what.Span, "could not prove that %s", what.Claim)
	d.Helpf("%s", what.Help)
	if o.Kind == KindChild {
		child := r.child(o.Call)
		d.Note(diag.Span{}, "in its own report, termination is %s, and the bound is %s", child.Termination, child.Bound.Status)
		for _, c := range child.Obligations {
			if c.Kind == KindDeadlock && c.Status != Proved {
				d.Note(diag.Span{}, "it may stop without an end in state `%s`", child.Machine.States[c.State].Name)
			}
		}
		return
	}
	d.Note(diag.Span{}, "no counterexample was found")
	if ranged != "" {
		d.Note(diag.Span{}, "it would follow from the range of `%s`, which is not proved", ranged)
		return
	}
	o.hints(d, m, narrow)
}

// hints adds to a finding what is known of an unknown obligation: values that would violate it, and what
// would prove it.
func (o *Obligation) hints(d *diag.Diagnostic, m *core.Machine, narrow bool) {
	if o.Missing != "" {
		d.Note(diag.Span{}, "the known facts do not rule out %s; if the machine cannot reach these values, declare a range or an invariant that excludes them", o.Missing)
	}
	if o.Kind == KindOverflow && narrow {
		d.Note(diag.Span{}, "int has only 32 bits on some platforms; a constant beyond 32 bits in the spec, such as the end of a range, limits the machine to those with 64 bits")
	}
	if o.Suggested != nil {
		state := m.States[o.About().From(m)].Name
		d.Note(diag.Span{}, "it would follow from `%s` in state `%s`, which holds in every explored run but is not proved; if it is true, declare invariants that imply it", expr.Print(o.Suggested, expr.Spec), state)
	}
}

// changes describes how progress changes on a transition.
func changes(o *Obligation) string {
	if len(o.Change) == 1 && o.Change[0] == "0" {
		return "stays the same"
	}
	return "changes by " + strings.Join(o.Change, ", ")
}
