package step

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Errors writes the error types of refused events.
func Errors(f *file.File, m *machine.Machine) {
	g := printer{f: f, m: m}
	n := g.m.Names
	g.refused(n.Illegal, "is the error of an event in a state that does not accept it."+g.shared(), "that State does not accept", "event %v is illegal in state %v")
	g.refusals()
	if m.Rejects() {
		g.refused(n.Rejected, "is the error of an event that the spec rejects for these values.", "that was rejected", "event %v is rejected in state %v")
	}
	if n.Reentrant != "" {
		g.refused(n.Reentrant, "is the error of an event sent during a step: "+g.during()+".", "that was refused", "event %v comes during a step, in state %v")
	}
	if n.TimerSet != "" {
		g.stale()
	}
	if n.CallSet != "" {
		g.staleCall()
	}

	if !refusesPayload(m) {
		return
	}
	g.f.Doc(comment.Wrap(n.Payload + " is the error of an argument that is not one of the values of its type. The machine is unchanged."))
	g.f.Type().Id(n.Payload).Struct(
		jen.Comment("// Event is the event that was refused."),
		jen.Id("Event").Id(n.Event),
		jen.Comment("// Field is the name of the argument in the spec."),
		jen.Id("Field").String(),
		jen.Comment("// Value is the numeric value of the argument."),
		jen.Id("Value").Int(),
	)
	g.f.ErrorMethod(n.Payload, "%s of event %v is %d, must be a value of its type", "Field", "Event", "Value")
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

// shared documents that an error is created once.
func (g printer) shared() string {
	if !g.prepared() {
		return ""
	}
	return " All machines share one value for each state and event: do not modify it."
}

// refused emits the type of an error that names a state and an event.
func (g printer) refused(typ, predicate, which, format string) {
	g.f.Doc(comment.Wrap(typ + " " + predicate + " The machine is unchanged."))
	g.f.Type().Id(typ).Struct(
		jen.Comment("// State is the state of the machine, which has not changed."),
		jen.Id("State").Id(g.m.Names.State),
		jen.Comment("// Event is the event "+which+"."),
		jen.Id("Event").Id(g.m.Names.Event),
	)
	g.f.ErrorMethod(typ, format, "Event", "State")
}

// stale emits the error of a timer that fires too late.
func (g printer) stale() {
	n := g.m.Names
	g.f.Doc(comment.Wrap(n.StaleTimer + " is the error of a timer that is not running in the current state: the machine has left the state that the timer was " +
		"for, or it has expired. The machine is unchanged."))
	g.f.Type().Id(n.StaleTimer).Struct(
		jen.Comment("// State is the state of the machine, which has not changed."),
		jen.Id("State").Id(n.State),
		jen.Comment("// Timer is the late timer."),
		jen.Id("Timer").Id(n.Timer),
	)
	g.f.ErrorMethod(n.StaleTimer, "timer %v does not run in state %v", "Timer", "State")
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
	g.f.Doc(comment.Wrap(n.Refusals + " holds the error of each event in each state, created once so that a refusal does not allocate."))
	g.f.Var().Id(n.Refusals).Op("=").Func().Params().Params(
		jen.Id("all").Index(jen.Lit(len(g.m.States))).Index(jen.Lit(len(g.m.Events))).Id(n.Illegal),
	).Block(
		jen.For(jen.Id("s").Op(":=").Range().Id("all")).Block(
			jen.For(jen.Id("e").Op(":=").Range().Id("all").Index(jen.Id("s"))).Block(
				jen.Id("all").Index(jen.Id("s")).Index(jen.Id("e")).Op("=").Id(n.Illegal).Values(
					jen.Id("State").Op(":").Id(n.State).Call(jen.Id("s")), jen.Id("Event").Op(":").Id(n.Event).Call(jen.Id("e"))),
			),
		),
		jen.Return(jen.Id("all")),
	).Call()
}
