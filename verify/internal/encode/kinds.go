package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Problems returns the problems that together imply an obligation. The progress
// function is that of ranked, which otherwise equals the machine of the theory. The
// result is empty for [obligation.Params], which is shown by values, for [obligation.Child], which
// is shown by a case of its own, for [obligation.Possible] and [obligation.Cost], which have evidence of their own, and for an unknown kind; an obligation without problems is never proved from them.
func (t *Theory) Problems(ranked *core.Machine, o obligation.Obligation) []Problem {
	if problems := kinds[o.Kind]; problems != nil {
		return problems(t, ranked, o)
	}
	return conditions(t, ranked, o)
}

// kinds maps each kind whose obligations are not conditions on configurations to the
// function that returns the problems. It never changes.
var kinds = map[obligation.Kind]func(*Theory, *core.Machine, obligation.Obligation) []Problem{
	obligation.Gap:      gap,
	obligation.Deadlock: leadsOn,
	obligation.Overflow: overflow,
	obligation.Divide:   divide,
	obligation.Decrease: decrease,
}

// conditions returns one problem for each condition: that it holds in the place that
// the obligation names.
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

// gap returns the problem that one of the alternatives is taken.
func gap(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	e := t.Handling(o.State, o.Event)
	var some []certificate.Formula
	for _, alternative := range m.On(o.State, o.Event) {
		some = append(some, e.Formula(alternative.Guard))
	}
	return []Problem{e.Problem(certificate.Or(some...))}
}

// decrease returns the problem that progress decreases in the lexicographic order. The
// order is well founded because all components are at least 0 in states that are not
// terminal ([obligation.Bounded]). A single component must decrease by 1 and the cost of the child
// machines that the transition starts.
func decrease(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	e := t.Step(o.Transition)
	if cost := m.Transitions[o.Transition].Cost; cost != nil && m.Rank == 1 {
		c := Components(e, m, o.Transition)[0]
		return []Problem{e.Problem(AtLeast(c.Before, c.After.Add(e.Poly(cost)).Add(certificate.Constant(1))))}
	}
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
		x, y := rest(m, t, k)
		before, after := e.Poly(x), e.Poly(y)
		list = append(list, Component{before, after})
	}
	return list
}

// rest returns a component of the progress function before and after a transition, both without what
// the regions add that the transition leaves alone.
func rest(m *core.Machine, t *core.Transition, component int) (before, after expr.Expr) {
	before = m.States[t.From].Progress[component]
	after = m.States[t.To].Progress[component]
	if t.Move == nil || t.To != t.From {
		return before, expr.Substitute(after, t.Updated)
	}
	own := m.States[t.From].Regions[t.Move.Region].Var
	at := func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var || s.Index != own && (m.Vars[s.Index].Implied != core.Active || t.Updated(s) == nil) {
			return nil
		}
		if from, known := Fixed(t.Guard, s.Index); known {
			return &expr.Lit{T: s.Type, Value: from}
		}
		return nil
	}
	var left, right expr.Expr = expr.Number(0), expr.Number(0)
	for _, x := range addends(before) {
		before, after := expr.Substitute(x, at), expr.Substitute(x, t.Updated)
		if _, ok := after.(*expr.Case); ok && expr.Equal(before, after) {
			continue
		}
		left = &expr.Binary{Op: expr.Add, X: left, Y: before}
		right = &expr.Binary{Op: expr.Add, X: right, Y: after}
	}
	return left, right
}

// Fixed returns the value of a variable that a guard requires by a comparison of its own.
func Fixed(guard expr.Expr, variable int) (value int64, ok bool) {
	b, is := guard.(*expr.Binary)
	switch {
	case !is:
		return 0, false
	case b.Op == expr.And:
		if value, ok = Fixed(b.X, variable); !ok {
			value, ok = Fixed(b.Y, variable)
		}
		return value, ok
	}
	r, isRef := b.X.(*expr.Ref)
	l, isLit := b.Y.(*expr.Lit)
	if b.Op != expr.Eq || !isRef || !isLit || r.Symbol.Scope != expr.Var || r.Symbol.Index != variable {
		return 0, false
	}
	return l.Value, true
}

// addends lists the operands of a sum.
func addends(x expr.Expr) []expr.Expr {
	if sum, ok := x.(*expr.Binary); ok && sum.Op == expr.Add {
		return append(addends(sum.X), addends(sum.Y)...)
	}
	return []expr.Expr{x}
}
