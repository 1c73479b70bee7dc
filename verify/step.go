package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// step returns an encoder with the facts of a configuration in which
// transition i is taken: the standing claims, the guards of the alternatives
// before it false, its own guard true.
func (v *verifier) step(i int) *encoder {
	known := v.encoded.at(v)
	if known.steps[i] == nil {
		e := v.asked(i)
		if guard := v.machine.Transitions[i].Guard; guard != nil {
			e.fact(e.formula(guard))
		}
		known.steps[i] = e
	}
	return known.steps[i].fork()
}

// asked is like step, but before the guard of transition i is evaluated.
func (v *verifier) asked(i int) *encoder {
	known := v.encoded.at(v)
	if known.asked[i] == nil {
		m := v.machine
		t := &m.Transitions[i]
		e := v.base.fork()
		e.assume(v.claims, t.From)
		for _, before := range m.On(t.From, t.Event)[:m.Priority(i)] {
			e.fact(certificate.Not(e.formula(before.Guard)))
		}
		known.asked[i] = e
	}
	return known.asked[i].fork()
}

// encoded keeps the encoders of transitions, which many obligations begin with,
// as long as what they are made of stays the same.
type encoded struct {
	base         *encoder
	names, facts int
	stands       []bool
	asked, steps []*encoder
}

// at empties what is kept if it was made of anything else than what v has now.
func (k *encoded) at(v *verifier) *encoded {
	same := k.base == v.base && k.names == len(v.base.names) && k.facts == len(v.base.facts) && len(k.stands) == len(v.claims)
	for i := 0; same && i < len(k.stands); i++ {
		same = k.stands[i] == v.claims[i].stands
	}
	if same {
		return k
	}
	n := len(v.machine.Transitions)
	*k = encoded{base: v.base, names: len(v.base.names), facts: len(v.base.facts), stands: slices.Grow(k.stands[:0], len(v.claims))}
	for _, c := range v.claims {
		k.stands = append(k.stands, c.stands)
	}
	k.asked, k.steps = make([]*encoder, n), make([]*encoder, n)
	return k
}
