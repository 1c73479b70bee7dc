package potential

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

const (
	// maxTurns limits how many steps a norm looks ahead.
	maxTurns = 6
	// maxPaths limits the paths from one place on which it does, and maxPathCases their cases.
	maxPaths = 6
	// maxWritten limits the paths that are written, possible or not.
	maxWritten   = 32
	maxPathCases = 24
	// maxPower limits the degrees of values after some steps.
	maxPower = 8
)

// Turns is the number of steps of a cycle that can be taken one after the other, but at most Most.
type Turns struct {
	// Steps are those of the cycle.
	Steps []int
	Most  int
}

// turns charges all steps of a cycle to a norm and to the number of steps that can still be taken, up to a limit. Each step lowers the norm.
// Where it is not positive, no more steps can follow than the limit. Without a norm, this is so everywhere. It reports whether that is so.
func turns(s *search, g ranking.Cycle, normed bool) bool {
	if s.Ahead == nil || slices.ContainsFunc(g.Steps, func(i int) bool { return s.charged[i] >= 0 || !s.Ahead(i) }) {
		return false
	}
	for most := 1; most <= maxTurns; most++ {
		if slices.ContainsFunc(g.Places, func(place int) bool { return written(s, g, place, most) > maxWritten }) {
			return false
		}
		starts, ok := longer(s, g, most)
		if !ok {
			return false
		}
		if len(starts) > 0 && !normed {
			continue
		}
		if len(starts) > 0 {
			functions, ok := ranking.Ahead(s.Context, s.Problem.Problem, g.Places, g.Steps, starts, &s.work)
			if !ok {
				continue
			}
			found(s, functions, g.Places, g.Steps[0])
		}
		t := norm{at: make([]certificate.Poly, s.Places), turns: &Turns{g.Steps, most}}
		for _, place := range g.Places {
			t.at[place] = certificate.Constant(1)
		}
		s.norms = append(s.norms, t)
		for _, i := range g.Steps {
			s.charged[i] = len(s.norms) - 1
		}
		if len(starts) > 0 {
			s.norms[len(s.norms)-2].pays = t.turns
		}
		return true
	}
	return false
}

// written counts the paths of a cycle from a place, up to more than the limit.
func written(s *search, g ranking.Cycle, place, left int) (n int) {
	if left == 0 {
		return 1
	}
	for _, i := range g.Steps {
		if step := &s.Steps[i]; step.From == place && n <= maxWritten {
			n += written(s, g, step.To, left-1)
		}
	}
	return n
}

// longer lists the places of a cycle from which more than the given number of its steps can follow each other, with the conditions of that.
func longer(s *search, g ranking.Cycle, most int) (starts []ranking.Start, ok bool) {
	for _, place := range g.Places {
		count := 0
		var cases []ranking.Case
		var follow func(at int, values map[certificate.Symbol]certificate.Poly, so []ranking.Case, left int) bool
		follow = func(at int, values map[certificate.Symbol]certificate.Poly, so []ranking.Case, left int) bool {
			if left == 0 {
				count++
				cases = append(cases, so...)
				return count <= maxPaths && len(cases) <= maxPathCases
			}
			for _, i := range g.Steps {
				step := &s.Steps[i]
				if step.From != at {
					continue
				}
				both := composed(s, so, step, values)
				if len(both) > maxPathCases || s.work <= 0 || s.Context.Err() != nil {
					return false
				}
				if len(both) == 0 {
					continue
				}
				after, ok := composition(s, step, values)
				if !ok && left > 1 || !follow(step.To, after, both, left-1) {
					return false
				}
			}
			return true
		}
		if !follow(place, nil, []ranking.Case{nil}, most+1) {
			return nil, false
		}
		if len(cases) > 0 {
			starts = append(starts, ranking.Start{Place: place, Cases: cases})
		}
	}
	return starts, true
}

// composed adds the conditions of a step to cases, for values that earlier steps have computed. It leaves out what is impossible, and
// conditions on other symbols than those of terms.
func composed(s *search, so []ranking.Case, step *ranking.Step, values map[certificate.Symbol]certificate.Poly) (out []ranking.Case) {
	for _, c := range so {
		for _, d := range step.Cases {
			both := slices.Clone(c)
			for _, f := range d {
				if !s.known(step.From, f.Poly) {
					continue
				}
				p, ok := notation.Replace(f.Poly, func(x certificate.Symbol) (certificate.Poly, bool) { return valueOf(values, x), true })
				if ok {
					both = append(both, certificate.Formula{Op: f.Op, Poly: p})
				}
			}
			if !s.Contradict(both) {
				out = append(out, both)
			}
		}
	}
	return out
}

// composition returns the values after a step that is taken with the given values. It fails if they depend on more than the values before.
func composition(s *search, step *ranking.Step, values map[certificate.Symbol]certificate.Poly) (after map[certificate.Symbol]certificate.Poly, ok bool) {
	after = map[certificate.Symbol]certificate.Poly{}
	for i, t := range s.Terms[step.To] {
		if !s.known(step.From, step.After[i]) {
			return nil, false
		}
		p, ok := notation.Replace(step.After[i], func(x certificate.Symbol) (certificate.Poly, bool) { return valueOf(values, x), true })
		if !ok || len(p) > maxTerms || degree(p) > maxPower {
			return nil, false
		}
		after[t[0].Symbols[0]] = p
	}
	return after, true
}

// valueOf returns the value that a symbol has now, which is its own at first.
func valueOf(values map[certificate.Symbol]certificate.Poly, x certificate.Symbol) certificate.Poly {
	if p, ok := values[x]; ok {
		return p
	}
	return certificate.Variable(x)
}
