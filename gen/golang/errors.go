package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// errors emits the error types.
func (g *generator) errors() {
	n := g.names
	g.refused(n.Illegal, "is the error of an event in a state that does not accept it."+g.shared(), "that State does not accept", "event %v is illegal in state %v")
	g.refusals()
	if slices.ContainsFunc(g.m.Transitions, func(t core.Transition) bool { return t.Effect == core.Reject }) {
		g.refused(n.Rejected, "is the error of an event that the spec rejects with these values.", "that was rejected", "event %v is rejected in state %v")
	}
	during := "is the error of an event that comes during a step: "
	if n.Host != "" {
		during += "from a method of the host, after one of them has panicked and left the step unfinished, or "
	}
	during += "from an observer of an [" + n.Record.Observed + "]"
	g.refused(n.Reentrant, during+".", "that was refused", "event %v comes during a step, in state %v")
	if n.TimerSet != "" {
		g.stale()
	}

	if !g.refusesPayload() {
		return
	}
	g.doc(wrap(n.Payload + " is the error of an argument that is not one of the values of its type. The machine is as it was."))
	g.file.Type().Id(n.Payload).Struct(
		jen.Comment("// Event is the event that was refused."),
		jen.Id("Event").Id(n.Event),
		jen.Comment("// Field is the name of the argument in the spec."),
		jen.Id("Field").String(),
		jen.Comment("// Value is the number of the argument."),
		jen.Id("Value").Int(),
	)
	g.errorMethod(n.Payload, "%s of event %v is %d, must be a value of its type", "Field", "Event", "Value")
}

// shared says of an error that it is made once.
func (g *generator) shared() string {
	if !g.prepared() {
		return ""
	}
	return " All machines share one for each state and event: it must not be changed."
}

// refused emits the type of an error that names a state and an event.
func (g *generator) refused(typ, predicate, which, format string) {
	g.doc(wrap(typ + " " + predicate + " The machine is as it was."))
	g.file.Type().Id(typ).Struct(
		jen.Comment("// State is the state of the machine, before and after."),
		jen.Id("State").Id(g.names.State),
		jen.Comment("// Event is the event "+which+"."),
		jen.Id("Event").Id(g.names.Event),
	)
	g.errorMethod(typ, format, "Event", "State")
}

// stale emits the error of a timer that comes late.
func (g *generator) stale() {
	n := g.names
	g.doc(wrap(n.StaleTimer + " is the error of a timer that does not run in the present state: the machine has left the state that it was " +
		"for. The machine is as it was."))
	g.file.Type().Id(n.StaleTimer).Struct(
		jen.Comment("// State is the state of the machine, before and after."),
		jen.Id("State").Id(n.State),
		jen.Comment("// Timer is the timer that came late."),
		jen.Id("Timer").Id(n.Timer),
	)
	g.errorMethod(n.StaleTimer, "timer %v does not run in state %v", "Timer", "State")
}

func (g *generator) errorMethod(typ, format string, fields ...string) {
	args := []jen.Code{jen.Lit(g.pkg + ": " + format)}
	for _, f := range fields {
		args = append(args, jen.Id("e").Dot(f))
	}
	g.doc([]string{"Error implements error."})
	g.file.Func().Params(jen.Id("e").Op("*").Id(typ)).Id("Error").Params().String().Block(
		jen.Return(jen.Qual("fmt", "Sprintf").Call(args...)))
}

// refusesPayload reports whether any event method can return the error about
// payloads.
func (g *generator) refusesPayload() bool {
	for e := range g.m.Events {
		if len(g.checked(e)) > 0 {
			return true
		}
	}
	return false
}

// checked returns the fields of an event whose values the machine relies on:
// enums that a guard, an update or an output reads.
func (g *generator) checked(event int) []int {
	var out []int
	for i, f := range g.m.Events[event].Fields {
		reads := func(e expr.Expr) bool {
			return expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == i })
		}
		used := false
		for _, t := range g.m.Transitions {
			if t.Event != event {
				continue
			}
			used = used || reads(t.Guard)
			for _, a := range g.questions(t.Guard) {
				used = used || slices.ContainsFunc(g.m.Asks[a].Args, reads)
			}
			for _, u := range t.Updates {
				used = used || reads(u.Value)
			}
			for _, e := range t.Emits {
				used = used || slices.ContainsFunc(e.Values, reads)
			}
		}
		if used && f.Type.Kind == expr.Enumerated {
			out = append(out, i)
		}
	}
	return out
}
