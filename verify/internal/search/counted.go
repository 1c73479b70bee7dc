package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
)

// maxForms limits the sums and differences of variables for which counted looks for
// limits.
const maxForms = 80

// counted lists limits of variables and of their multiples' sums and differences: the
// largest value that one has in a state, if all steps that change it add a number to it.
// Guards are ignored, so a form whose steps can raise it forever has no limit.
func (p *pool) counted() (out []core.Invariant) {
	for _, f := range p.forms() {
		start, ok := p.start(f)
		if !ok {
			continue
		}
		above, ok := p.above(f)
		if !ok {
			continue
		}
		for s := range p.machine.States {
			if above[s] == nil || p.machine.Terminal(s) {
				continue
			}
			most := start.Add(certificate.Constant(*above[s]))
			if x, ok := p.vocabulary.Condition(notation.Relation{Poly: most.Sub(f)}); ok && !declared(p.machine, x) {
				out = append(out, core.Invariant{State: s, Expr: x})
			}
		}
	}
	return out
}

// forms lists variables, and sums and differences of multiples of two of them that some
// steps keep constant, each with both signs.
func (p *pool) forms() (out []certificate.Poly) {
	add := func(f certificate.Poly) {
		if len(out) < maxForms {
			out = append(out, f, f.Neg())
		}
	}
	rates := map[int][]int64{}
	var ints []int
	for i, x := range p.machine.Vars {
		if x.Type.Kind != expr.Int || x.Init == nil || len(ints) == maxPaired {
			continue
		}
		ints = append(ints, i)
		add(p.variable(i))
		for t := range p.machine.Transitions {
			if d, ok := p.change(&p.machine.Transitions[t], p.variable(i)); ok && d != 0 && !slices.Contains(rates[i], max(d, -d)) && len(rates[i]) < maxRates {
				rates[i] = append(rates[i], max(d, -d))
			}
		}
	}
	for n, i := range ints {
		for _, j := range ints[n+1:] {
			seen := map[[2]int64]bool{}
			for _, a := range rates[i] {
				for _, b := range rates[j] {
					g := gcd(a, b)
					pair := [2]int64{a / g, b / g}
					if seen[pair] {
						continue
					}
					seen[pair] = true
					x, y := p.variable(i).Mul(certificate.Constant(pair[1])), p.variable(j).Mul(certificate.Constant(pair[0]))
					add(x.Sub(y))
					add(x.Add(y))
				}
			}
		}
	}
	return out
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// start returns the initial value of a form, over the parameters.
func (p *pool) start(f certificate.Poly) (certificate.Poly, bool) {
	return notation.Replace(f, func(s certificate.Symbol) (certificate.Poly, bool) {
		init := p.machine.Vars[p.vocabulary.Spec(s).Index].Init
		if init == nil {
			return nil, false
		}
		return p.vocabulary.Polynomial(init)
	})
}

// change returns the number that a step adds to a form.
func (p *pool) change(t *core.Transition, f certificate.Poly) (int64, bool) {
	after, ok := notation.Replace(f, func(s certificate.Symbol) (certificate.Poly, bool) {
		for _, u := range t.Updates {
			if u.Var == p.vocabulary.Spec(s).Index {
				return p.vocabulary.Polynomial(u.Value)
			}
		}
		return certificate.Variable(s), true
	})
	d := after.Sub(f)
	switch {
	case !ok || !d.Number():
		return 0, false
	case len(d) == 0:
		return 0, true
	}
	return d[0].Coeff.Int64(), d[0].Coeff.IsInt64()
}

// above returns the most that steps can add to a form on the way to each state, or nil for
// those that no step leads to. It fails if there is no limit, or it is not known.
func (p *pool) above(f certificate.Poly) ([]*int64, bool) {
	m := p.machine
	most := make([]*int64, len(m.States))
	most[m.Initial] = new(int64)
	for range len(m.States) + 1 {
		again := false
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.Effect != core.Take || most[t.From] == nil || m.Terminal(t.To) {
				continue
			}
			d, ok := p.change(t, f)
			if !ok || d > maxCounted || d < -maxCounted {
				return nil, false
			}
			if n := *most[t.From] + d; most[t.To] == nil || n > *most[t.To] {
				most[t.To], again = &n, true
			}
		}
		if !again {
			return most, true
		}
	}
	return nil, false
}

// maxCounted limits the numbers that steps add, so that no sum of them overflows.
const maxCounted = 1 << 31

// remainders lists the remainders that variables always leave when they are divided by a
// number (Granger 1989).
func (p *pool) remainders() (out []core.Invariant) {
	m := p.machine
	for i, x := range m.Vars {
		if x.Type.Kind != expr.Int || x.Init == nil {
			continue
		}
		for s, c := range p.residues(i) {
			if !c.known || c.by < 2 || m.Terminal(s) || !m.Exists(i, s) || c.of != 0 && !atLeastZero(x.Min) {
				continue
			}
			rest := &expr.Binary{Op: expr.Rem, X: &expr.Ref{Symbol: x.Symbol}, Y: expr.Number(c.by)}
			out = append(out, core.Invariant{State: s, Expr: &expr.Binary{Op: expr.Eq, X: rest, Y: expr.Number(c.of)}})
		}
	}
	return out
}

// atLeastZero reports whether an expression is a number that is not negative.
func atLeastZero(x expr.Expr) bool {
	lit, ok := x.(*expr.Lit)
	return ok && lit.Value >= 0
}

// residue is the set of all numbers that are `of` plus a multiple of `by`, or the number
// `of` if by is 0. It is empty if it is not known.
type residue struct {
	by, of int64
	known  bool
}

// join returns the least residue that contains two of them.
func (r residue) join(s residue) residue {
	switch {
	case !r.known:
		return s
	case !s.known:
		return r
	}
	return residue{gcd(gcd(r.by, s.by), r.of-s.of), r.of, true}.normal()
}

// normal returns a residue with the least `of` that is not negative.
func (r residue) normal() residue {
	if r.by > 0 {
		r.of = (r.of%r.by + r.by) % r.by
	}
	return r
}

// residues returns the values of a variable in each state.
func (p *pool) residues(variable int) []residue {
	m := p.machine
	out := make([]residue, len(m.States))
	set := func(of residue, value expr.Expr) residue {
		q, ok := p.vocabulary.Polynomial(value)
		v := p.variable(variable)
		number := func(q certificate.Poly) (int64, bool) {
			if len(q) == 0 {
				return 0, true
			}
			n := q[0].Coeff
			return n.Int64(), q.Number() && n.IsInt64() && n.Int64() < maxCounted && n.Int64() > -maxCounted
		}
		if n, constant := number(q); ok && constant {
			return residue{0, n, true}
		}
		for _, factor := range []int64{1, 2, 3, 10, -1} {
			if n, constant := number(q.Sub(v.Mul(certificate.Constant(factor)))); ok && constant && max(of.by, of.of) < maxCounted {
				return residue{max(factor, -factor) * of.by, factor*of.of + n, true}.normal()
			}
		}
		return residue{1, 0, true}
	}
	out[m.Initial] = set(residue{1, 0, true}, m.Vars[variable].Init)
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			t := &m.Transitions[i]
			from := out[t.From]
			if t.Effect != core.Take || !from.known {
				continue
			}
			for _, u := range t.Updates {
				if u.Var == variable {
					from = set(from, u.Value)
				}
			}
			if to := out[t.To].join(from); to != out[t.To] {
				out[t.To], again = to, true
			}
		}
	}
	return out
}
