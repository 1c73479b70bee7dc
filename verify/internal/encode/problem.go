package encode

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Problem is one statement to prove: the facts imply the goal. It does not
// change.
type Problem struct {
	Facts []certificate.Formula
	Goal  certificate.Formula
	// encoder has the names of the spec for the symbols that have one.
	encoder *Encoder
	// owners tell which facts are claims.
	owners []owner
}

// Problem makes the facts so far imply the goal.
func (e *Encoder) Problem(goal certificate.Formula) Problem {
	return Problem{slices.Clip(e.facts), goal, e, slices.Clip(e.owners)}
}

// Negated are formulas that contradict each other exactly if the facts imply the
// goal.
func (p Problem) Negated() []certificate.Formula {
	return append(slices.Clip(p.Facts), certificate.Not(p.Goal))
}

// Encoder returns a fork of the encoder that made the problem.
func (p Problem) Encoder() *Encoder { return p.encoder.Fork() }

// Uses lists the claims that a proof of the problem assumes.
func (p Problem) Uses(proof *certificate.Proof) (claims []Claim) {
	used := map[int]bool{}
	mark(proof, used)
	for _, o := range p.owners {
		if used[o.fact] {
			claims = append(claims, o.claim)
		}
	}
	return claims
}

// mark collects the numbers of the facts that a proof names. Those of its own
// are larger than those of the hypotheses.
func mark(p *certificate.Proof, used map[int]bool) {
	sum := func(c certificate.Combination) {
		for _, m := range c {
			for _, f := range m.Facts {
				used[f] = true
			}
		}
	}
	for _, s := range p.Steps {
		if s.Take != nil {
			used[s.Take.Fact] = true
		}
		if s.Squeeze != nil {
			used[s.Squeeze.Above], used[s.Squeeze.Below] = true, true
		}
		sum(s.Cut)
		sum(s.Equate)
	}
	sum(p.Contradiction)
	if p.Split != nil {
		used[p.Split.Fact] = true
		for _, c := range p.Split.Cases {
			mark(c, used)
		}
	}
	if p.Branch != nil {
		for _, c := range p.Branch.Cases {
			mark(c, used)
		}
	}
}

// Initially is the problem that a claim holds at the start.
func (t *Theory) Initially(c Claim) Problem {
	e := t.Params()
	return e.Problem(c.holds(e, obligation.Initially(t.machine)))
}

// Kept is the problem that a transition keeps a claim.
func (t *Theory) Kept(transition int, c Claim) Problem {
	e := t.Step(transition)
	return e.Problem(c.holds(e, t.machine.Transitions[transition].Updated))
}

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
