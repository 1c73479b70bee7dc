package potential

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// charge charges steps to norms until the others form no cycle, or only cycles that cost
// nothing. It reports whether that succeeds.
func (s *search) charge() bool {
	var left []int
	for i := range s.Steps {
		if s.Steps[i].To >= 0 {
			left = append(left, i)
		}
	}
	for again := false; ; again = true {
		groups := ranking.Cycles(s.Problem.Problem, left)
		if len(groups) == 0 {
			return true
		}
		for _, g := range groups {
			if s.Context.Err() != nil || s.work <= 0 {
				return false
			}
			free := !slices.ContainsFunc(g.Steps, func(i int) bool { return !s.free(i) })
			switch {
			case s.reach == Turning && !free && turns(s, g, false):
			case s.reach == Upstream && !free && upstream(s, g):
			case (s.reach == Along || s.reach == Once) && again && along(s, g):
			case (again || !free) && s.simple(g):
			case free:
				for _, place := range g.Places {
					s.idle[place] = g.Places[0]
				}
				left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(g.Steps, i) })
			case s.reach == Turning && turns(s, g, true):
			case !s.linear(g):
				return false
			}
		}
		left = slices.DeleteFunc(left, func(i int) bool { return s.charged[i] >= 0 })
	}
}

// maxNorms limits the norms that are tried for one cycle.
const maxNorms = 48

// simple charges steps of a cycle to norms that its conditions suggest: differences that
// are positive where a step is taken, that some of its steps decrease, and that none
// increases. It reports whether it charges any.
func (s *search) simple(g ranking.Cycle) bool {
	type choice struct {
		poly certificate.Poly
		norm norm
		of   []int
	}
	var choices []choice
	for _, f := range s.suggested(g) {
		if s.Without != nil && slices.ContainsFunc(f, func(t certificate.Term) bool { return slices.ContainsFunc(t.Symbols, s.Without) }) {
			continue
		}
		low, of := s.decreases(g, f)
		if len(of) == 0 {
			continue
		}
		n := norm{at: s.region(g, f)}
		for place, p := range n.at {
			n.low = n.low || p != nil && !s.holds(s.Facts[place], p)
		}
		if n.low && len(low) == 0 || !s.steady(g, n) {
			continue
		}
		if n.low {
			of = low
		}
		choices = append(choices, choice{f, n, of})
	}
	done := false
	for len(choices) > 0 {
		best := 0
		for i := range choices {
			choices[i].of = slices.DeleteFunc(choices[i].of, func(t int) bool { return s.charged[t] >= 0 })
			a, b := &choices[i], &choices[best]
			if s.better(a.of, b.of) || !s.better(b.of, a.of) && s.lower(a.poly, b.poly) {
				best = i
			}
		}
		if len(choices[best].of) == 0 {
			break
		}
		for _, t := range choices[best].of {
			s.charged[t] = len(s.norms)
		}
		s.norms, done = append(s.norms, choices[best].norm), true
	}
	return done
}

// lower reports whether a norm is lower than another one by a polynomial over the parameters.
func (s *search) lower(a, b certificate.Poly) bool {
	d := b.Sub(a)
	return len(d) > 0 && !slices.ContainsFunc(d, func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(x certificate.Symbol) bool { return !s.Fixed(x) })
	}) && s.notNegative(d)
}

// better reports whether more steps that cost something are in the first list or, if as many are
// in both, fewer others: a norm that all steps decrease, such as the number of steps that a rule
// leaves, says little about those that cost something.
func (s *search) better(a, b []int) bool {
	cost := func(list []int) (n int) {
		for _, i := range list {
			if !s.free(i) {
				n++
			}
		}
		return n
	}
	x, y := cost(a), cost(b)
	if x == y && x > 0 && s.costs != nil {
		return len(a) < len(b)
	}
	return x > y || x == y && len(a) > len(b)
}

// suggested lists the conditions of the steps of a cycle as differences that are at least
// 1, those with the fewest terms first. Of those that differ by a number, it keeps the
// smallest one that does as much as the largest.
func (s *search) suggested(g ranking.Cycle) (list []certificate.Poly) {
	for _, choices := range s.choices(g) {
		best := choices[0]
		for _, p := range choices[1:] {
			if s.needed(g, best, p) {
				best = p
			}
		}
		list = append(list, best)
	}
	slices.SortStableFunc(list, func(a, b certificate.Poly) int { return len(a) - len(b) })
	return list
}

// choices lists the conditions of the steps of a cycle as differences that are at least 1, and the
// Norms: lists of those that differ by a number, in ascending order.
func (s *System) choices(g ranking.Cycle) [][]certificate.Poly {
	key := fmt.Sprint(g.Steps)
	if known, ok := s.same[key]; ok {
		return known
	}
	at := map[string]int{}
	var same [][]certificate.Poly
	add := func(p certificate.Poly) {
		key := p[len(number(p)):].String()
		k, ok := at[key]
		if !ok {
			k = len(same)
			at[key], same = k, append(same, nil)
		}
		same[k] = append(same[k], p)
	}
	seen := map[*certificate.Term]bool{} // steps have most facts in common
	for _, i := range g.Steps {
		step := &s.Steps[i]
		for _, c := range step.Cases {
			for _, f := range c {
				if len(f.Poly) == 0 || seen[&f.Poly[0]] {
					continue
				}
				if f.Op != certificate.NonNegative || len(same) == maxNorms || !s.varies(step.From, f.Poly) {
					continue
				}
				seen[&f.Poly[0]] = true
				add(f.Poly.Add(certificate.Constant(1)))
			}
		}
	}
	for _, p := range s.Norms {
		add(p)
	}
	for k, choices := range same {
		slices.SortFunc(choices, func(a, b certificate.Poly) int { return constant(a).Cmp(constant(b)) })
		same[k] = slices.CompactFunc(choices, func(a, b certificate.Poly) bool { return constant(a).Cmp(constant(b)) == 0 })
	}
	s.same[key] = same
	return same
}

// needed reports whether a step of a cycle decreases the larger of two norms, and may do
// so where the smaller one is not positive.
func (s *search) needed(g ranking.Cycle, small, large certificate.Poly) bool {
	a, _ := s.decreases(g, small)
	b, _ := s.decreases(g, large)
	return len(b) > len(a)
}

// number returns the constant term of a polynomial.
func number(p certificate.Poly) certificate.Poly {
	if len(p) > 0 && len(p[0].Symbols) == 0 {
		return p[:1]
	}
	return nil
}

// constant returns the number in a polynomial.
func constant(p certificate.Poly) *big.Int {
	if n := number(p); len(n) > 0 {
		return n[0].Coeff
	}
	return new(big.Int)
}

// varies reports whether a polynomial is linear, reads only terms of a place, and not just
// parameters.
func (s *System) varies(place int, p certificate.Poly) bool {
	some := false
	for _, t := range p {
		if len(t.Symbols) > 1 {
			return false
		}
		some = some || len(t.Symbols) == 1 && !s.Fixed(t.Symbols[0])
	}
	return some && s.known(place, p)
}

// decreases lists the steps of a cycle that are not charged yet and decrease f by 1 or
// more and by a varying cost, and those of them that do so only where it is positive.
func (s *search) decreases(g ranking.Cycle, f certificate.Poly) (positive, all []int) {
	text := f.String()
	for _, i := range g.Steps {
		if s.charged[i] >= 0 {
			continue
		}
		down := s.falls(i, f, text)
		if !down.known || s.varying(i) && !s.holds(s.Steps[i].Cases, down.by.Sub(s.costs[i])) {
			continue
		}
		all = append(all, i)
		if down.positive {
			positive = append(positive, i)
		}
	}
	return positive, all
}

// fall is what is known of a step that decreases a polynomial by 1 or more: by how much, and whether
// it is positive there. It is the zero value if that is not known.
type fall struct {
	known, positive bool
	by              certificate.Poly
}

// falls reports whether a step decreases a polynomial, given with its text.
func (s *System) falls(at int, f certificate.Poly, text string) fall {
	key := move{at, text}
	if known, ok := s.moves[key]; ok {
		return known
	}
	one := certificate.Constant(1)
	var out fall
	step := &s.Steps[at]
	if after, ok := s.after(step, f); ok && s.known(step.From, f) {
		out.by = f.Sub(after)
		out.known = s.holds(step.Cases, out.by.Sub(one))
		out.positive = out.known && (s.tried(text) || s.holds(step.Cases, f.Sub(one)))
	}
	s.moves[key] = out
	return out
}

// tried reports whether a polynomial, given as text, is one of the Norms.
func (s *System) tried(text string) bool {
	return slices.ContainsFunc(s.Norms, func(p certificate.Poly) bool { return p.String() == text })
}

// region returns f in the places where the norm counts, as far as they know it.
func (s *search) region(g ranking.Cycle, f certificate.Poly) []certificate.Poly {
	in := make([]bool, s.Places)
	for _, place := range g.Places {
		in[place] = true
	}
	if s.reach != Inside {
		for place := range in {
			in[place] = in[place] || s.component[place] == s.component[g.Places[0]]
		}
	}
	for again := s.reach == Before; again; {
		again = false
		for i := range s.Steps {
			if t := &s.Steps[i]; t.To >= 0 && in[t.To] && !in[t.From] {
				in[t.From], again = true, true
			}
		}
	}
	at := make([]certificate.Poly, s.Places)
	for place := range at {
		if in[place] && s.known(place, f) {
			at[place] = f
		}
	}
	return at
}

// steady reports whether no step of a cycle increases a norm.
func (s *search) steady(g ranking.Cycle, n norm) bool {
	for _, i := range g.Steps {
		step := &s.Steps[i]
		to := n.at[step.To]
		if to == nil {
			continue
		}
		after, ok := s.after(step, to)
		if !ok {
			return false
		}
		from := n.at[step.From]
		down := from != nil && s.holds(step.Cases, from.Sub(after))
		if !down && (!n.low || !s.holds(step.Cases, after.Neg())) {
			return false
		}
	}
	return true
}

// linearWork limits the work for one norm if there are costs, so that all counts of a machine have
// their turn.
const linearWork = 60_000

// maxAtoms limits the conditions of the steps of a cycle for which there are linear programs, if
// there are costs.
const maxAtoms = 1_500

// linear charges a step of a cycle to a norm that a linear program finds. It reports
// whether there is one.
func (s *search) linear(g ranking.Cycle) bool {
	atoms := 0
	for _, i := range g.Steps {
		for _, c := range s.Steps[i].Cases {
			atoms += len(c)
		}
	}
	if s.costs != nil && atoms > maxAtoms {
		return false
	}
	for _, one := range g.Steps {
		if s.free(one) || s.varying(one) {
			continue
		}
		allowed := s.work
		if s.costs != nil {
			allowed = min(allowed, linearWork)
		}
		left := allowed
		functions, ok := ranking.Lower(s.Context, s.Problem.Problem, g.Places, g.Steps, one, &left)
		s.work -= allowed - left
		if !ok {
			continue
		}
		found(s, functions, g.Places, one)
		return true
	}
	return false
}

// found adds a norm that a linear program has found for some places, and charges a step to it.
func found(s *search, functions []*ranking.Function, places []int, one int) {
	n := norm{at: make([]certificate.Poly, s.Places), over: big.NewInt(1)}
	for _, place := range places {
		over := functions[place].Over
		n.over.Mul(n.over, new(big.Int).Quo(over, new(big.Int).GCD(nil, nil, n.over, over)))
	}
	common := new(big.Int).Set(n.over)
	for _, place := range places {
		for _, by := range functions[place].By {
			by = new(big.Int).Mul(by, new(big.Int).Quo(n.over, functions[place].Over))
			common.GCD(nil, nil, common, by.Abs(by))
		}
	}
	for _, place := range places {
		f := functions[place]
		times := func(x *big.Int) *big.Int {
			x = new(big.Int).Mul(x, new(big.Int).Quo(n.over, f.Over))
			return x.Div(x, common)
		}
		p := certificate.Poly{{Coeff: times(f.Number)}}.Add(nil)
		for i, by := range f.By {
			p = p.Add(s.Terms[place][i].Mul(certificate.Poly{{Coeff: times(by)}}))
		}
		n.at[place] = p
		n.low = n.low || !s.holds(s.Facts[place], p)
	}
	if n.over.Quo(n.over, common); !s.Divided || n.over.Cmp(big.NewInt(1)) == 0 {
		n.over = nil
	}
	s.charged[one] = len(s.norms)
	s.norms = append(s.norms, n)
}

// upstream is [along] for all places from which a run can come, and all steps between them. Those outside of the strongly connected
// component may raise the norm by numbers, too.
func upstream(s *search, g ranking.Cycle) bool {
	in := make([]bool, s.Places)
	component := s.component[g.Places[0]]
	for place := range in {
		in[place] = s.component[place] == component
	}
	for again := true; again; {
		again = false
		for i := range s.Steps {
			if t := &s.Steps[i]; t.To >= 0 && in[t.To] && !in[t.From] {
				in[t.From], again = true, true
			}
		}
	}
	var places, steps []int
	for place := range in {
		if in[place] {
			places = append(places, place)
		}
	}
	for i := range s.Steps {
		if t := &s.Steps[i]; t.To >= 0 && in[t.From] && in[t.To] {
			steps = append(steps, i)
		}
	}
	may := func(step int) bool { return s.charged[step] >= 0 || s.component[s.Steps[step].From] != component }
	return extend(s, g, places, steps, may)
}

// along charges a step of a cycle to a norm that counts in all of the strongly connected component around it. Only steps that are charged
// to other norms raise it, by numbers. It reports whether there is one.
func along(s *search, g ranking.Cycle) bool {
	var places, steps []int
	component := s.component[g.Places[0]]
	for place := range s.Places {
		if s.component[place] == component {
			places = append(places, place)
		}
	}
	for i := range s.Steps {
		if t := &s.Steps[i]; t.To >= 0 && s.component[t.From] == component && s.component[t.To] == component {
			steps = append(steps, i)
		}
	}
	return extend(s, g, places, steps, func(step int) bool { return s.charged[step] >= 0 })
}

// extend charges a step of a cycle to a norm that counts in some places, and that some of the steps between them may raise by numbers.
func extend(s *search, g ranking.Cycle, places, steps []int, may func(step int) bool) bool {
	for _, one := range g.Steps {
		if s.free(one) || s.varying(one) || s.charged[one] >= 0 {
			continue
		}
		if functions, ok := ranking.Extend(s.Context, s.Problem.Problem, places, steps, one, may, &s.work); ok {
			found(s, functions, places, one)
			return true
		}
	}
	return false
}

// limited marks the norms that each step charged to them lowers to 0 or below. It reports whether there are any.
func limited(s *search) (some bool) {
	for k := range s.norms {
		n := &s.norms[k]
		n.once = true
		for i, by := range s.charged {
			if by != k || !n.once {
				continue
			}
			step := &s.Steps[i]
			if to := n.at[step.To]; to != nil {
				after, ok := s.after(step, to)
				n.once = ok && s.holds(step.Cases, after.Neg())
			}
		}
		if n.once {
			n.low, n.over = true, nil // it lowers 1 at least to 0
		}
		some = some || n.once
	}
	return some
}
