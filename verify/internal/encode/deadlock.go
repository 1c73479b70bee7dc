package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// leadsOn returns the problem that some event can take a transition in a state, with
// some payload and some answers of external guards.
func leadsOn(t *Theory, _ *core.Machine, o obligation.Obligation) []Problem {
	e := t.In(o.State)
	return []Problem{e.Problem(e.goesOn(o.State))}
}

// maxWays limits the ways out of a state that are considered.
const maxWays = 96

// goesOn returns the formula that one of several ways out of a state is open. Each way
// is an alternative with specific values for payload and answers. Those without an event are
// the first ones: where the machine is at rest, they are all closed. The results of a call that may
// have ended are not among the ways. There may be other ways,
// so the formula may be too strong: less can be proved, but nothing false.
func (e *Encoder) goesOn(state int) certificate.Formula {
	ways, always := e.open(e.machine.Always(state), nil)
	if always {
		return certificate.And()
	}
	for event := range e.machine.Events {
		list := e.machine.On(state, event)
		if e.machine.Events[event].Eventless || !e.machine.Awaits(state, event) {
			continue
		}
		for o := range occurrences(list) {
			if len(ways) >= maxWays && len(o) > 0 {
				break // but an event that comes in one way only is never left out
			}
			open, always := e.open(list, o)
			if always {
				return certificate.And()
			}
			ways = append(ways, open...)
		}
	}
	return certificate.Or(ways...)
}

// open returns, for each alternative that takes a transition, the condition under which
// it or an earlier transition is taken. always reports that one of them is taken for
// all values.
func (e *Encoder) open(list []core.Transition, o occurrence) (ways []certificate.Formula, always bool) {
	passed := e.possible(o)
	sure := len(passed) == 0
	for i := range list {
		t := &list[i]
		guard := expr.Expr(expr.Truth(true))
		if t.Guard != nil {
			guard = expr.Simplify(expr.Substitute(t.Guard, o.value))
		}
		lit, constant := guard.(*expr.Lit)
		switch {
		case constant && lit.Value == 0:
		case t.Effect != core.Take && constant:
			return ways, false
		case t.Effect != core.Take:
			passed, sure = append(passed, certificate.Not(e.Formula(guard))), false
		case constant && sure:
			return nil, true
		default:
			ways = append(ways, certificate.And(append(passed[:len(passed):len(passed)], e.Formula(guard))...))
		}
	}
	return ways, false
}

// possible returns the conditions under which the ints of an occurrence fit in Go's
// int, so that a caller can pass them.
func (e *Encoder) possible(o occurrence) (facts []certificate.Formula) {
	for _, given := range o {
		if lit, ok := given.value.(*expr.Lit); given.symbol.Type.Kind == expr.Int && (!ok || lit.Value != int64(int32(lit.Value))) {
			facts = append(facts, e.Fits(e.Poly(given.value)))
		}
	}
	return facts
}
