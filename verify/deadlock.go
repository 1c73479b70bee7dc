package verify

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// deadlocks records, for each state that is not terminal, whether some event
// can always take a transition there: with some payload, and some answers of
// external guards.
func (v *verifier) deadlocks() {
	for s := range v.machine.States {
		if v.machine.Terminal(s) {
			continue
		}
		e := v.base.fork()
		e.assume(v.claims, s)
		o := about(KindDeadlock)
		o.State = s
		v.oblige(o, e.problem(e.goesOn(s)))
	}
}

// maxWays bounds the ways out of a state that are looked at.
const maxWays = 96

// goesOn says that one of some ways out of a state is open. Each is an
// alternative with certain values for what the world chooses; where those do
// not suffice the formula says too much, which costs a proof and no more.
func (e *encoder) goesOn(state int) certificate.Formula {
	var ways []certificate.Formula
	for event := range e.machine.Events {
		list := e.machine.On(state, event)
		for arrival := range arrivals(list) {
			if len(ways) >= maxWays {
				break
			}
			open, always := e.open(list, arrival)
			if always {
				return certificate.And()
			}
			ways = append(ways, open...)
		}
	}
	return certificate.Or(ways...)
}

// open says of each alternative that takes a transition when it can be chosen,
// or a transition before it; always is true when one is whatever the values are.
func (e *encoder) open(list []core.Transition, a arrival) (ways []certificate.Formula, always bool) {
	passed := e.possible(a)
	sure := len(passed) == 0
	for i := range list {
		t := &list[i]
		guard := expr.Expr(expr.Truth(true))
		if t.Guard != nil {
			guard = expr.Simplify(expr.Substitute(t.Guard, a.value))
		}
		lit, constant := guard.(*expr.Lit)
		switch {
		case constant && lit.Value == 0:
		case t.Effect != core.Take && constant:
			return ways, false
		case t.Effect != core.Take:
			passed, sure = append(passed, certificate.Not(e.formula(guard))), false
		case constant && sure:
			return nil, true
		default:
			ways = append(ways, certificate.And(append(passed[:len(passed):len(passed)], e.formula(guard))...))
		}
	}
	return ways, false
}

// possible says that the ints of an arrival are ones that a caller can give.
func (e *encoder) possible(a arrival) (facts []certificate.Formula) {
	for _, given := range a {
		if lit, ok := given.value.(*expr.Lit); given.symbol.Type.Kind == expr.Int && (!ok || lit.Value != int64(int32(lit.Value))) {
			facts = append(facts, e.fits(e.poly(given.value)))
		}
	}
	return facts
}

// stuck reports whether nothing can happen in the deadlock, as it is proved of
// all payloads where exploration has tried some.
func (v *verifier) stuck(d explore.Deadlock) bool {
	m := v.machine
	e := v.base.fork()
	is := func(s *expr.Symbol, value int64) {
		if s.Type.Kind == expr.String {
			value = e.number(explore.Strings(m)[value])
		}
		if s.Type.Scalar() {
			e.fact(equal(e.poly(&expr.Ref{Symbol: s}), certificate.Constant(value)))
		}
	}
	for i, p := range m.Params {
		is(p.Symbol, d.Run.Params[i])
	}
	for i, x := range m.Vars {
		if m.Exists(i, d.State) {
			is(x.Symbol, d.Run.End()[i])
		}
	}
	for i := range m.Transitions {
		if m.Transitions[i].From != d.State || m.Transitions[i].Effect != core.Take {
			continue
		}
		now := e.fork()
		for j := i - m.Priority(i); j <= i; j++ {
			holds := certificate.And()
			if guard := m.Transitions[j].Guard; guard != nil {
				holds = now.formula(guard)
			}
			if j < i {
				holds = certificate.Not(holds)
			}
			now.fact(holds)
		}
		if v.prove(now.facts, certificate.Or()) == nil {
			return false
		}
	}
	return true
}
