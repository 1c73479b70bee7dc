package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Strategy shows that some run takes at least a number of transitions, for all values of
// the parameters. It says for each configuration that it leads to which event comes next,
// with which payload, and how many transitions follow at least: a metering function (Frohn,
// Naaf, Brockschmidt and Giesl, TOPLAS 2020), which no step lowers by more than 1. So it
// is to a long run what a progress function is to all runs.
//
// Values are mathematical integers.
type Strategy struct {
	// Given are conditions on the parameters, under which the strategy works.
	Given []expr.Expr
	// Least is the number of transitions that are taken at least, an expression over the
	// parameters. Transitions count as in a bound.
	Least expr.Expr
	// Assumed are the facts that the proofs may use.
	Assumed []encode.Claim
	// Spots are the places that the strategy tells apart. A run starts in the first one.
	Spots []Spot
	// Start proves that the start satisfies what the first spot demands.
	Start []*certificate.Proof
}

// Spot is a set of configurations in one state.
type Spot struct {
	State int
	// Approach marks a spot on the way to the environment event after which transitions
	// count. Each step from it leads to a later spot.
	Approach bool
	// Where are the conditions that hold in all configurations of the spot.
	Where []expr.Expr
	// Left is the number of transitions that follow at least, over parameters and
	// variables. It is nil in an approach.
	Left expr.Expr
	// Moves are tried in order: the first one whose condition holds is made, if Left is at
	// least 1 or the spot is part of an approach.
	Moves []Move
	// Covered proves that some condition holds then. It is nil if the last move has none.
	Covered *certificate.Proof
}

// Move is an event with what comes with it.
type Move struct {
	// When is the condition of the move, over parameters and variables, or nil.
	When  expr.Expr
	Event int
	// Fields are the payload, over parameters and variables: nil for opaque fields.
	Fields []expr.Expr
	// Answers are those of the external guards, by index into the machine's Asks.
	Answers []bool
	// Then has, for each alternative for the event, the spot to which it leads, or [Never] if the
	// alternative is not the one that is chosen; in a [Plan], also [Arrived].
	Then []int
	// Proofs show that the move is possible and leads where Then says, and that Left falls
	// by 1 at most.
	Proofs []*certificate.Proof
}

// What [Move.Then] has besides spots: the alternative is not the one that is chosen, or it leads to the goal.
const (
	Never   = -1
	Arrived = -2
)

// Duty is one problem of a strategy. Spot and Where say that it is about a condition of a
// spot to which the move leads; Where is -1 for any other problem.
type Duty struct {
	encode.Problem
	Spot, Where int
}

// value returns what the world chooses for a symbol, or nil.
func (v *Move) value(s *expr.Symbol) expr.Expr {
	switch s.Scope {
	case expr.Field:
		return v.Fields[s.Index]
	case expr.External:
		return expr.Truth(v.Answers[s.Index])
	}
	return nil
}

// Theory returns the theory in which the problems of a strategy are stated: t with the
// conditions on the parameters.
func (s *Strategy) Theory(t *encode.Theory) *encode.Theory {
	t = t.Assuming(s.Assumed)
	e := t.Params()
	for _, x := range s.Given {
		e.Fact(e.Formula(x))
	}
	return t.Over(e)
}

// Starts returns the problems about the start: the conditions of the first spot hold and,
// unless it is part of an approach, no fewer transitions follow than Least.
func (s *Strategy) Starts(t *encode.Theory, m *core.Machine) (duties []Duty) {
	e, first := t.Params(), &s.Spots[0]
	at := func(x expr.Expr) expr.Expr { return initially(m, x) }
	for i, x := range first.Where {
		duties = append(duties, Duty{e.Problem(e.Formula(at(x))), 0, i})
	}
	if first.Approach {
		return duties
	}
	left := e.Poly(at(first.Left))
	if cost := m.ChildCost(m.Invoked()); cost != nil {
		left = left.Add(e.Poly(at(cost)))
	}
	return append(duties, Duty{e.Problem(encode.AtLeast(left, e.Poly(s.Least))), 0, -1})
}

// In returns an encoder with the facts of a configuration in a spot in which a move must
// be made.
func (s *Strategy) In(t *encode.Theory, spot int) *encode.Encoder {
	p := &s.Spots[spot]
	e := t.In(p.State)
	for _, x := range p.Where {
		e.Fact(e.Formula(x))
	}
	if !p.Approach {
		e.Fact(encode.AtLeast(e.Poly(p.Left), certificate.Constant(1)))
	}
	return e
}

// Covers returns the problem that the condition of some move holds in a spot. ok is false if
// there is nothing to prove, because a move has no condition.
func (s *Strategy) Covers(t *encode.Theory, spot int) (p encode.Problem, ok bool) {
	return covers(s.In(t, spot), s.Spots[spot].Moves)
}

// covers returns the problem of [Strategy.Covers] for moves where e knows.
func covers(e *encode.Encoder, moves []Move) (p encode.Problem, ok bool) {
	for i := range moves {
		if moves[i].When == nil {
			return p, false
		}
		e.Fact(certificate.Not(e.Formula(moves[i].When)))
	}
	return e.Problem(certificate.Or()), true
}

// Made returns the problems of a move: where it is made, the payload fits, the machine
// handles the event, one of the alternatives that Then admits is taken, it leads to a
// configuration of the spot that Then names, and it lowers Left by 1 at most. The strategy
// must be well formed.
func (s *Strategy) Made(t *encode.Theory, m *core.Machine, spot, move int) (duties []Duty) {
	p := &s.Spots[spot]
	v := &p.Moves[move]
	e := s.In(t, spot)
	for i := range move {
		e.Fact(certificate.Not(e.Formula(p.Moves[i].When)))
	}
	if v.When != nil {
		e.Fact(e.Formula(v.When))
	}
	return v.leads(e, m, p.State, func(taken *encode.Encoder, a *core.Transition, to int) []Duty {
		return s.arrives(taken, p, v, a, to)
	})
}

// leads returns the problems of a move in a state: the payload fits, the machine handles the event, and one of the
// alternatives that Then admits is taken. e knows where the move is made. arrives returns the problems of an alternative
// that is taken and leads somewhere.
func (v *Move) leads(e *encode.Encoder, m *core.Machine, state int, arrives func(taken *encode.Encoder, a *core.Transition, to int) []Duty) (duties []Duty) {
	for _, x := range v.Fields {
		if x != nil && x.Type().Kind == expr.Int && !small(x) {
			duties = append(duties, Duty{e.Problem(e.Fits(e.Poly(x))), -1, -1})
		}
	}
	if rest := m.Rest(state); rest != nil && !m.Events[v.Event].Eventless {
		duties = append(duties, Duty{e.Problem(e.Formula(v.chosen(rest))), -1, -1})
	}
	list := m.On(state, v.Event)
	for i := range list {
		a := &list[i]
		taken := e.Fork()
		var guard expr.Expr = expr.Truth(true)
		if a.Guard != nil {
			guard = v.chosen(a.Guard)
			taken.Fact(taken.Formula(guard))
		}
		if v.Then[i] == Never {
			duties = append(duties, Duty{taken.Problem(certificate.Or()), -1, -1})
		} else {
			duties = append(duties, arrives(taken, a, v.Then[i])...)
		}
		if a.Guard == nil {
			return duties
		}
		e.Fact(certificate.Not(e.Formula(guard)))
	}
	return append(duties, Duty{e.Problem(certificate.Or()), -1, -1})
}

// chosen returns an expression with what the world chooses in a move, and after one over the values after an alternative that
// is taken, as expressions over the values before it.
func (v *Move) chosen(x expr.Expr) expr.Expr { return expr.Simplify(expr.Substitute(x, v.value)) }

func (v *Move) after(a *core.Transition, x expr.Expr) expr.Expr {
	return v.chosen(expr.Substitute(x, a.Updated))
}

// arrives returns the problems of an alternative that a move takes from one spot to another.
func (s *Strategy) arrives(e *encode.Encoder, p *Spot, v *Move, a *core.Transition, to int) (duties []Duty) {
	q := &s.Spots[to]
	for i, x := range q.Where {
		duties = append(duties, Duty{e.Problem(e.Formula(v.after(a, x))), to, i})
	}
	if q.Approach {
		return duties
	}
	left := e.Poly(v.after(a, q.Left))
	if a.Cost != nil {
		left = left.Add(e.Poly(v.chosen(a.Cost)))
	}
	if p.Approach {
		return append(duties, Duty{e.Problem(encode.AtLeast(left, e.Poly(s.Least))), to, -1})
	}
	return append(duties, Duty{e.Problem(encode.AtLeast(left.Add(certificate.Constant(1)), e.Poly(p.Left))), to, -1})
}

// initially returns an expression over the values at the start as one over the parameters.
func initially(m *core.Machine, x expr.Expr) expr.Expr {
	return expr.Simplify(expr.Substitute(x, obligation.Initially(m)))
}

// small reports whether an int is a constant that fits in an int of any size.
func small(x expr.Expr) bool {
	lit, ok := x.(*expr.Lit)
	return ok && lit.Value == int64(int32(lit.Value))
}
