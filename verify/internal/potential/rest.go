package potential

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Rest returns what remains of the costs of a system if a norm with the weight 1 pays with what each step lowers it by; what raises it costs more. It
// fails if the norm does not have a value everywhere. There is nothing of the norm where a step ends the run.
func Rest(s *System, costs []certificate.Poly, norm certificate.Poly) ([]certificate.Poly, bool) {
	out := make([]certificate.Poly, len(costs))
	for i := range s.Steps {
		step := &s.Steps[i]
		if !s.known(step.From, norm) {
			return nil, false
		}
		rest := costs[i].Sub(norm)
		if step.To >= 0 {
			after, ok := s.after(step, norm)
			if !ok {
				return nil, false
			}
			rest = rest.Add(after)
		}
		if !s.holds(step.Cases, rest.Neg()) {
			out[i] = rest
		}
	}
	return out, true
}

// Most returns the costs of a system in which each that depends on more than the parameters is replaced by an upper limit of it. It fails if all depend on
// the parameters alone, or if there is no limit.
func Most(s *System, costs []certificate.Poly) ([]certificate.Poly, bool) {
	f := &search{System: s, costs: costs}
	out, some := slices.Clone(costs), false
	for i := range s.Steps {
		if !f.varying(i) {
			continue
		}
		most, ok := s.upper(s.Steps[i].Cases, costs[i])
		if !ok {
			return nil, false
		}
		out[i], some = most, true
	}
	return out, some
}

// RestAt is [Rest] for a function of each place, which is not negative. It also fails if what remains of a cost depends on more than the
// parameters.
func RestAt(s *System, costs, at []certificate.Poly) ([]certificate.Poly, bool) {
	out := make([]certificate.Poly, len(costs))
	for i := range s.Steps {
		step := &s.Steps[i]
		if !s.known(step.From, at[step.From]) {
			return nil, false
		}
		rest := costs[i].Sub(at[step.From])
		if step.To >= 0 {
			after, ok := s.after(step, at[step.To])
			if !ok {
				return nil, false
			}
			rest = rest.Add(after)
		}
		switch f := (&search{System: s, costs: []certificate.Poly{rest}}); {
		case len(rest) == 0 || s.holds(step.Cases, rest.Neg()):
		case f.varying(0):
			return nil, false
		default:
			out[i] = rest
		}
	}
	return out, true
}
