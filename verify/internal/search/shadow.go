package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Shade groups the obligations that are unproved only because a range is refuted:
// obligations on arithmetic that would be proved if the range held.
type Shade struct {
	// Of lists, for each answer on a refuted range, the answers in its shadow, as
	// indices into the answers. Hidden reports which answers are in a shadow.
	Of     [][]int
	Hidden []bool
	// Within lists, for each unknown answer on arithmetic, the variable whose range would prove it if that were proved, or -1.
	Within []int
}

// Shadows tries the unknown obligations on arithmetic again, assuming a refuted range. An
// obligation that is proved in this way gets no diagnostic of its own, because a run that
// violates it leaves the range first. This affects only the wording of diagnostics; the
// obligation remains unknown.
func (f *Findings) Shadows(in *Input) Shade {
	n := len(f.Answers)
	s := Shade{make([][]int, n), make([]bool, n), slices.Repeat([]int{-1}, n)}
	open := func(a Answer) bool {
		return a.Status == obligation.Unknown && (a.Kind == obligation.Overflow || a.Kind == obligation.Divide)
	}
	if !slices.ContainsFunc(f.Answers, open) {
		return s
	}
	for x := range in.Machine.Vars {
		ranged := func(a Answer) bool { return (a.Kind == obligation.Init || a.Kind == obligation.Range) && a.Var == x }
		refuted := func(a Answer) bool { return a.Status == obligation.Refuted && ranged(a) }
		first := slices.IndexFunc(f.Answers, refuted)
		if first < 0 && !slices.ContainsFunc(f.Answers, func(a Answer) bool { return a.Status == obligation.Unknown && ranged(a) }) {
			continue
		}
		theory := in.Theory.Assuming(within(in, f.Candidates, x))
		for i, a := range f.Answers {
			if !open(a) || s.Hidden[i] {
				continue
			}
			if given, _ := certify(in.Prover, theory, f.Ranked(in.Machine), a.Obligation); given.Status != obligation.Proved {
				continue
			}
			if s.Within[i] = x; first < 0 {
				continue
			}
			// Prefer the refuted obligation on the same transition.
			by := slices.IndexFunc(f.Answers, func(b Answer) bool { return refuted(b) && b.Transition == a.Transition })
			if by < 0 {
				by = first
			}
			s.Of[by], s.Hidden[i] = append(s.Of[by], i), true
		}
	}
	return s
}

// within returns the claims that stand, and those on the range of a variable.
func within(in *Input, candidates []Candidate, variable int) (claims []encode.Claim) {
	sides := encode.Sides(in.Machine, variable)
	for i := range candidates {
		if c := &candidates[i]; c.Stands || slices.Contains(sides, c.Claim) {
			claims = append(claims, c.Claim)
		}
	}
	return claims
}
