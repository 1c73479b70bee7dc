package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// countWork limits the work of the search for all counts of a machine.
const countWork = 20_000_000

// Counts looks for limits of what can be counted in a run: how often calls start and outputs are
// emitted, and the sums of their ints. It leaves out a limit that says no more than the given
// bound on all transitions, which may be nil, and a sum that no variable keeps account of.
func (f *Findings) Counts(in *Input, bound expr.Expr) (list []*verdict.Count) {
	m := in.Machine
	all := obligation.AllCounted(m)
	if len(all) == 0 || len(m.States) > maxPlaces {
		return nil
	}
	part := *in
	part.Prover = in.Prover.Part(countWork)
	c := &counting{Input: &part, bound: bound}
	c.summing, c.system = f.counting(&part, all)
	c.system.Norms = c.budgets()
	c.assumed = in.Theory.Assuming(c.theory.Claims())
	for k, of := range all {
		if c.Input.Prover.Done() {
			break
		}
		if of.Field >= 0 && !slices.ContainsFunc(c.costs[k], func(p certificate.Poly) bool { return !c.constant(p) }) {
			continue
		}
		if found := c.count(of, c.costs[k]); found != nil {
			list = append(list, found)
		}
	}
	return list
}

// counting is one call of [Findings.Counts].
type counting struct {
	*Input
	*summing
	system *potential.System
	bound  expr.Expr
	// assumed is the theory under which counts are proved.
	assumed *encode.Theory
}

// constant reports whether a polynomial reads only parameters.
func (c *counting) constant(p certificate.Poly) bool {
	return !slices.ContainsFunc(p, func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(s certificate.Symbol) bool { return !c.system.Fixed(s) })
	})
}

// budgets lists the distances of variables from the ends of their ranges.
func (c *counting) budgets() (list []certificate.Poly) {
	for i := range c.machine.Vars {
		v := &c.machine.Vars[i]
		if v.Type.Kind != expr.Int {
			continue
		}
		at := certificate.Variable(c.Symbol(v.Symbol))
		if v.Max != nil {
			if p, ok := c.Polynomial(v.Max); ok {
				list = append(list, p.Sub(at))
			}
		}
		if v.Min != nil {
			if p, ok := c.Polynomial(v.Min); ok {
				list = append(list, at.Sub(p))
			}
		}
	}
	return list
}

// count looks for a limit of one count, and proves the lowest one that it finds and can prove.
func (c *counting) count(of obligation.Counted, costs []certificate.Poly) *verdict.Count {
	var candidates []*verdict.Count
	for _, reach := range []potential.Reach{potential.Around, potential.Before, potential.Inside} {
		before := c.system.Left()
		functions, ok := c.system.Find(reach, costs)
		c.Input.Prover.Spend(before-c.system.Left(), c.system.Left() <= 0)
		if !ok {
			continue
		}
		progress, ok := c.potential(functions)
		if !ok {
			continue
		}
		candidate := &verdict.Count{Of: of, Assumed: c.assumed.Claims()}
		for _, components := range progress {
			candidate.Potential = append(candidate.Potential, components[0])
		}
		candidate.Most = c.most(candidate)
		if !slices.ContainsFunc(candidates, func(o *verdict.Count) bool {
			return expr.Equal(o.Most, candidate.Most)
		}) {
			candidates = append(candidates, candidate)
		}
		if degree(candidate.Most) <= 1 {
			break // the others differ in what they multiply
		}
	}
	slices.SortStableFunc(candidates, func(a, b *verdict.Count) int { return compare(c.Input, a.Most, b.Most) })
	for _, candidate := range candidates {
		if of.Field < 0 && c.bound != nil && c.atLeast(candidate.Most, c.bound) {
			continue
		}
		if c.proves(candidate) {
			return candidate
		}
	}
	return nil
}

// most returns the potential at the start, and what the start adds to the count.
func (c *counting) most(of *verdict.Count) expr.Expr {
	x := expr.Substitute(of.Potential[c.machine.Initial], obligation.Initially(c.machine))
	for _, y := range of.Of.Start(c.machine) {
		x = &expr.Binary{Op: expr.Add, X: x, Y: y}
	}
	w := notation.New(c.machine, c.Input.Theory.Params())
	x = expr.Simplify(x)
	if p, ok := w.Polynomial(x); ok {
		if product, ok := factored(w, p); ok {
			return product
		}
	}
	return w.Neat(x)
}

// factored returns a sum of several products as one product, if they have a symbol in common.
func factored(w *notation.Vocabulary, p certificate.Poly) (expr.Expr, bool) {
	if len(p) < 2 || len(p[0].Symbols) == 0 {
		return nil, false
	}
	for _, s := range p[0].Symbols {
		var rest certificate.Poly
		for _, t := range p {
			at := slices.Index(t.Symbols, s)
			if at < 0 {
				break
			}
			rest = rest.Add(certificate.Poly{{Coeff: t.Coeff, Symbols: slices.Delete(slices.Clone(t.Symbols), at, at+1)}})
		}
		if len(rest) < len(p) {
			continue
		}
		x, ok1 := w.Expression(certificate.Variable(s))
		y, ok2 := w.Expression(rest)
		return &expr.Binary{Op: expr.Mul, X: x, Y: y}, ok1 && ok2
	}
	return nil, false
}

// atLeast reports whether it is proved that one expression over the parameters is at least as
// large as another one.
func (c *counting) atLeast(x, y expr.Expr) bool {
	p := verdict.NotNegative(c.Input.Theory, &expr.Binary{Op: expr.Sub, X: x, Y: y})
	return c.Input.Prover.Prove(p.Facts, p.Goal) != nil
}

// proves fills in the proofs of a count. It reports whether it finds all of them.
func (c *counting) proves(of *verdict.Count) bool {
	m, theory := c.machine, c.assumed
	for s := range m.States {
		p := of.Stays(theory, s)
		proof := c.Input.Prover.Prove(p.Facts, p.Goal)
		if proof == nil {
			return false
		}
		of.NotNegative = append(of.NotNegative, proof)
	}
	of.Steps = make([]*certificate.Proof, len(m.Transitions))
	for i := range m.Transitions {
		if m.Transitions[i].Effect != core.Take {
			continue
		}
		p := of.Pays(theory, m, i)
		if of.Steps[i] = c.Input.Prover.Prove(p.Facts, p.Goal); of.Steps[i] == nil {
			return false
		}
	}
	p := of.Begins(theory, m)
	of.Start = c.Input.Prover.Prove(p.Facts, p.Goal)
	return of.Start != nil
}
