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
	return nil
}

// kinds holds what to prove for each kind. Nothing changes it.
var kinds = map[obligation.Kind]func(*Theory, *core.Machine, obligation.Obligation) []Problem{
	obligation.Init:      begins,
	obligation.Range:     stays,
	obligation.Invariant: invariant,
	obligation.Gap:       gap,
	obligation.Deadlock:  leadsOn,
	obligation.Overflow:  overflow,
	obligation.Divide:    divide,
	obligation.Bounded:   bounded,
	obligation.Decrease:  decrease,
	obligation.Bound:     bound,
}

func begins(t *Theory, m *core.Machine, o obligation.Obligation) (problems []Problem) {
	for _, c := range Sides(m, o.Var) {
		problems = append(problems, t.Initially(c))
	}
	return problems
}

func stays(t *Theory, m *core.Machine, o obligation.Obligation) (problems []Problem) {
	for _, c := range Sides(m, o.Var) {
		problems = append(problems, t.Kept(o.Transition, c))
	}
	return problems
}

func invariant(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	c := Claim{Var: -1, Invariant: &m.Invariants[o.Invariant]}
	if o.Transition < 0 {
		return []Problem{t.Initially(c)}
	}
	return []Problem{t.Kept(o.Transition, c)}
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

// bounded says that each component of progress is at least 0.
func bounded(t *Theory, m *core.Machine, o obligation.Obligation) (problems []Problem) {
	e := t.In(o.State)
	for _, c := range m.States[o.State].Progress {
		problems = append(problems, e.Problem(certificate.AtLeastZero(e.Poly(c))))
	}
	return problems
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

// bound says that progress is at or below the claimed bound.
func bound(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	e, progress := t.Params(), expr.Expr(nil)
	if o.Transition < 0 {
		progress = obligation.AtStart(m)
	} else {
		step := &m.Transitions[o.Transition]
		e, progress = t.Step(o.Transition), expr.Substitute(m.States[step.To].Progress[0], step.Updated)
	}
	gap := e.Poly(m.Bound).Sub(e.Poly(progress))
	return []Problem{e.Problem(certificate.AtLeastZero(gap))}
}
