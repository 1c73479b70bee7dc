package step

import (
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
	g := printer{f: f, m: m}
	n := g.m.Names
	g.f.Alias(n.Illegal, "IllegalTransitionError", "is the error of an event in a state that does not accept it.", n.State, n.Event)
	g.refusals()
	if m.Rejects() {
		g.f.Alias(n.Rejected, "GuardRejectedError", "is the error of an event that the spec rejects for these values.", n.State, n.Event)
	}
	if n.Reentrant != "" {
		g.f.Alias(n.Reentrant, "ReentrantError", "is the error of an event sent during a step: "+g.during()+".", n.State, n.Event)
	}
	if n.NilContext != "" {
		g.f.Alias(n.NilContext, "NilContextError", "is the error of an event that is sent with a nil context.", n.Event)
	}
	if n.TimerSet != "" {
		g.f.Alias(n.StaleTimer, "StaleTimerError", "is the error of a timer that is not running in the current state.", n.State, n.Timer)
	}
	if n.CallSet != "" {
		g.f.Alias(n.StaleCall, "StaleCallError", "is the error of a result of a call that is not running.", n.State, n.Call)
	}
	if refusesPayload(m) {
		g.f.Alias(n.Payload, "InvalidPayloadError", "is the error of an argument that is not one of the values of its type.", n.Event)
	}
}

// during describes where events come from during a step.
func (g printer) during() string {
	n := g.m.Names
	switch {
	case n.Host == "":
		return "by an observer"
	case !g.m.Faces.Observe:
		return "by a method of the host, or after one of them has panicked and left the step unfinished"
	}
	return "by a method of the host or an observer, or after a method of the host has panicked and left the step unfinished"
}

// refusal is an error of a type that names the current state and an event, with further fields.
func (g printer) refusal(typ string, event int, more ...jen.Code) *jen.Statement {
	return jen.Op("&").Id(typ).Values(append([]jen.Code{
		jen.Id("State").Op(":").Id("m").Dot("state"),
		jen.Id("Event").Op(":").Id(g.m.Names.Events[event].Const),
	}, more...)...)
}

// rejected is the error of an alternative that rejects an event. It names the conditions of the transitions before it.
func (g printer) rejected(a alternative) *jen.Statement {
	var more []jen.Code
	if a.tried > 0 {
		guards := g.guardsOf(a.event)
		if a.rejects != "" {
			guards.Index(jen.Op(":").Lit(a.tried))
		}
		more = append(more, jen.Id("Guards").Op(":").Add(guards))
	}
	if a.rejects != "" {
		more = append(more, jen.Id("If").Op(":").Lit(a.rejects))
	}
	return g.refusal(g.m.Names.Rejected, a.event, append(more, g.reasons(a.event)...)...)
}

// reasons is the field of an error with the reasons of external guards, if an event may ask such.
func (g printer) reasons(event int) []jen.Code {
	if !g.m.Reasons(event) {
		return nil
	}
	return []jen.Code{jen.Id("Reasons").Op(":").Id(code.Why(g.m, event))}
}

// unmet is the error of an event for which the current state has alternatives, none of which holds.
func (g printer) unmet(event int) *jen.Statement {
	switch {
	case !g.m.Reasons(event):
		return g.illegal(event)
	case g.prepared():
		return g.atRow(event).Dot("Because").Call(jen.Id(code.Why(g.m, event)))
	}
	return g.refusal(g.m.Names.Illegal, event, append([]jen.Code{jen.Id("Guards").Op(":").Add(g.guardsOf(event))}, g.reasons(event)...)...)
}

// guardsOf are the conditions of all transitions of the current state for an event.
func (g printer) guardsOf(event int) *jen.Statement {
	if g.prepared() {
		return g.atRow(event).Dot("Guards")
	}
	return jen.Id(g.m.Names.Refusals).Dot("Of").Call(jen.Id("m.state"), jen.Id(g.m.Names.Events[event].Const))
}

// atRow is the error in the table for the current state and an event.
func (g printer) atRow(event int) *jen.Statement {
	return jen.Id(g.m.Names.Refusals).Index(jen.Id("m.state")).Index(jen.Id(g.m.Names.Events[event].Const))
}

// manyRefusals is the maximum number of pairs of state and event whose errors are created in
// advance, in 0.9 MB.
const manyRefusals = 1 << 14

// prepared reports whether the errors of illegal events are created in advance.
func (g printer) prepared() bool {
	pairs := len(g.m.States) * len(g.m.Events)
	return pairs > 0 && pairs <= manyRefusals
}

// illegal is the error of an event that the current state does not accept.
func (g printer) illegal(event int) *jen.Statement {
	switch {
	case g.prepared():
		return jen.Op("&").Add(g.atRow(event))
	case g.m.Guarded(event):
		return g.refusal(g.m.Names.Illegal, event, jen.Id("Guards").Op(":").Add(g.guardsOf(event)))
	}
	return g.refusal(g.m.Names.Illegal, event)
}

// refusals emits the errors of illegal events, or, if there are many, the conditions that they name.
func (g printer) refusals() {
	n := g.m.Names
	replace := []string{"$refusals", n.Refusals, "$states", strconv.Itoa(len(g.m.States)), "$events", strconv.Itoa(len(g.m.Events)), "$list", n.Record.TransitionList}
	switch {
	case g.prepared():
		g.f.Function(comment.Wrap(n.Refusals+" has the error of each event in each state, made once so that a refusal does not allocate."), `
var $refusals = fsm.IllegalTransitions($states, $events, $list())`, replace...)
	case slices.ContainsFunc(g.m.Transitions, func(t core.Transition) bool { return g.m.Guarded(t.Event) }):
		g.f.Function(comment.Wrap(n.Refusals+" has the conditions of the transitions for each event in each state."), `
var $refusals = fsm.GuardsOf($list())`, replace...)
	}
}
