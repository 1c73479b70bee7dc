package potential

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// prices are the weights of norms and the offsets of places, as far as they are known.
// Each is computed when it is needed, and fails if it needs itself.
type prices struct {
	*search
	weights, offsets, exits, shifts []*price
}

type price struct {
	value      certificate.Poly
	known, bad bool
}

// functions returns the function of each place.
func (s *search) functions() ([]Function, bool) {
	p := &prices{s, make([]*price, len(s.norms)), make([]*price, s.Places), make([]*price, s.Places), make([]*price, s.Places)}
	out := make([]Function, s.Places)
	for place := range out {
		o, ok := p.offset(place)
		if !ok {
			return nil, false
		}
		f := Function{Offset: o}
		for i, n := range s.norms {
			if n.at[place] == nil {
				continue
			}
			w, ok := p.weight(i)
			if !ok {
				return nil, false
			}
			if len(w) > 0 {
				f.Terms = append(f.Terms, Term{w, n.at[place], n.low, n.once, n.over, n.turns})
			}
		}
		out[place] = f
	}
	return out, true
}

// maxTerms limits the terms of a weight or offset.
const maxTerms = 40

// priced computes a price once.
func priced(at **price, compute func() (certificate.Poly, bool)) (certificate.Poly, bool) {
	if *at == nil {
		*at = &price{}
		value, ok := compute()
		(*at).value, (*at).bad, (*at).known = value, !ok || len(value) > maxTerms, true
	}
	return (*at).value, (*at).known && !(*at).bad
}

// weight returns the weight of a norm: what each step that is charged to it needs.
func (p *prices) weight(norm int) (certificate.Poly, bool) {
	return priced(&p.weights[norm], func() (certificate.Poly, bool) {
		if turns := p.norms[norm].pays; turns != nil {
			each, ok := p.weight(norm + 1) // the one that it pays for
			return each.Mul(certificate.Constant(int64(turns.Most))), ok
		}
		var most certificate.Poly
		for i := range p.Steps {
			if p.charged[i] != norm {
				continue
			}
			step := &p.Steps[i]
			cost, ok := p.rises(i, norm)
			if !ok {
				return nil, false
			}
			if p.varying(i) {
				cost = cost.Add(certificate.Constant(1))
			} else {
				cost = cost.Add(p.cost(i))
			}
			var gain certificate.Poly
			if step.To != step.From {
				to, ok := p.raw(step.To)
				if !ok {
					return nil, false
				}
				from, ok := p.raw(step.From)
				if !ok {
					from = nil
				}
				gain = p.gain(to.Sub(from))
			}
			most = p.larger(most, cost.Add(gain))
		}
		return most, true
	})
}

// offset returns the offset of a place: that without the shift of its component, and the
// shift.
func (p *prices) offset(place int) (certificate.Poly, bool) {
	shift, ok1 := p.shift(p.component[place])
	raw, ok2 := p.raw(place)
	return raw.Sub(shift), ok1 && ok2
}

// raw returns what the steps from a place need that are not charged, and at least what it
// costs to leave the strongly connected component. So a step back to where the component
// can be left pays nothing for that.
func (p *prices) raw(place int) (certificate.Poly, bool) {
	place = p.idle[place]
	return priced(&p.offsets[place], func() (certificate.Poly, bool) {
		most, ok := p.exit(p.component[place])
		if !ok {
			return nil, false
		}
		for i := range p.Steps {
			if step := &p.Steps[i]; p.idles(i) && p.idle[step.From] == place {
				if rise, ok := p.rises(i, -1); !ok || len(rise) > 0 {
					return nil, false
				}
			}
		}
		return p.most(most, func(step *ranking.Step) bool { return p.idle[step.From] == place })
	})
}

// shift returns the number by which all offsets of a component can be lowered, because
// they still pay for the steps that leave it.
func (p *prices) shift(component int) (certificate.Poly, bool) {
	return priced(&p.shifts[component], func() (certificate.Poly, bool) {
		least := int64(maxLess)
		for place, c := range p.component {
			if c != component {
				continue
			}
			raw, ok1 := p.raw(place)
			cost, ok2 := p.most(nil, func(step *ranking.Step) bool {
				return step.From == place && (step.To < 0 || p.component[step.To] != component)
			})
			if !ok1 || !ok2 {
				return nil, false
			}
			for least > 0 && !p.notNegative(raw.Sub(cost).Sub(certificate.Constant(least))) {
				least--
			}
		}
		return certificate.Constant(least), true
	})
}

// exit returns the most that a step costs that leaves a component.
func (p *prices) exit(component int) (certificate.Poly, bool) {
	return priced(&p.exits[component], func() (certificate.Poly, bool) {
		return p.most(nil, func(step *ranking.Step) bool {
			return p.component[step.From] == component && (step.To < 0 || p.component[step.To] != component)
		})
	})
}

// most returns the most that the chosen steps cost, without those that are charged, and
// at least the given price.
func (p *prices) most(most certificate.Poly, chosen func(*ranking.Step) bool) (certificate.Poly, bool) {
	for i := range p.Steps {
		step := &p.Steps[i]
		if p.charged[i] >= 0 || p.idles(i) || !chosen(step) {
			continue
		}
		if p.varying(i) {
			return nil, false
		}
		cost := p.cost(i)
		if step.To >= 0 {
			rise, ok1 := p.rises(i, -1)
			next := p.offset
			if p.component[step.To] == p.component[step.From] {
				next = p.raw
			}
			to, ok2 := next(step.To)
			if !ok1 || !ok2 {
				return nil, false
			}
			cost = cost.Add(rise).Add(to)
		}
		most = p.larger(most, cost)
	}
	return most, true
}

// idles reports whether a step is in a cycle that costs nothing.
func (s *search) idles(step int) bool {
	t := &s.Steps[step]
	return t.To >= 0 && s.charged[step] < 0 && s.free(step) && s.idle[t.From] == s.idle[t.To]
}

// rises returns what a step costs because it raises norms, except one.
func (p *prices) rises(step, except int) (sum certificate.Poly, ok bool) {
	for i := range p.norms {
		if i == except {
			continue
		}
		if t := p.norms[i].turns; t != nil && slices.Contains(t.Steps, step) {
			continue // it counts one step less after it
		}
		rise, known := p.rise(&p.Steps[step], &p.norms[i])
		if known && len(rise) == 0 {
			continue
		}
		w, ok := p.weight(i)
		if ok && len(w) == 0 {
			continue
		}
		if !ok || !known {
			return nil, false
		}
		sum = sum.Add(w.Mul(rise))
	}
	return sum, true
}

// rise returns by how much a step can raise a norm.
func (s *search) rise(step *ranking.Step, n *norm) (certificate.Poly, bool) {
	if step.To < 0 || n.at[step.To] == nil {
		return nil, true
	}
	if n.turns != nil {
		return certificate.Constant(int64(n.turns.Most)), true
	}
	after, ok := s.after(step, n.at[step.To])
	if !ok {
		return nil, false
	}
	from := n.at[step.From]
	if from != nil && s.holds(step.Cases, from.Sub(after)) || n.low && s.holds(step.Cases, after.Neg()) {
		return nil, true
	}
	var best certificate.Poly
	found := false
	if from != nil {
		best, found = s.upper(step.Cases, after.Sub(from))
	}
	if !found || !best.Number() {
		if most, ok := s.upper(step.Cases, after); ok && (!found || degree(most) < degree(best) || s.notNegative(best.Sub(most))) {
			best, found = most, true
		}
	}
	if n.once {
		return certificate.Constant(1), true
	}
	if !found {
		return nil, false
	}
	if best.Number() && len(best) > 0 && n.over != nil {
		up := new(big.Int).Sub(n.over, big.NewInt(1))
		best = certificate.Poly{{Coeff: up.Add(up, best[0].Coeff).Div(up, n.over)}}.Add(nil)
	}
	return s.positive(best), true
}

func (s *System) upper(cases []ranking.Case, p certificate.Poly) (certificate.Poly, bool) {
	if degree(p) > 1 {
		p = fixed(s, cases, p)
	}
	if !slices.ContainsFunc(p, func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(x certificate.Symbol) bool { return !s.Fixed(x) })
	}) {
		return p, true
	}
	q := question{&cases[0], p.String()}
	most, known := s.limits[q]
	if known {
		return most, most != nil
	}
	most, ok := ranking.Upper(cases, p, s.Fixed, &s.work)
	for range maxLess {
		less := most.Sub(certificate.Constant(1))
		if !ok || !s.holds(cases, less.Sub(p)) {
			break
		}
		most = less
	}
	if ok && most == nil {
		most = certificate.Poly{}
	}
	s.limits[q] = most
	return most, ok
}

// maxLess limits by how much an upper limit is lowered.
const maxLess = 8

func degree(p certificate.Poly) (most int) {
	for _, t := range p {
		most = max(most, len(t.Symbols))
	}
	return most
}

// positive returns a polynomial of symbols that are not negative which is the maximum of 0
// and another one.
func (s *System) positive(p certificate.Poly) certificate.Poly {
	switch {
	case s.notNegative(p.Neg()):
		return nil
	case s.plain(p) && s.notNegative(p):
		return p
	}
	return certificate.Variable(s.Positive(p))
}

// plain reports whether all symbols of a polynomial are not negative.
func (s *System) plain(p certificate.Poly) bool {
	for _, t := range p {
		for _, x := range t.Symbols {
			if s.Fixed(x) && !s.notNegative(certificate.Variable(x)) {
				return false
			}
		}
	}
	return true
}

func (s *System) notNegative(p certificate.Poly) bool {
	if p.Number() {
		return len(p) == 0 || p[0].Coeff.Sign() >= 0
	}
	if positive := up(p); len(p) > 1 || len(p[0].Symbols) > 1 {
		switch {
		case len(positive) == len(p) && s.plain(p):
			return true
		case len(positive) == 0 && s.plain(p):
			return false
		}
	} else if !s.Fixed(p[0].Symbols[0]) {
		return p[0].Coeff.Sign() > 0
	}
	key := p.String()
	known, ok := s.nonneg[key]
	if !ok {
		known = s.NotNegative(p)
		s.nonneg[key] = known
	}
	return known
}

// larger returns a polynomial that is at least p and q, neither of which reads a symbol
// that may be negative.
func (s *System) larger(p, q certificate.Poly) certificate.Poly {
	d := p.Sub(q)
	switch {
	case s.notNegative(d):
		return p
	case s.notNegative(d.Neg()):
		return q
	}
	return q.Add(up(d))
}

// gain returns a polynomial that is at least 0 and p.
func (s *System) gain(p certificate.Poly) certificate.Poly {
	switch {
	case s.notNegative(p.Neg()):
		return nil
	case s.notNegative(p):
		return p
	}
	return up(p)
}

// up returns the terms of a polynomial that are not negative.
func up(p certificate.Poly) (out certificate.Poly) {
	for _, t := range p {
		if t.Coeff.Sign() > 0 {
			out = append(out, t)
		}
	}
	return slices.Clip(out)
}
