package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Theory is what problems about a machine may assume. It does not change.
type Theory struct {
	machine *core.Machine
	base    *Encoder
	claims  []Claim
}

// Empty returns the theory of m that assumes no claim.
func Empty(m *core.Machine) *Theory { return &Theory{machine: m, base: New(m)} }

// Assuming returns a theory like t that assumes these claims instead. The slice
// becomes the theory's and must not change.
func (t *Theory) Assuming(claims []Claim) *Theory { return &Theory{t.machine, t.base, claims} }

// Over returns a theory like t whose encoders are forks of base, which must be a
// fork of one of t's.
func (t *Theory) Over(base *Encoder) *Theory { return &Theory{t.machine, base, t.claims} }

// Machine is the machine that the theory is about, as the spec declares it.
func (t *Theory) Machine() *core.Machine { return t.machine }

// Claims are those that the theory assumes. The slice is the theory's.
func (t *Theory) Claims() []Claim { return t.claims }

// Params returns an encoder with the facts about the parameters.
func (t *Theory) Params() *Encoder { return t.base.Fork() }

// In returns an encoder with the facts of a configuration in a state.
func (t *Theory) In(state int) *Encoder {
	e := t.base.Fork()
	e.assume(t.claims, state)
	return e
}

// Asked returns an encoder with the facts of a configuration in which the guard
// of a transition is evaluated: the guards of the alternatives before it are
// false.
func (t *Theory) Asked(transition int) *Encoder {
	m := t.machine
	from := &m.Transitions[transition]
	e := t.In(from.From)
	for _, before := range m.On(from.From, from.Event)[:m.Priority(transition)] {
		e.Fact(certificate.Not(e.Formula(before.Guard)))
	}
	return e
}

// Step returns an encoder with the facts of a configuration in which a
// transition is taken: its guard holds as well.
func (t *Theory) Step(transition int) *Encoder {
	e := t.Asked(transition)
	if guard := t.machine.Transitions[transition].Guard; guard != nil {
		e.Fact(e.Formula(guard))
	}
	return e
}
