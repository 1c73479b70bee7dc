package verify

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// progress records what the ranking function promises. Where the spec declares
// none, one is looked for.
func (v *verifier) progress() {
	if v.machine.Rank == 0 {
		v.synthesize()
		return
	}
	for o, problems := range v.promises {
		v.oblige(o, problems...)
	}
}

// promises yields what the ranking function promises, and what to prove for
// it: it can be computed and is at least 0 in each state, each transition
// decreases it but for those of environment events, and it is at or below the
// claimed bound at the start and behind environment events.
func (v *verifier) promises(yield func(Obligation, []problem) bool) {
	m := v.machine
	if !v.computable(yield) {
		return
	}
	for s := range m.States {
		if m.Terminal(s) {
			continue
		}
		e := v.base.fork()
		e.assume(v.claims, s)
		var problems []problem
		for _, c := range m.States[s].Progress {
			problems = append(problems, e.problem(certificate.AtLeastZero(e.poly(c))))
		}
		o := about(KindBounded)
		o.State = s
		if !yield(o, problems) {
			return
		}
	}
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Effect == core.Take && !environment(m, t) && !yield(v.decrease(i)) {
			return
		}
	}
	if m.Rank == 1 && m.Bound != nil {
		v.below(yield)
	}
}

// environment reports whether the world may make the step as often as it
// likes.
func environment(m *core.Machine, t *core.Transition) bool { return m.Events[t.Event].Environment }

// below yields that progress is at or below the claimed bound wherever the
// count of transitions begins: at the start, and behind environment events.
func (v *verifier) below(yield func(Obligation, []problem) bool) {
	m := v.machine
	goal := func(e *encoder, progress expr.Expr) []problem {
		gap := e.poly(m.Bound).Sub(e.poly(progress))
		return []problem{e.problem(certificate.AtLeastZero(gap))}
	}
	if !yield(about(KindBound), goal(v.base.fork(), startRank(m))) {
		return
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take || !environment(m, t) {
			continue
		}
		o := about(KindBound)
		o.Transition = i
		if !yield(o, goal(v.step(i), expr.Substitute(m.States[t.To].Progress[0], t.Updated))) {
			return
		}
	}
}

// decrease is the obligation that transition i lowers the ranking function in
// the lexicographic order. All components are at least 0 (KindBounded), so the
// order is well founded.
func (v *verifier) decrease(i int) (Obligation, []problem) {
	m := v.machine
	t := &m.Transitions[i]
	e := v.step(i)
	one := certificate.Constant(1)
	lower := certificate.Or()
	var change []string
	for k := m.Rank - 1; k >= 0; k-- {
		before := e.poly(m.States[t.From].Progress[k])
		after := e.poly(expr.Substitute(m.States[t.To].Progress[k], t.Updated))
		lower = certificate.Or(
			atLeast(before, after.Add(one)),
			certificate.And(equal(before, after), lower),
		)
		change = append([]string{e.text(after.Sub(before))}, change...)
	}
	o := about(KindDecrease)
	o.Transition, o.Change = i, change
	return o, []problem{e.problem(lower)}
}

// startRank is the first component of the ranking function at the start, as
// an expression over the parameters.
func startRank(m *core.Machine) expr.Expr {
	return expr.Simplify(expr.Substitute(m.States[m.Initial].Progress[0], func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return m.Vars[s.Index].Init
	}))
}
