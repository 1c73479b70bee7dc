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

// Counts looks for limits of what can be counted in a run: its costs, how often calls start and outputs are
// emitted, and the sums of their ints. It leaves out a count whose limit says no more than the given
// bound on all transitions, which may be nil, and a sum that no variable keeps account of.
func (f *Findings) Counts(in *Input, bound expr.Expr) (list []*verdict.Count) {
	m := in.Machine
	var all []verdict.Amount
	for _, of := range obligation.AllCounted(m) {
		all = append(all, of)
	}
	counted := len(all)
	prices := make([][]price, len(m.Costs))
	for i := range m.Costs {
		prices[i], all = parts(in, &m.Costs[i], all)
	}
	f.limits(in, all, func(c *counting, k int) {
		if k >= counted {
			return
		}
		of := all[k].(obligation.Counted)
		if of.Cost >= 0 {
			if found := c.cost(of, k, prices[of.Cost], func(expr.Expr) bool { return false }); found != nil {
				list = append(list, found)
			}
			return
		}
		if of.Field >= 0 && !slices.ContainsFunc(c.summing.linear.costs[k], func(p certificate.Poly) bool { return !c.constant(p) }) {
			return
		}
		if found := c.count(of, k, func(most expr.Expr) bool {
			return of.Field < 0 && bound != nil && c.atLeast(most, bound)
		}); found != nil {
			list = append(list, found)
		}
	})
	return list
}

// Claim looks for a proof that no run costs more than the machine claims. It also returns the claims that the proof needs. The result
// is nil if there is none.
func (f *Findings) Claim(in *Input, cost int) (count *verdict.Count, uses []encode.Claim) {
	of, claim := obligation.Counted{Cost: cost, Call: -1, Output: -1, Field: -1}, in.Machine.Costs[cost].Max
	prices, all := parts(in, &in.Machine.Costs[cost], []verdict.Amount{of})
	f.limits(in, all, func(c *counting, k int) {
		if k > 0 {
			return
		}
		found := c.cost(of, k, prices, func(most expr.Expr) bool { return !c.atLeast(claim, most) })
		if found == nil {
			return
		}
		found.Most = claim
		p := found.Begins(c.assumed, in.Machine)
		if found.Start = c.Input.Prover.Prove(p.Facts, p.Goal); found.Start != nil {
			count, uses = found, c.uses(found)
		}
	})
	return count, uses
}

// uses lists the claims that the proofs of a count need.
func (c *counting) uses(of *verdict.Count) (list []encode.Claim) {
	m := c.summing.linear.machine
	for s, proof := range of.NotNegative {
		list = append(list, of.Stays(c.assumed, s).Uses(proof)...)
	}
	for i, proof := range of.Steps {
		if proof != nil {
			list = append(list, of.Pays(c.assumed, m, i).Uses(proof)...)
		}
	}
	return list
}

// limits calls look for each amount, with all that the search for its limit needs, until the work is done.
func (f *Findings) limits(in *Input, all []verdict.Amount, look func(c *counting, k int)) {
	if len(all) == 0 || len(in.Machine.States) > maxPlaces {
		return
	}
	rest := make([]verdict.Amount, len(all))
	for k, of := range all {
		rest[k] = pays(in.Machine, of)
	}
	part := *in
	part.Prover = in.Prover.Part(countWork)
	c := &counting{Input: &part, rest: rest}
	c.summing, c.system = f.counting(&part, rest)
	c.system.Norms = c.budgets()
	without := c.system.Without
	c.system.Without = func(s certificate.Symbol) bool { return without(s) || c.timeless && c.duration(s) }
	c.assumed = in.Theory.Assuming(c.summing.linear.theory.Claims())
	for k := range all {
		if c.Input.Prover.Done() {
			break
		}
		look(c, k)
	}
}

// counting is one call of [Findings.limits].
type counting struct {
	*Input
	summing *summing
	system  *potential.System
	// rest has, for each amount, what tables do not pay.
	rest []verdict.Amount
	// assumed is the theory under which counts are proved.
	assumed *encode.Theory
	// timeless leaves out norms with durations: as many steps as there are nanoseconds may lower them.
	timeless bool
}

// constant reports whether a polynomial reads only parameters.
func (c *counting) constant(p certificate.Poly) bool {
	return !slices.ContainsFunc(p, func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(s certificate.Symbol) bool { return !c.system.Fixed(s) })
	})
}

// budgets lists the distances of variables from the ends of their ranges.
func (c *counting) budgets() (list []certificate.Poly) {
	for i := range c.summing.linear.machine.Vars {
		v := &c.summing.linear.machine.Vars[i]
		if v.Type.Kind != expr.Int {
			continue
		}
		at := certificate.Variable(c.summing.linear.vocabulary.Encoder.Symbol(v.Symbol))
		if v.Max != nil {
			if p, ok := c.summing.linear.vocabulary.Polynomial(v.Max); ok {
				list = append(list, p.Sub(at))
			}
		}
		if v.Min != nil {
			if p, ok := c.summing.linear.vocabulary.Polynomial(v.Min); ok {
				list = append(list, at.Sub(p))
			}
		}
	}
	return list
}

// count looks for a limit of one amount, and proves the lowest one that it finds and can prove, and that is not useless.
func (c *counting) count(of verdict.Amount, k int, useless func(most expr.Expr) bool) *verdict.Count {
	return c.lowest(c.candidates(of, k), useless)
}

// duration reports whether a symbol is that of a variable that is a duration.
func (c *counting) duration(s certificate.Symbol) bool {
	symbol := c.summing.linear.vocabulary.Spec(s)
	return symbol != nil && symbol.Scope == expr.Var && symbol.Type.Duration
}

// candidates lists limits of one amount that may hold, the lowest for usual parameters first.
func (c *counting) candidates(of verdict.Amount, k int) []*verdict.Count {
	candidates := c.reaching(of, k)
	if slices.ContainsFunc(c.summing.linear.machine.Vars, func(v core.Var) bool { return v.Type.Duration }) {
		c.timeless = true
		candidates = append(c.reaching(of, k), candidates...)
		c.timeless = false
		slices.SortStableFunc(candidates, func(a, b *verdict.Count) int { return compare(c.Input, a.Most, b.Most) })
	}
	return candidates
}

// reaching lists limits of one amount that may hold, for each way in which norms count.
func (c *counting) reaching(of verdict.Amount, k int) (candidates []*verdict.Count) {
	for _, reach := range []potential.Reach{potential.Around, potential.Before, potential.Inside} {
		before := c.system.Left()
		candidate := c.candidate(of, k, reach, c.summing.linear.costs[k])
		c.Input.Prover.Spend(before-c.system.Left(), c.system.Left() <= 0)
		if candidate == nil {
			continue
		}
		candidate.Most = c.most(candidate)
		if !slices.ContainsFunc(candidates, func(o *verdict.Count) bool {
			return expr.Equal(o.Most, candidate.Most)
		}) {
			candidates = append(candidates, candidate)
		}
		if expr.Degree(candidate.Most) <= 1 {
			break // the others differ in what they multiply
		}
	}
	slices.SortStableFunc(candidates, func(a, b *verdict.Count) int { return compare(c.Input, a.Most, b.Most) })
	return candidates
}

// candidate returns a potential that may pay for what the steps cost of one amount, or nil.
func (c *counting) candidate(of verdict.Amount, k int, reach potential.Reach, costs []certificate.Poly) *verdict.Count {
	functions, ok := c.system.Find(reach, costs)
	if !ok {
		return nil
	}
	progress, ok := c.summing.potential(functions)
	if !ok {
		return nil
	}
	candidate := &verdict.Count{Of: of, Assumed: c.assumed.Claims()}
	for _, components := range progress {
		candidate.Potential = append(candidate.Potential, components[0])
	}
	if t, ok := c.rest[k].(*tabled); ok {
		t.add(candidate.Potential)
	}
	return candidate
}

// lowest proves the first candidate that it can prove, and that is not useless.
func (c *counting) lowest(candidates []*verdict.Count, useless func(most expr.Expr) bool) *verdict.Count {
	for _, candidate := range candidates {
		if useless(candidate.Most) {
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
	x := expr.Substitute(of.Potential[c.summing.linear.machine.Initial], obligation.Initially(c.summing.linear.machine))
	for _, y := range of.Of.Start(c.summing.linear.machine) {
		x = &expr.Binary{Op: expr.Add, X: x, Y: y}
	}
	w := notation.New(c.summing.linear.machine, c.Input.Theory.Params())
	x = gathered(expr.Simplify(x))
	if p, ok := w.Polynomial(x); ok {
		if product, ok := factored(w, p); ok {
			return product
		}
	}
	return w.Neat(x)
}

// gathered adds up the numbers at the end of a sum.
func gathered(x expr.Expr) expr.Expr {
	sum, ok := x.(*expr.Binary)
	if !ok || sum.Op != expr.Add {
		return x
	}
	before, ok := sum.X.(*expr.Binary)
	if !ok || before.Op != expr.Add {
		return x
	}
	if last, ok := expr.Simplify(&expr.Binary{Op: expr.Add, X: before.Y, Y: sum.Y}).(*expr.Lit); ok {
		return gathered(&expr.Binary{Op: expr.Add, X: before.X, Y: last})
	}
	return x
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
	m, theory := c.summing.linear.machine, c.assumed
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
