package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// maxShortening limits the states other than terminal ones of machines for which shortening looks at all choices of them.
const maxShortening = 7

// shortening lists limits of how long timers last whose durations depend on variables, the lowest first. Each start is as long as the
// longest one of them, or a variable that grows up to its end pays for it: a wait that doubles takes no more in all than twice what is left
// until this end, and once more what it is now where the next wait is still to come.
func (c *counting) shortening(of obligation.Lasting, k int) (list []*verdict.Count) {
	m, w := c.summing.linear.machine, c.summing.linear.vocabulary
	costs := c.summing.linear.costs[k]
	if most := c.widened(of, k); most != nil {
		list = append(list, most)
	}
	var places []int
	for s := range m.States {
		if !m.Terminal(s) {
			places = append(places, s)
		}
	}
	for _, v := range of.Reads(m) {
		v := &m.Vars[v]
		if v.Max == nil || v.State >= 0 || len(places) > maxShortening {
			continue
		}
		end, ok := w.Polynomial(v.Max)
		if !ok {
			continue
		}
		at := certificate.Variable(w.Encoder.Symbol(v.Symbol))
		for _, times := range []int64{1, 2} {
			left := end.Sub(at).Mul(certificate.Constant(times))
			for chosen := range 1 << len(places) {
				function := make([]certificate.Poly, len(m.States))
				for i, s := range places {
					if function[s] = left; chosen>>i&1 == 1 {
						function[s] = left.Add(at)
					}
				}
				if found := c.paying(of, k, costs, function); found != nil {
					list = append(list, found)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *verdict.Count) int { return compare(c.Input, a.Most, b.Most) })
	return list
}

// paying returns a limit that may hold because a function of each state pays for a part of the costs, or nil.
func (c *counting) paying(of verdict.Amount, k int, costs, function []certificate.Poly) *verdict.Count {
	before := c.system.Left()
	rest, ok := potential.RestAt(c.system, costs, function)
	var found *verdict.Count
	if ok {
		found = c.candidate(of, k, potential.Around, rest)
	}
	c.Input.Prover.Spend(before-c.system.Left(), c.system.Left() <= 0)
	if found == nil {
		return nil
	}
	for s := range found.Potential {
		if len(function[s]) == 0 {
			continue
		}
		x, ok := c.summing.linear.vocabulary.Expression(function[s])
		if !ok {
			return nil
		}
		found.Potential[s] = expr.Simplify(&expr.Binary{Op: expr.Add, X: found.Potential[s], Y: x})
	}
	found.Most = c.most(found)
	return found
}
