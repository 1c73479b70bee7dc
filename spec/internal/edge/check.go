package edge

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Check reports values of outputs on the way into or out of states that some event which leads there does not give. Of each
// place in the spec, it reports one event. The transitions of the machine must be complete; raised are the events that something
// other than a timer raises.
func (l *Edges) Check(raised map[string]bool) {
	if len(l.lacking) == 0 {
		return
	}
	wrong := l.diags.HasErrors() // so that a state may only seem to handle a raised event
	reported := map[diag.Span]bool{}
	look := func(list []core.Emission, at diag.Span) {
		for _, e := range list {
			for _, v := range e.Written {
				ref, ok := v.(*expr.Ref)
				if !ok {
					continue
				}
				lack, ok := l.lacking[ref.Symbol]
				if !ok || wrong && lack.event >= 0 && raised[l.machine.Events[lack.event].Name] {
					continue
				}
				if lack.field.Name == "" {
					l.misfit(lack, at)
				} else if !reported[lack.field.Span] {
					reported[lack.field.Span] = true
					l.lacks(lack, e.Cause, at)
				}
			}
		}
	}
	for i := range l.machine.Transitions {
		look(l.machine.Transitions[i].Emits, l.machine.Transitions[i].Span)
	}
	look(l.machine.Start, l.file.Initial.Span)
}

// lacks reports a field that an event which leads into or out of a state does not have. at is the place of the transition.
func (l *Edges) lacks(x lack, cause core.Cause, at diag.Span) {
	state, way := x.state.Decl.Name.Value, "entered"
	if cause == core.ByExit {
		way = "left"
	}
	how := "when the machine starts"
	if x.event >= 0 {
		e := &l.machine.Events[x.event]
		switch {
		case e.Eventless:
			how = "without an event"
		case len(e.Fields) == 0:
			how = "by event `" + e.Name + "`, which has no payload"
		default:
			how = "by event `" + e.Name + "`, which has no field `" + x.field.Name + "`"
		}
	}
	l.diags.Errorf(diag.CodeUnknown, x.field.Span, "`event.%s` is unknown here: state `%s` is also %s %s", x.field.Name, state, way, how).
		Note(at, "%s here", way).
		Helpf("emit the output in the transitions whose events have the field, or store the value in a variable when it arrives")
}

// misfit reports what is wrong with a value for an event that has all fields of it.
func (l *Edges) misfit(x lack, at diag.Span) {
	for _, fault := range x.faults {
		fault.Notes = append(slices.Clip(fault.Notes), diag.Note{Span: at, Message: "this is for event `" + l.machine.Events[x.event].Name + "`"})
		*l.diags = append(*l.diags, fault)
	}
}
