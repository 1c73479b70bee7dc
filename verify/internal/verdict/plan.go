package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// Plan shows that what a [core.Goal] claims stays possible: a run that follows its moves comes to the goal. It is like
// a [Strategy], but starts anywhere, and each move lowers what is left by 1 at least, so that it is a progress function
// of these runs. Values are mathematical integers.
type Plan struct {
	// Assumed are the facts that the proofs may use.
	Assumed []encode.Claim
	// Spots are the sets of configurations that the plan tells apart. None is part of an approach.
	Spots []Spot
	// Left proves, for each spot, that what is left is not negative there.
	Left []*certificate.Proof
	// Entered proves, for each state of the machine, that a configuration that the claim is about is in
	// some spot. It is nil for states that the claim is not about.
	Entered []*certificate.Proof
}

// Certificates lists all proofs.
func (p *Plan) Certificates() (list []*certificate.Proof) {
	for _, proof := range p.Entered {
		if proof != nil {
			list = append(list, proof)
		}
	}
	list = append(list, p.Left...)
	for i := range p.Spots {
		if s := &p.Spots[i]; s.Covered != nil {
			list = append(list, s.Covered)
		}
		for k := range p.Spots[i].Moves {
			list = append(list, p.Spots[i].Moves[k].Proofs...)
		}
	}
	return list
}

// Theory returns the theory in which the problems of a plan are stated.
func (p *Plan) Theory(t *encode.Theory) *encode.Theory { return t.Assuming(p.Assumed) }

// Enters returns the problem that a configuration in a state that the claim is about, and that is not at the goal, is
// in some spot. ok is false if the claim is not about the state.
func (p *Plan) Enters(t *encode.Theory, g *core.Goal, state int) (problem encode.Problem, ok bool) {
	if !g.About(state) {
		return problem, false
	}
	e := t.In(state)
	e.Fact(e.Formula(g.Here[state]))
	e.Fact(certificate.Not(e.Formula(g.At[state])))
	var some []certificate.Formula
	for i := range p.Spots {
		if p.Spots[i].State == state {
			var all []certificate.Formula
			for _, x := range p.Spots[i].Where {
				all = append(all, e.Formula(x))
			}
			some = append(some, certificate.And(all...))
		}
	}
	return e.Problem(certificate.Or(some...)), true
}

// in returns an encoder with the facts of a configuration in a spot that is not at the goal.
func (p *Plan) in(t *encode.Theory, g *core.Goal, spot int) *encode.Encoder {
	s := &p.Spots[spot]
	e := t.In(s.State)
	for _, x := range s.Where {
		e.Fact(e.Formula(x))
	}
	e.Fact(certificate.Not(e.Formula(g.At[s.State])))
	return e
}

// Remains returns the problem that what is left in a spot is not negative.
func (p *Plan) Remains(t *encode.Theory, g *core.Goal, spot int) encode.Problem {
	e := p.in(t, g, spot)
	return e.Problem(certificate.AtLeastZero(e.Poly(p.Spots[spot].Left)))
}

// Covers returns the problem that the condition of some move holds in a spot. ok is false if there is nothing to
// prove, because a move has no condition.
func (p *Plan) Covers(t *encode.Theory, g *core.Goal, spot int) (problem encode.Problem, ok bool) {
	return covers(p.in(t, g, spot), p.Spots[spot].Moves)
}

// Made returns the problems of a move: it is possible, and each alternative that may be taken leads to the goal or, with
// less left, to the spot that Then names. The plan must be well formed.
func (p *Plan) Made(t *encode.Theory, m *core.Machine, g *core.Goal, spot, move int) []Duty {
	s := &p.Spots[spot]
	v := &s.Moves[move]
	e := p.in(t, g, spot)
	for i := range move {
		e.Fact(certificate.Not(e.Formula(s.Moves[i].When)))
	}
	if v.When != nil {
		e.Fact(e.Formula(v.When))
	}
	return v.leads(e, m, s.State, func(taken *encode.Encoder, a *core.Transition, to int) (duties []Duty) {
		if to == Arrived {
			return []Duty{{taken.Problem(taken.Formula(v.after(a, g.At[a.To]))), -1, -1}}
		}
		next := &p.Spots[to]
		orAt := func(f certificate.Formula) encode.Problem {
			if g.Meets(a.To) {
				f = certificate.Or(taken.Formula(v.after(a, g.At[a.To])), f)
			}
			return taken.Problem(f)
		}
		for i, x := range next.Where {
			duties = append(duties, Duty{orAt(taken.Formula(v.after(a, x))), to, i})
		}
		less := encode.AtLeast(taken.Poly(s.Left), taken.Poly(v.after(a, next.Left)).Add(certificate.Constant(1)))
		return append(duties, Duty{orAt(less), to, -1})
	})
}
