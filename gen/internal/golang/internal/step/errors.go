package step

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Errors writes the error types of refused events.
func Errors(f *file.File, m *machine.Machine) {
	r, n := refusals{f, m}, m.Names
	list := [][]string{{n.Record.Transition, "Transition", n.State, n.Event}}
	add := func(needed bool, e ...string) {
		if needed {
			list = append(list, e)
		}
	}
	if m.Core.Faces.Observe {
		input, values := cmp.Or(n.Values.Input, "fsm.None"), cmp.Or(n.Columns.Values, "fsm.None")
		add(true, n.Record.Step, "Step", n.State, n.Event, input, values)
		add(true, n.Record.Refusal, "Refusal", n.State, n.Event, input)
	}
	add(true, n.Illegal, "IllegalTransitionError", n.State, n.Event)
	add(m.Rejects(), n.Rejected, "GuardRejectedError", n.State, n.Event)
	add(n.Reentrant != "", n.Reentrant, "ReentrantError", n.State, n.Event)
	add(n.NilContext != "", n.NilContext, "NilContextError", n.Event)
	add(n.TimerSet != "", n.StaleTimer, "StaleTimerError", n.State, n.Timer)
	add(n.CallSet != "", n.StaleCall, "StaleCallError", n.State, n.Call)
	add(refusesPayload(m), n.Payload, "InvalidPayloadError", n.Event)
	add(m.Core.Faces.Typed, n.Typed.Stale, "StaleStateError", n.State)
	f.Errors("Transitions, and the errors of events that are refused, as package fsm documents them.", list)
	r.constructors()
}

// refusals writes what refuses an event: the errors, and what makes them.
type refusals struct {
	f *file.File
	m *machine.Machine
}

// of is an error of a type that names the current state and an event, with further fields.
func (r refusals) of(typ string, event int, more ...jen.Code) *jen.Statement {
	return jen.Op("&").Id(typ).Values(append([]jen.Code{
		jen.Id("State").Op(":").Id("m").Dot("state"),
		jen.Id("Event").Op(":").Id(r.m.Names.Events[event].Const),
	}, more...)...)
}

// rejected is the error of an alternative that rejects an event. It names the conditions of the transitions before it.
func (r refusals) rejected(a alternative) *jen.Statement {
	var more []jen.Code
	if a.tried > 0 {
		guards := r.guardsOf(a.event)
		if a.rejects != "" {
			guards.Index(jen.Op(":").Lit(a.tried))
		}
		more = append(more, jen.Id("Guards").Op(":").Add(guards))
	}
	if a.rejects != "" {
		more = append(more, jen.Id("If").Op(":").Lit(a.rejects))
	}
	return r.of(r.m.Names.Rejected, a.event, append(more, r.reasons(a.event)...)...)
}

// reasons is the field of an error with the reasons of external guards, if an event may ask such.
func (r refusals) reasons(event int) []jen.Code {
	if !r.m.Reasons(event) {
		return nil
	}
	return []jen.Code{jen.Id("Reasons").Op(":").Id(code.Why(r.m, event))}
}

// unmet is the error of an event for which the current state has alternatives, none of which holds.
func (r refusals) unmet(event int) *jen.Statement {
	switch {
	case !r.m.Reasons(event):
		return r.illegal(event)
	case r.prepared():
		return r.atRow(event).Dot("Because").Call(jen.Id(code.Why(r.m, event)))
	}
	return r.of(r.m.Names.Illegal, event, append([]jen.Code{jen.Id("Guards").Op(":").Add(r.guardsOf(event))}, r.reasons(event)...)...)
}

// guardsOf are the conditions of all transitions of the current state for an event.
func (r refusals) guardsOf(event int) *jen.Statement {
	if r.prepared() {
		return r.atRow(event).Dot("Guards")
	}
	return jen.Id(r.m.Names.Refusals).Dot("Of").Call(jen.Id("m.state"), jen.Id(r.m.Names.Events[event].Const))
}

// atRow is the error in the table for the current state and an event.
func (r refusals) atRow(event int) *jen.Statement {
	return jen.Id(r.m.Names.Refusals).Index(jen.Id("m.state")).Index(jen.Id(r.m.Names.Events[event].Const))
}

// manyRefusals is the maximum number of pairs of state and event whose errors are created in
// advance, in 0.9 MB.
const manyRefusals = 1 << 14

// prepared reports whether the errors of illegal events are created in advance.
func (r refusals) prepared() bool {
	pairs := len(r.m.Core.States) * len(r.m.Core.Events)
	return pairs > 0 && pairs <= manyRefusals
}

// illegal is the error of an event that the current state does not accept.
func (r refusals) illegal(event int) *jen.Statement {
	switch {
	case r.prepared():
		return jen.Op("&").Add(r.atRow(event))
	case r.m.Guarded(event):
		return r.of(r.m.Names.Illegal, event, jen.Id("Guards").Op(":").Add(r.guardsOf(event)))
	}
	return r.of(r.m.Names.Illegal, event)
}

// constructors emits the errors of illegal events, or, if there are many, the conditions that they name.
func (r refusals) constructors() {
	n := r.m.Names
	replace := []string{"$refusals", n.Refusals, "$states", strconv.Itoa(len(r.m.Core.States)), "$events", strconv.Itoa(len(r.m.Core.Events)), "$list", n.Record.TransitionList}
	switch {
	case r.prepared():
		r.f.Function(comment.Wrap(n.Refusals+" has the error of each event in each state, made once so that a refusal does not allocate."), `
var $refusals = fsm.IllegalTransitions($states, $events, $list())`, replace...)
	case slices.ContainsFunc(r.m.Core.Transitions, func(t core.Transition) bool { return r.m.Guarded(t.Event) }):
		r.f.Function(comment.Wrap(n.Refusals+" has the conditions of the transitions for each event in each state."), `
var $refusals = fsm.GuardsOf($list())`, replace...)
	}
}

// withoutContext is the error of an event without a context.
func (r refusals) withoutContext(event jen.Code) *jen.Statement {
	return jen.Op("&").Id(r.m.Names.NilContext).Values(jen.Id("Event").Op(":").Add(event))
}
