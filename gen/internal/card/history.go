package card

import (
	"fmt"
	"math/big"

	"github.com/fsmgen/fsmgen/gen/internal/history"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// history writes how long the history of a Temporal workflow can become, if the spec has chosen that face.
func (w *page) history() {
	m, b := w.r.Machine, &w.r.Bound
	if !m.Faces.Temporal {
		return
	}
	c := history.Of(m)
	text := fmt.Sprintf("A [Temporal workflow](https://github.com/fsmgen/fsmgen/blob/main/docs/temporal.md) adds at most %d events to its history for its start and end, "+
		"and %d for each transition. ", c.Start, c.Transition)
	fits := fmt.Sprintf("One run has room for %d transitions", c.Fits())
	bound := b.Expr
	if bound == nil {
		bound = b.Found
	}
	switch {
	case b.Status != verify.Proved || b.Expr == nil || m.Reactive():
		text += fits + "; no bound on all transitions is proved, so the workflow continues as new, at rest."
	default:
		text += w.budget(c, bound, fits)
	}
	if history.Asks(m) {
		text += " Events that the machine refuses or ignores after it has asked the program are not counted."
	}
	w.section(w.heading("History in Temporal"), text)
}

// budget compares a proved bound with the limits of Temporal.
func (w *page) budget(c history.Cost, bound expr.Expr, fits string) string {
	m := w.r.Machine
	high, limited := history.Upper(m, bound)
	if limited && high.Cmp(big.NewInt(int64(c.Fits()))) <= 0 {
		events := new(big.Int).Mul(high, big.NewInt(int64(c.Transition)))
		return fmt.Sprintf("By the proved bound, that is at most %v events for all parameters, and a run has room for %d: one run always suffices.",
			events.Add(events, big.NewInt(int64(c.Start))), history.MaxEvents)
	}
	return fits + ", which suffices for parameters with " + markdown.Code(fmt.Sprintf("%s <= %d", expr.PrintNumber(bound, expr.Spec), c.Fits())) +
		". With larger ones, the workflow continues as new, at rest."
}
