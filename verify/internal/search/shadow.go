package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Shade is what refuted ranges leave unproved besides: obligations on arithmetic
// that would be proved if a range held, by the refuted obligation on that range.
type Shade struct {
	// Of are, for each answer, those in its shadow, and Hidden tells which are in
	// one. Both are indices into the answers.
	Of     [][]int
	Hidden []bool
}

// Shadows tries what is unknown of arithmetic once more, with a refuted range taken
// to hold. What is proved so says nothing new: whatever breaks it has left the range
// before. Nothing but words depends on it; what is unknown stays so.
func (f *Findings) Shadows(in *Input) Shade {
	n := len(f.Answers)
	s := Shade{make([][]int, n), make([]bool, n)}
	open := func(a Answer) bool {
		return a.Status == obligation.Unknown && (a.Kind == obligation.Overflow || a.Kind == obligation.Divide)
	}
	if !slices.ContainsFunc(f.Answers, open) {
		return s
	}
	for x := range in.Machine.Vars {
		refuted := func(a Answer) bool {
			return a.Status == obligation.Refuted && (a.Kind == obligation.Init || a.Kind == obligation.Range) && a.Var == x
		}
		first := slices.IndexFunc(f.Answers, refuted)
		if first < 0 {
			continue
		}
		theory := in.Theory.Assuming(f.within(in, x))
		for i, a := range f.Answers {
			if !open(a) || s.Hidden[i] {
				continue
			}
			if given, _ := certify(in.Prover, theory, f.Ranked(in.Machine), a.Obligation); given.Status != obligation.Proved {
				continue
			}
			// The range is left on the same transition, or else somewhere.
			by := slices.IndexFunc(f.Answers, func(b Answer) bool { return refuted(b) && b.Transition == a.Transition })
			if by < 0 {
				by = first
			}
			s.Of[by], s.Hidden[i] = append(s.Of[by], i), true
		}
	}
	return s
}

// within lists the claims that stand, and the range of a variable.
func (f *Findings) within(in *Input, variable int) (claims []encode.Claim) {
	sides := encode.Sides(in.Machine, variable)
	for i := range f.Candidates {
		if c := &f.Candidates[i]; c.Stands || slices.Contains(sides, c.Claim) {
			claims = append(claims, c.Claim)
		}
	}
	return claims
}
