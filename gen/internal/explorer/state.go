package explorer

import (
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func (w *encoder) states(ranked *core.Machine) {
	for i := range w.Machine.States {
		s := &w.Machine.States[i]
		state := stateJSON{Name: s.Name, Doc: s.Doc, Composites: s.Composites, Outcome: s.Outcome, Progress: w.trees(ranked.States[i].Progress)}
		for r := range s.Regions {
			region := regionJSON{Name: s.Regions[r].Name, Var: s.Regions[r].Var}
			for leaf := range s.Regions[r].States() {
				region.Nodes = append(region.Nodes, picture.Leaf(w.Machine, i, r, leaf))
			}
			state.Regions = append(state.Regions, region)
		}
		w.out.States = append(w.out.States, state)
	}
	for _, o := range w.Machine.Outcomes {
		w.out.Outcomes = append(w.out.Outcomes, outcomeJSON{o.Name, string(o.Kind)})
	}
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

func (w *encoder) transition(i int) transitionJSON {
	t := &w.Machine.Transitions[i]
	out := transitionJSON{
		From: t.From, Event: t.Event, To: t.To, Internal: t.Internal,
		Guard: w.tree(t.Guard), Own: w.tree(w.Own(t)), Emits: w.emissions(t.Emits),
		Starts: t.Starts, Stops: w.Stops(t), Invokes: t.Invokes, Cancels: w.Cancels(t), Raises: raised(t.Raises),
		Trigger: w.Trigger(t), Rule: t.Rule, Doc: t.Doc, Line: t.Span.Start.Line,
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
	if set := w.Assignments(t); set != "" {
		out.Does = append(out.Does, set)
	}
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			out.Does = append(out.Does, "emit "+w.Machine.Outputs[e.Output].Name)
		}
	}
	out.Does = append(out.Does, w.Actions(t)...)
	for _, u := range t.Updates {
		if !w.Machine.Vars[u.Var].Type.Scalar() || !w.Exists(u.Var, t.To) {
			continue
		}
		out.Updates = append(out.Updates, updateJSON{u.Var, w.tree(u.Value)})
	}
	return out
}
