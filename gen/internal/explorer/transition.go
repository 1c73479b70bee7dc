package explorer

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

type transitionJSON struct {
	From  int `json:"from"`
	Event int `json:"event"`
	To    int `json:"to"`
	// Effect is "ignore" or "reject", or "" for a transition that is taken.
	Effect   string         `json:"effect,omitempty"`
	Internal bool           `json:"internal,omitempty"`
	Guard    any            `json:"guard"`
	Own      any            `json:"own"`
	Written  string         `json:"written,omitempty"`
	Updates  []updateJSON   `json:"updates,omitempty"`
	Emits    []emissionJSON `json:"emits,omitempty"`
	Starts   []int          `json:"starts,omitempty"`
	Stops    []int          `json:"stops,omitempty"`
	Invokes  []int          `json:"invokes,omitempty"`
	Cancels  []int          `json:"cancels,omitempty"`
	Raises   []int          `json:"raises,omitempty"`
	// Trigger is the name of the event that is handled, also of a raised one.
	Trigger string `json:"trigger"`
	// Does is what the transition does, as its author wrote it.
	Does []string `json:"does,omitempty"`
	Rule string   `json:"rule,omitempty"`
	Doc  string   `json:"doc,omitempty"`
	Line int      `json:"line,omitempty"`
}

type emissionJSON struct {
	Output int   `json:"output"`
	Values []any `json:"values"`
}

type updateJSON struct {
	Var   int `json:"var"`
	Value any `json:"value"`
}

func (w *encoder) transition(i int) transitionJSON {
	t := &w.m.Transitions[i]
	out := transitionJSON{
		From: t.From, Event: t.Event, To: t.To, Internal: t.Internal,
		Guard: w.tree(t.Guard), Own: w.tree(source.Own(w.m, t)), Emits: w.emissions(t.Emits),
		Starts: t.Starts, Stops: w.m.Stops(t), Invokes: t.Invokes, Cancels: w.m.Cancels(t), Raises: raised(t.Raises),
		Trigger: w.m.Trigger(t), Rule: t.Rule, Doc: t.Doc, Line: t.Span.Start.Line,
	}
	switch t.Effect {
	case core.Ignore:
		out.Effect = "ignore"
	case core.Reject:
		out.Effect = "reject"
	}
	if t.Written != nil {
		out.Written = expr.Print(t.Written, expr.Spec)
	}
	if set := source.Assignments(w.m, t); set != "" {
		out.Does = append(out.Does, set)
	}
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			out.Does = append(out.Does, "emit "+w.m.Outputs[e.Output].Name)
		}
	}
	out.Does = append(out.Does, source.Actions(w.m, t)...)
	for _, u := range t.Updates {
		if !w.m.Vars[u.Var].Type.Scalar() || !w.m.Exists(u.Var, t.To) {
			continue
		}
		out.Updates = append(out.Updates, updateJSON{u.Var, w.tree(u.Value)})
	}
	return out
}

func (w *encoder) emissions(list []core.Emission) []emissionJSON {
	var out []emissionJSON
	for _, e := range list {
		values := make([]any, len(e.Values))
		for i, x := range e.Values {
			if x.Type().Scalar() {
				values[i] = w.tree(x)
			}
		}
		out = append(out, emissionJSON{e.Output, values})
	}
	return out
}

func raised(list []core.Raise) []int {
	var out []int
	for _, r := range list {
		out = append(out, r.Event)
	}
	return out
}
