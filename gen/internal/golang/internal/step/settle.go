package step

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// macrostep emits the method of an event in a machine with transitions without an event: the
// step of the event, and those that follow until the machine is at rest.
func (g printer) macrostep(e int, doc []string) {
	name := g.m.Names.Events[e]
	err := code.NewLocals(g.m, g.f.Imports, e).Name("err", "fault", "refusal")
	g.f.Doc(doc)
	g.f.OnMachine(name.Method).Params(g.parameters(e)...).Error().BlockFunc(func(body *jen.Group) {
		if g.m.Unsettled() {
			body.Add(code.Settle(g.m, "m"))
		}
		if !g.goesOn(e) {
			body.Return(jen.Id("m").Dot(name.Handle).Call(code.Sent(g.m, e)...))
			return
		}
		body.If(jen.Id(err).Op(":=").Id("m").Dot(name.Handle).Call(code.Sent(g.m, e)...), jen.Id(err).Op("!=").Nil()).Block(jen.Return(jen.Id(err)))
		settle, turn := code.Settle(g.m, "m"), jen.Id("m").Dot("turn").Call(code.InContext(g.m, jen.True())...)
		switch unobserved := g.unobserved(); {
		case !g.finished(e):
			body.Add(settle)
		case g.m.Faces.Observe:
			body.If(unobserved).Block(turn).Else().Block(settle)
		default:
			body.Add(turn)
		}
		body.Return(jen.Nil())
	})
}

// settle emits the methods that bring the machine to rest, if it has transitions without an event.
func (g printer) settle() {
	e := g.m.Eventless()
	if e < 0 {
		return
	}
	during := ""
	if g.m.Names.Reentrant != "" {
		during = " It does nothing during a step."
	}
	g.f.Doc(comment.Wrap("settle makes transitions without an event, each a step of its own, until the machine is at rest." + during))
	first, step := jen.Null(), jen.Id("m").Dot(g.m.Names.Events[e].Method).Call(code.InContext(g.m)...).Op("==").Nil()
	if slices.ContainsFunc(g.plan.turns, func(t *turns) bool { return t != nil }) {
		all := jen.Id("m").Dot("turn").Call(code.InContext(g.m, jen.True())...)
		if unobserved := g.unobserved(); unobserved != nil {
			all = unobserved.Op("&&").Add(all)
		}
		first = all.Op("||")
	}
	g.f.OnMachine("settle").Params(code.Context(g.m)...).BlockFunc(func(body *jen.Group) {
		if g.m.Names.Context != "" && g.m.Unsettled() { // an event comes after it, which is refused
			body.If(jen.Id(g.m.Names.Context).Op("==").Nil()).Block(jen.Return())
		}
		body.For(first.Id("m").Dot("ready").Call().Op("&&").Add(step)).Block()
	})
	g.takeTurns()
	g.f.Doc(comment.Wrap("ready reports whether the machine is not at rest: a transition without an event can be made." + g.probably() + ""))
	g.f.OnMachine("ready").Params().Bool().BlockFunc(func(body *jen.Group) {
		var conditions []string
		in := map[string][]int{}
		for _, r := range g.plan.reactions[e] {
			c := g.applies(g.m.Alternatives(r.states[0], e))
			if in[c] == nil {
				conditions = append(conditions, c)
			}
			in[c] = append(in[c], r.states...)
		}
		if len(conditions) == 0 {
			body.Return(jen.False())
			return
		}
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for _, c := range conditions {
				cases.CaseFunc(code.States(g.m, in[c])).Block(jen.Return(jen.Id(c)))
			}
			cases.Default().Block(jen.Return(jen.False()))
		})
	})
}

// probably documents that ready does not look at the conditions of what is pending.
func (g printer) probably() string {
	for s := range g.m.States {
		switch {
		case g.m.PendingIn(s) == nil, g.m.Faces.Observe && g.plan.turns[s] != nil:
		case !g.m.Faces.Observe:
			return " For what is pending, it leaves the conditions to the transition."
		default:
			return " For what is pending in a machine without observers, it leaves the conditions to the transition."
		}
	}
	return ""
}

// applies writes the condition that one of several alternatives applies. They are in order: a
// guard may rely on those before it not to hold.
func (g printer) applies(alternatives []core.Transition) string {
	var guards []expr.Expr
	for _, t := range alternatives {
		if t.Guard == nil {
			return "true"
		}
		guards = append(guards, t.Guard)
	}
	write := func(guards []expr.Expr) string {
		return code.Guard(g.m, expr.AnyOf(guards...), alternatives[0].Event, nil)
	}
	v := g.m.PendingIn(alternatives[0].From)
	if v == nil {
		return write(guards)
	}
	n := 0 // how many handle what is pending
	for n < len(guards) && expr.Uses(guards[n], func(s *expr.Symbol) bool { return s == v.Symbol }) {
		n++
	}
	if n == 0 {
		return write(guards)
	}
	out := write([]expr.Expr{&expr.Binary{Op: expr.Ne, X: &expr.Ref{Symbol: v.Symbol}, Y: &expr.Lit{T: v.Type}}})
	if g.m.Faces.Observe && g.plan.turns[alternatives[0].From] != nil {
		out += " && (" + write(guards[:n]) + ")" // without observers, turn comes before
	} else if g.m.Faces.Observe { // who would be told that nothing applies, as after Restore of odd values
		out += " && (m.mode == 0 || " + write(guards[:n]) + ")"
	}
	if n < len(guards) {
		out += " || " + write(guards[n:])
	}
	return out
}
