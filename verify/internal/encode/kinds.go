package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Problems returns what to prove for an obligation: all of it. The progress
// function is that of ranked, which is otherwise the machine of the theory. There
// is nothing to prove for [obligation.Params], which takes values to show, nor for
// a kind that this package does not know: such an obligation is never proved.
func (t *Theory) Problems(ranked *core.Machine, o obligation.Obligation) []Problem {
	if problems := kinds[o.Kind]; problems != nil {
		return problems(t, ranked, o)
	}
	return conditions(t, ranked, o)
}

// kinds holds what to prove for the kinds whose obligations are not conditions on
// configurations. Nothing changes it.
var kinds = map[obligation.Kind]func(*Theory, *core.Machine, obligation.Obligation) []Problem{
	obligation.Gap:      gap,
	obligation.Deadlock: leadsOn,
	obligation.Overflow: overflow,
	obligation.Divide:   divide,
	obligation.Decrease: decrease,
}

// conditions says of each condition that it holds where the obligation says.
func conditions(t *Theory, m *core.Machine, o obligation.Obligation) (problems []Problem) {
	list, place := o.Conditions(m)
	for _, x := range list {
		var e *Encoder
		switch place {
		case obligation.AtTheStart:
			e = t.Params()
			x = expr.Substitute(x, obligation.Initially(m))
		case obligation.AfterStep:
			e = t.Step(o.Transition)
			x = expr.Substitute(x, m.Transitions[o.Transition].Updated)
		default:
			e = t.In(o.State)
		}
		problems = append(problems, e.Problem(e.Formula(x)))
	}
	return problems
}

// gap says that one of the alternatives is taken.
func gap(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	e := t.In(o.State)
	var some []certificate.Formula
	for _, alternative := range m.On(o.State, o.Event) {
		some = append(some, e.Formula(alternative.Guard))
	}
	return []Problem{e.Problem(certificate.Or(some...))}
}

// decrease says that progress falls in the lexicographic order. All components are
// at least 0 in states that are not terminal ([obligation.Bounded]), so that the
// order is well founded.
func decrease(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	e := t.Step(o.Transition)
	lower := certificate.Or()
	for _, c := range Components(e, m, o.Transition) {
		lower = certificate.Or(
			AtLeast(c.Before, c.After.Add(certificate.Constant(1))),
			certificate.And(Equal(c.Before, c.After), lower),
		)
	}
	return []Problem{e.Problem(lower)}
}

// Component is one component of the progress function, before and after a step.
type Component struct{ Before, After certificate.Poly }

// Components encodes the progress function before and after a transition, the
// last component first.
func Components(e *Encoder, m *core.Machine, transition int) (list []Component) {
	t := &m.Transitions[transition]
	for k := m.Rank - 1; k >= 0; k-- {
		before := e.Poly(m.States[t.From].Progress[k])
		after := e.Poly(expr.Substitute(m.States[t.To].Progress[k], t.Updated))
		list = append(list, Component{before, after})
	}
	return list
}
