package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// price is a part of a cost: a factor, an expression over the parameters that is not negative, times an amount of the search.
type price struct {
	factor expr.Expr
	amount int
}

// priced is an amount by some weights, for the search alone.
type priced struct{ weights []core.Weight }

// Valid is not asked of a part.
func (p priced) Valid(*core.Machine) bool { return false }

// Start implements [verdict.Amount].
func (p priced) Start(m *core.Machine) []expr.Expr {
	return obligation.Opened(m, p.weights)
}

// Step implements [verdict.Amount].
func (p priced) Step(m *core.Machine, transition int) []expr.Expr {
	return obligation.Added(m, transition, p.weights)
}

// parts takes a cost apart: into starts, outputs, and their ints, times factors over the parameters, as far as that is possible. It adds
// the amounts to those of the search.
func parts(in *Input, c *core.Cost, all []verdict.Amount) ([]price, []verdict.Amount) {
	var list []price
	add := func(factor, value expr.Expr, w *core.Weight) {
		list = append(list, price{factor, len(all)})
		all = append(all, priced{[]core.Weight{{Call: w.Call, Output: w.Output, Value: value}}})
	}
	for i := range c.Weights {
		w := &c.Weights[i]
		sum, ok := addendsOf(w.Value)
		for _, a := range sum {
			p := verdict.NotNegative(in.Theory, a.factor)
			ok = ok && in.Prover.Prove(p.Facts, p.Goal) != nil
		}
		if !ok {
			add(expr.Number(1), w.Value, w)
			continue
		}
		for _, a := range sum {
			add(a.factor, a.value, w)
		}
	}
	return list, all
}

// addend is a product of a factor over the parameters, and 1 or an argument.
type addend struct{ factor, value expr.Expr }

// addendsOf writes a weight as a sum of products. It fails if a weight has another form.
func addendsOf(x expr.Expr) ([]addend, bool) {
	if !expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.With }) {
		return []addend{{x, expr.Number(1)}}, true
	}
	switch x := x.(type) {
	case *expr.Ref:
		return []addend{{expr.Number(1), x}}, x.Symbol.Type.Kind == expr.Int
	case *expr.Binary:
		a, ok1 := addendsOf(x.X)
		b, ok2 := addendsOf(x.Y)
		switch {
		case !ok1 || !ok2:
		case x.Op == expr.Add:
			return append(a, b...), true
		case x.Op == expr.Mul && constantAddends(a):
			return scaledAddends(b, x.X), true
		case x.Op == expr.Mul && constantAddends(b):
			return scaledAddends(a, x.Y), true
		}
	}
	return nil, false
}

// constantAddends reports whether a sum reads no argument.
func constantAddends(list []addend) bool {
	return !slices.ContainsFunc(list, func(a addend) bool { _, constant := a.value.(*expr.Lit); return !constant })
}

func scaledAddends(list []addend, by expr.Expr) (out []addend) {
	for _, a := range list {
		out = append(out, addend{expr.Simplify(&expr.Binary{Op: expr.Mul, X: by, Y: a.factor}), a.value})
	}
	return out
}

// cost looks for a limit of a cost: as one amount, as the sum of the limits of its parts, and as what a variable keeps account of.
func (c *counting) cost(of verdict.Amount, k int, prices []price, useless func(most expr.Expr) bool) *verdict.Count {
	candidates := c.candidates(of, k)
	if sum := c.sum(of, prices); sum != nil {
		candidates = append(candidates, sum)
	}
	candidates = append(candidates, c.accounted(of, k)...)
	if most := c.widened(of, k); most != nil {
		candidates = append(candidates, most)
	}
	slices.SortStableFunc(candidates, func(a, b *verdict.Count) int { return compare(c.Input, a.Most, b.Most) })
	return c.lowest(candidates, useless)
}

// accounted lists limits that may hold because a variable changes by what steps cost: its distance from the end of its range pays for them.
func (c *counting) accounted(of verdict.Amount, k int) (list []*verdict.Count) {
	m := c.summing.linear.machine
	for _, norm := range c.budgets() {
		before := c.system.Left()
		costs, ok := potential.Rest(c.system, c.summing.linear.costs[k], norm)
		var found *verdict.Count
		if ok {
			found = c.candidate(of, k, potential.Around, costs)
		}
		c.Input.Prover.Spend(before-c.system.Left(), c.system.Left() <= 0)
		x, ok := c.summing.linear.vocabulary.Expression(norm)
		if found == nil || !ok {
			continue
		}
		for s := range found.Potential {
			if !m.Terminal(s) {
				found.Potential[s] = &expr.Binary{Op: expr.Add, X: found.Potential[s], Y: x}
			}
		}
		found.Most = c.most(found)
		list = append(list, found)
	}
	return list
}

// widened returns a limit that may hold because each step costs no more than a number over the parameters, or nil.
func (c *counting) widened(of verdict.Amount, k int) *verdict.Count {
	before := c.system.Left()
	costs, ok := potential.Most(c.system, c.summing.linear.costs[k])
	var found *verdict.Count
	if ok {
		found = c.candidate(of, k, potential.Around, costs)
	}
	c.Input.Prover.Spend(before-c.system.Left(), c.system.Left() <= 0)
	if found != nil {
		found.Most = c.most(found)
	}
	return found
}

// sum returns the sum of the lowest limits of parts that may hold. It is nil if a part has none.
func (c *counting) sum(of verdict.Amount, prices []price) *verdict.Count {
	m := c.summing.linear.machine
	out := &verdict.Count{Of: of, Assumed: c.assumed.Claims(), Potential: slices.Repeat([]expr.Expr{expr.Number(0)}, len(m.States))}
	for _, p := range prices {
		found := c.candidates(priced{}, p.amount)
		if most := c.widened(priced{}, p.amount); len(found) == 0 && most != nil {
			found = append(found, most)
		}
		if len(found) == 0 {
			return nil
		}
		for s, x := range found[0].Potential {
			out.Potential[s] = expr.Simplify(&expr.Binary{Op: expr.Add, X: out.Potential[s], Y: &expr.Binary{Op: expr.Mul, X: p.factor, Y: x}})
		}
	}
	out.Most = c.most(out)
	return out
}
