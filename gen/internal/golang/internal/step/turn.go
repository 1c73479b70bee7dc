package step

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// turns are the first alternatives without an event in a state with regions: those of the regions that handle an event after another
// region. Each sets the variable that says what is still to be handled to a value for later alternatives, or to none. So one pass
// over them makes all their steps.
type turns struct {
	variable int
	count    int // of alternatives
	groups   []turn
}

// turn are the alternatives for the same values of the variable, without the condition that it has one of them.
type turn struct {
	due          []int64
	alternatives []alternative
}

// turns returns those of a state, or nil if there are none.
func (g planner) turns(state int) *turns {
	e := g.m.Core.Eventless()
	v := g.m.Data().Pending(state)
	if e < 0 || v == nil || len(g.m.Core.States[state].Regions) == 0 {
		return nil
	}
	out := &turns{variable: v.Symbol.Index}
	var list []core.Transition
	for _, t := range g.m.Alternatives(state, e) {
		due, rest := dueValues(t.Guard, v.Symbol)
		if due == nil || t.Effect != core.Take {
			break
		}
		if last := len(out.groups) - 1; last < 0 || !slices.Equal(out.groups[last].due, due) {
			out.groups = append(out.groups, turn{due: due})
		}
		t.Guard = rest
		list = append(list, t)
		out.groups[len(out.groups)-1].alternatives = append(out.groups[len(out.groups)-1].alternatives, alternative{})
	}
	if out.count = len(list); out.count == 0 {
		return nil
	}
	planned := g.inTurn(e, list)
	for i := range out.groups {
		for k := range out.groups[i].alternatives {
			out.groups[i].alternatives[k] = planned[0]
			left := list[0].Updated(v.Symbol)
			if !out.later(i, left) {
				return nil
			}
			out.groups[i].alternatives[k].settles = left.(*expr.Lit).Value == 0
			planned, list = planned[1:], list[1:]
		}
	}
	return out
}

// later reports whether only groups after group i are for the value to which a transition sets the variable.
func (t *turns) later(i int, value expr.Expr) bool {
	to, known := value.(*expr.Lit)
	return known && !slices.ContainsFunc(t.groups[:i+1], func(g turn) bool { return slices.Contains(g.due, to.Value) })
}

// dueValues returns the values of a variable that the first part of a guard admits, if it is a condition on that alone, and the rest
// of the guard.
func dueValues(guard expr.Expr, v *expr.Symbol) (due []int64, rest expr.Expr) {
	if and, ok := guard.(*expr.Binary); ok && and.Op == expr.And {
		due, first := dueValues(and.X, v)
		if first == nil {
			return due, and.Y
		}
		return due, expr.Both(first, and.Y)
	}
	if or, ok := guard.(*expr.Binary); ok && or.Op == expr.Or {
		x, xRest := dueValues(or.X, v)
		y, yRest := dueValues(or.Y, v)
		if x == nil || y == nil || xRest != nil || yRest != nil {
			return nil, guard
		}
		return append(x, y...), nil
	}
	eq, ok := guard.(*expr.Binary)
	if !ok || eq.Op != expr.Eq {
		return nil, guard
	}
	ref, isRef := eq.X.(*expr.Ref)
	lit, isLit := eq.Y.(*expr.Lit)
	if !isRef || !isLit || ref.Symbol != v {
		return nil, guard
	}
	return []int64{lit.Value}, nil
}

// takeTurns emits the method that makes the steps of turns, if there are any.
func (g printer) takeTurns() {
	var states []int
	for s := range g.m.Core.States {
		if g.plan.turns[s] != nil {
			states = append(states, s)
		}
	}
	if states == nil {
		return
	}
	g.f.Doc(comment.Wrap("turn makes steps of the regions that are still to handle an event: one, or all. It reports whether it has made one."))
	g.f.OnMachine("turn").Params(code.Context(g.m, jen.Id("all").Bool())...).Bool().BlockFunc(func(body *jen.Group) {
		if len(states) == 1 {
			g.takeTurnsIn(body, g.plan.turns[states[0]])
			return
		}
		body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
			for _, s := range states {
				cases.Case(jen.Id(g.m.Names.States[s])).BlockFunc(func(body *jen.Group) { g.takeTurnsIn(body, g.plan.turns[s]) })
			}
		})
		body.Return(jen.False())
	})
}

// takeTurnsIn emits the steps of a state. In other states, nothing is still to be handled.
func (g printer) takeTurnsIn(body *jen.Group, t *turns) {
	of := g.m.Enum(g.m.Core.Vars[t.variable].Type.Enum)
	field := func() *jen.Statement { return jen.Id("m").Dot(g.m.Names.Vars[t.variable].Field) }
	body.Id("before").Op(":=").Add(field())
	moved := func() *jen.Statement { return jen.Return(field().Op("!=").Id("before")) }
	one := func(result *jen.Statement) *jen.Statement { return jen.If(jen.Op("!").Id("all")).Block(result) }
	for i, group := range t.groups {
		last := i == len(t.groups)-1
		due := jen.Null()
		for i, value := range group.due {
			if i > 0 {
				due.Op("||")
			}
			due.Add(field()).Op("==").Id(of.Values[value])
		}
		g.ends = func(body *jen.Group, a alternative) {
			if a.to >= 0 {
				body.Return(jen.True())
			}
		}
		if g.complete(group.alternatives) {
			body.If(due).BlockFunc(func(body *jen.Group) {
				g.try(body, group.alternatives)
				if !last {
					body.Add(one(moved()))
				}
			})
			continue
		}
		g.ends = func(body *jen.Group, a alternative) {
			if a.to >= 0 {
				body.Return(jen.True())
				return
			}
			if last || a.settles {
				body.Return(jen.True())
				return
			}
			body.Add(one(jen.Return(jen.True())))
			body.Continue()
		}
		if last {
			body.If(due).BlockFunc(func(body *jen.Group) { g.try(body, group.alternatives) })
			continue
		}
		body.For(due).BlockFunc(func(body *jen.Group) {
			if !g.try(body, group.alternatives) {
				body.Break()
			}
		})
	}
	body.Add(moved())
}

// complete reports whether alternatives are a switch over all values of a variable, with one for each, so that exactly one is taken
// without a statement that ends it.
func (g printer) complete(alternatives []alternative) bool {
	if len(alternatives) < minCases || len(alternatives[0].tests) == 0 {
		return false
	}
	v, seen := alternatives[0].tests[0].variable, map[int64]bool{}
	for _, a := range alternatives {
		if len(a.tests) == 0 || a.tests[0].variable != v || a.guards[1] != "" || seen[a.tests[0].value] {
			return false
		}
		seen[a.tests[0].value] = true
	}
	return len(seen) == len(g.m.Core.Vars[v].Type.Enum.Values)
}

// finished reports whether nothing but turns can follow an event: then the machine is at rest after them.
func (g printer) finished(event int) bool {
	for s := range g.m.Core.States {
		for _, t := range g.m.Alternatives(s, event) {
			if t.Effect != core.Take || !g.m.Core.GoesOn(&t) {
				continue
			}
			if turns := g.plan.turns[t.To]; turns == nil || t.To != s || len(g.m.Alternatives(s, g.m.Core.Eventless())) > turns.count {
				return false
			}
		}
	}
	return true
}

// unobserved is the condition that nobody is told of each step, and no method of the host is running; nil: that is always so.
func (g printer) unobserved() *jen.Statement {
	switch {
	case g.m.Core.Faces.Observe:
		return jen.Id("m.mode").Op("==").Lit(0)
	case g.m.Names.Host != "":
		return jen.Op("!").Id("m.busy")
	}
	return nil
}
