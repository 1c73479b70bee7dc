package verify

import "slices"

// shade is what refuted ranges leave unproved besides: obligations on arithmetic
// that would be proved if a range held, by the refuted obligation on that range.
type shade struct {
	// of are, for each obligation, those in its shadow, and hidden tells which are
	// in one. Both are indices into the obligations.
	of     [][]int
	hidden []bool
}

// shadows tries what is unknown of arithmetic once more, with a refuted range taken
// to hold. What is proved so says nothing new: whatever breaks it has left the range
// before. Nothing but words depends on it; what is unknown stays so.
func (v *verifier) shadows() shade {
	n := len(v.obligations)
	s := shade{make([][]int, n), make([]bool, n)}
	open := func(o Obligation) bool {
		return o.Status == Unknown && (o.Kind == KindOverflow || o.Kind == KindDivide)
	}
	if !slices.ContainsFunc(v.obligations, open) {
		return s
	}
	for x := range v.machine.Vars {
		refuted := func(o Obligation) bool {
			return o.Status == Refuted && (o.Kind == KindInit || o.Kind == KindRange) && o.Var == x
		}
		first := slices.IndexFunc(v.obligations, refuted)
		if first < 0 {
			continue
		}
		trial := v.given(x)
		for i, o := range v.obligations {
			if !open(o) || s.hidden[i] || !slices.ContainsFunc(trial, func(p Obligation) bool { return p.Status == Proved && p.same(&o) }) {
				continue
			}
			// The range is left on the same transition, or else somewhere.
			by := slices.IndexFunc(v.obligations, func(p Obligation) bool { return refuted(p) && p.Transition == o.Transition })
			if by < 0 {
				by = first
			}
			s.of[by], s.hidden[i] = append(s.of[by], i), true
		}
	}
	return s
}

// given returns the obligations on arithmetic as they are when the range of a
// variable is taken to hold.
func (v *verifier) given(variable int) []Obligation {
	trial := *v
	trial.claims, trial.encoded = slices.Clone(v.claims), &encoded{}
	for i := range trial.claims {
		if c := &trial.claims[i]; c.variable == variable && c.side != FitsInt {
			c.stands = true
		}
	}
	// What is decided is not tried again, and nothing is suggested.
	trial.known, trial.obligations = v.obligations, nil
	trial.tried, trial.needed = nil, nil
	trial.arithmetic()
	trial.computable(func(o Obligation, problems []problem) bool {
		trial.oblige(o, problems...)
		return true
	})
	return trial.obligations
}
