package step

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
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

// refusal is an error of a type that names the current state and an event.
func (g printer) refusal(typ string, event int) *jen.Statement {
	return jen.Op("&").Id(typ).Values(
		jen.Id("State").Op(":").Id("m").Dot("state"),
		jen.Id("Event").Op(":").Id(g.m.Names.Events[event].Const),
	)
}

// manyRefusals is the maximum number of pairs of state and event whose errors are created in
// advance, in 32 KB.
const manyRefusals = 1 << 14

// prepared reports whether the errors of illegal events are created in advance.
func (g printer) prepared() bool {
	pairs := len(g.m.States) * len(g.m.Events)
	return pairs > 0 && pairs <= manyRefusals
}

// illegal is the error of an event that the current state does not accept.
func (g printer) illegal(event int) *jen.Statement {
	if !g.prepared() {
		return g.refusal(g.m.Names.Illegal, event)
	}
	return jen.Op("&").Id(g.m.Names.Refusals).Index(jen.Id("m.state")).Index(jen.Id(g.m.Names.Events[event].Const))
}

// refusals emits the errors of illegal events.
func (g printer) refusals() {
	n := g.m.Names
	if !g.prepared() {
		return
	}
	g.f.Function(comment.Wrap(n.Refusals+" has the error of each event in each state, made once so that a refusal does not allocate."), `
var $refusals = fsm.IllegalTransitions[$State, $Event]($states, $events)`, "$refusals", n.Refusals, "$states", strconv.Itoa(len(g.m.States)),
		"$events", strconv.Itoa(len(g.m.Events)), "$State", n.State, "$Event", n.Event)
}
