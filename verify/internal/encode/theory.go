package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Theory is what problems about a machine may assume, which does not change. Its methods
// must not be called concurrently, because they cache encodings.
type Theory struct {
	machine *core.Machine
	base    *Encoder
	claims  []Claim
	// grows means that base can grow, so that encoders of states are not cached.
	grows bool
	// states, asked and steps cache the encoder of each state and transition, or nil, and tips
	// that of the last transition of each list of alternatives for which there is one, by the
	// first transition of the list. Methods return only forks of them.
	states, asked, steps []*Encoder
	tips                 map[int]tip
}

// tip is an encoder in which the guards of all alternatives before a transition are false.
type tip struct {
	transition int
	e          *Encoder
}

// Empty returns the theory of m that assumes no claim.
func Empty(m *core.Machine) *Theory { return theory(m, New(m), nil, false) }

func theory(m *core.Machine, base *Encoder, claims []Claim, grows bool) *Theory {
	states, steps := len(m.States), len(m.Transitions)
	return &Theory{m, base, claims, grows, make([]*Encoder, states), make([]*Encoder, steps), make([]*Encoder, steps), map[int]tip{}}
}

// Assuming returns a theory like t that assumes the given claims instead. The theory
// keeps the slice, which must not change.
func (t *Theory) Assuming(claims []Claim) *Theory { return theory(t.machine, t.base, claims, t.grows) }

// Over returns a theory like t whose encoders are forks of base, which must be a
// fork of one of t's.
func (t *Theory) Over(base *Encoder) *Theory { return theory(t.machine, base, t.claims, true) }

// Claims returns the claims that the theory assumes. The slice belongs to the theory.
func (t *Theory) Claims() []Claim { return t.claims }

// Params returns an encoder with the facts about the parameters.
func (t *Theory) Params() *Encoder { return t.base.Fork() }

// In returns an encoder with the facts of a configuration in a state.
func (t *Theory) In(state int) *Encoder {
	if e := t.states[state]; e != nil {
		return e.Fork()
	}
	e := t.base.Fork()
	e.assume(t.claims, state)
	if !t.grows {
		t.states[state] = e.Fork()
	}
	return e
}

// Handling returns an encoder with the facts of a configuration in which a machine in a state
// looks at the alternatives for an event: it is at rest, unless the event is the eventless one.
func (t *Theory) Handling(state, event int) *Encoder {
	e := t.In(state)
	if rest := t.machine.Rest(state); rest != nil && !t.machine.Events[event].Eventless {
		e.Fact(e.Formula(rest))
	}
	return e
}

// Asked returns an encoder with the facts of a configuration in which the guard
// of a transition is evaluated: the guards of the alternatives before it are
// false. The encoders of the alternatives of a list share what they know.
func (t *Theory) Asked(transition int) *Encoder {
	if t.asked[transition] == nil {
		m := t.machine
		first := transition - m.Priority(transition)
		last, ok := t.tips[first]
		if !ok {
			last = tip{first, t.Handling(m.Transitions[first].From, m.Transitions[first].Event)}
			t.asked[first] = last.e.Fork()
		}
		for last.transition < transition {
			last.e.Fact(certificate.Not(last.e.Formula(m.Transitions[last.transition].Guard)))
			last.transition++
			t.asked[last.transition] = last.e.Fork()
		}
		t.tips[first] = last
	}
	return t.asked[transition].Fork()
}

// Step returns an encoder with the facts of a configuration in which a
// transition is taken: its guard holds as well.
func (t *Theory) Step(transition int) *Encoder {
	if t.steps[transition] == nil {
		e := t.Asked(transition)
		if guard := t.machine.Transitions[transition].Guard; guard != nil {
			e.Fact(e.Formula(guard))
		}
		t.steps[transition] = e
	}
	return t.steps[transition].Fork()
}

// Initially returns the problem that a claim holds at the start.
func (t *Theory) Initially(c Claim) Problem {
	e := t.Params()
	return e.Problem(holds(e, c, obligation.Initially(t.machine)))
}

// Kept returns the problem that a transition preserves a claim.
func (t *Theory) Kept(transition int, c Claim) Problem {
	e := t.Step(transition)
	return e.Problem(holds(e, c, t.machine.Transitions[transition].Updated))
}

// holds returns the formula that a claim is true for the values that read gives to
// variables, or for the present values if read is nil.
func holds(e *Encoder, c Claim, read func(*expr.Symbol) expr.Expr) certificate.Formula {
	now := func(x expr.Expr) expr.Expr {
		if read == nil {
			return x
		}
		return expr.Substitute(x, read)
	}
	if c.Var < 0 {
		return e.Formula(now(c.Invariant.Expr))
	}
	v := e.machine.Vars[c.Var]
	value := e.Poly(now(&expr.Ref{Symbol: v.Symbol}))
	switch c.Side {
	case obligation.AtLeastMin:
		return AtLeast(value, e.Poly(v.Min))
	case obligation.AtMostMax:
		return AtLeast(e.Poly(v.Max), value)
	}
	return e.Fits(value)
}

// assume adds the claims that apply to a state as facts.
func (e *Encoder) assume(claims []Claim, state int) {
	for _, c := range claims {
		if c.In(e.machine, state) {
			f := holds(e, c, nil)
			e.owners = append(e.owners, owner{len(e.facts), c})
			e.Fact(f)
		}
	}
}
