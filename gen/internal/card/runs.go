package card

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxRuns is the largest number of counterexamples that a card shows after the first.
const maxRuns = 5

// refuting shows the runs that refute the verdict, if there are any.
func (w *page) refuting() {
	if w.r.Run != nil {
		w.refuted()
	}
	m, rest := w.r.Machine, &w.r.Rest
	if rest.Run != nil && (w.r.Run == nil || steps(m, rest.Run) != steps(m, w.r.Run)) {
		w.section("A run that does not come to rest:", steps(m, rest.Run))
		if rest.Recurrent != nil {
			w.section(again(w.r.Machine, rest.Recurrent))
		}
	}
}

// refuted shows the run that refutes that the machine ends, or its bound.
func (w *page) refuted() {
	run := w.r.Run
	title := "A run that exceeds the bound"
	if run.LoopFrom >= 0 || w.r.Recurrent != nil {
		title = "An endless run"
		if w.r.Machine.Reactive() {
			title += " without environment events"
		}
	}
	w.section(title+":", steps(w.r.Machine, run))
	if w.r.Recurrent != nil {
		w.section(again(w.r.Machine, w.r.Recurrent))
	}
}

// counterexamples shows the other runs that refute something, folded.
func (w *page) counterexamples() {
	m := w.r.Machine
	shown := []*trace.Run{w.r.Run}
	for i := range w.r.Lassos {
		if i > 0 && len(shown) <= maxRuns {
			w.fold("Another endless run", steps(m, &w.r.Lassos[i]))
			shown = append(shown, &w.r.Lassos[i])
		}
	}
	for i := range w.r.Obligations {
		o := &w.r.Obligations[i]
		if o.Run == nil || len(shown) > maxRuns || slices.Contains(shown, o.Run) {
			continue
		}
		// A run that exceeds the bound is more useful than the initial progress.
		if o.Kind == verify.KindBound && w.r.Bound.Run != nil {
			continue
		}
		w.fold("Counterexample to "+subject(m, o), steps(m, o.Run))
		shown = append(shown, o.Run)
	}
}

// again describes how a run continues forever, and why.
func again(m *core.Machine, r *verify.Recurrent) string {
	text := fmt.Sprintf("From step %d on, the run continues forever with %s", r.From+1, r.Continues(m))
	var parts []string
	for _, x := range r.Set {
		parts = append(parts, expr.Print(x, expr.Spec))
	}
	if len(parts) > 0 {
		text += ", because " + markdown.Code(strings.Join(parts, " && ")) + " remains true"
	}
	return text + "."
}

// steps lists the steps of a run.
func steps(m *core.Machine, r *trace.Run) string {
	text := strings.TrimPrefix(strings.TrimPrefix(verify.Trace(m, r), " "), ":\n")
	return strings.TrimRight(markdown.Fence("text", strings.TrimRight(text, "\n")), "\n")
}

// subject describes an obligation in plain text.
func subject(m *core.Machine, o *verify.Obligation) string {
	text := "“" + o.Kind.Asks(m) + "”"
	switch {
	case o.Transition >= 0:
		text += " on " + m.Label(o.Transition)
	case o.State >= 0 && o.Event >= 0:
		text += " in " + m.States[o.State].Name + " on " + m.Events[o.Event].Name
	case o.State >= 0:
		text += " in " + m.States[o.State].Name
	}
	if o.Var >= 0 {
		text += " for " + m.Vars[o.Var].Name
	}
	return text
}
