package search

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Bound looks for evidence for a bound on the number of transitions: the bound that the
// spec claims, or one that follows from the progress function. In a machine with
// environment events, the obligations alone prove the claimed bound. The result is nil if
// nothing is found.
func (f *Findings) Bound(in *Input) *verdict.Bound {
	if f.paid != nil {
		return f.paid.bound
	}
	b := &bounding{in, f.Theory(in), f.Ranked(in.Machine), verdict.Bound{}}
	m := b.ranked
	found := false
	switch {
	case !f.Terminates(in.Machine) || m.Reactive() && m.Bound == nil:
	case m.Rank == 1 && m.Bound != nil:
		found = true
	case m.Rank == 1:
		found = b.first(f.Progress)
	case m.Reactive(), core.HasChildren(m):
	default:
		found = b.product()
	}
	if !found {
		return nil
	}
	return &b.bound
}

// bounding is one call of [Findings.Bound].
type bounding struct {
	*Input
	theory *encode.Theory
	ranked *core.Machine
	bound  verdict.Bound
}

// link appends an expression to the chain of the bound if it is proved to be no less than
// the expression before it.
func (b *bounding) link(x expr.Expr) bool {
	chain := verdict.Begin(b.Input.Theory, b.ranked, b.bound.Ceilings)
	for _, l := range b.bound.Links {
		chain.Next(l.Expr)
	}
	p := chain.Next(x)
	proof := b.Prover.Prove(p.Facts, p.Goal)
	if proof == nil {
		return false
	}
	b.bound.Links = append(b.bound.Links, verdict.Link{Expr: x, Proof: proof})
	return true
}

// product finds ceilings of the components of a lexicographic progress function, and the
// product that bounds the number of its values. It reports whether all of this is proved,
// and that the claimed bound is not below the product.
func (b *bounding) product() bool {
	w := notation.New(b.Machine, b.Input.Theory.Params())
	var sum expr.Expr
	var rest certificate.Poly
	for _, l := range verdict.Levels(b.ranked) {
		var factors []certificate.Poly
		var ceilings []verdict.Ceiling
		count := certificate.Constant(1)
		for k := l.From; k < b.ranked.Rank; k++ {
			c, most, ok := b.most(w, l.States, k)
			if !ok {
				return false
			}
			ceilings = append(ceilings, c)
			if ranks := most.Add(certificate.Constant(1)); ranks.Number() {
				count = count.Mul(ranks)
			} else {
				factors = append(factors, ranks)
			}
		}
		b.bound.Ceilings = append(b.bound.Ceilings, ceilings)
		if len(factors) < 2 {
			for _, f := range factors {
				count = count.Mul(f)
			}
			rest = rest.Add(count)
			continue
		}
		factors[0] = factors[0].Mul(count)
		x, ok := multiplied(w, factors)
		if !ok {
			return false
		}
		if sum != nil {
			x = &expr.Binary{Op: expr.Add, X: sum, Y: x}
		}
		sum = x
	}
	x, ok := w.Expression(rest)
	switch {
	case !ok:
		return false
	case sum != nil && len(rest) == 0:
		x = sum
	case sum != nil:
		x = &expr.Binary{Op: expr.Add, X: sum, Y: x}
	}
	return b.link(x) && (b.ranked.Bound == nil || b.link(b.ranked.Bound))
}

// multiplied returns a product as an expression.
func multiplied(w *notation.Vocabulary, factors []certificate.Poly) (out expr.Expr, ok bool) {
	for _, f := range factors {
		x, ok := w.Expression(f)
		if !ok {
			return nil, false
		}
		if out != nil {
			x = &expr.Binary{Op: expr.Mul, X: out, Y: x}
		}
		out = x
	}
	return out, true
}

// most returns a polynomial over the parameters that is proved to be at least 0, and to
// be an upper limit of a component in the given states.
func (b *bounding) most(w *notation.Vocabulary, states []int, component int) (c verdict.Ceiling, most certificate.Poly, ok bool) {
	for _, s := range states {
		p, ok := ceiling(w, b.Machine, b.ranked.States[s].Progress[component])
		if !ok {
			return c, nil, false
		}
		most = larger(most, p)
	}
	c.Assumed = b.theory.Claims()
	if c.Most, ok = w.Expression(most); !ok {
		return c, nil, false
	}
	prove := func(p encode.Problem) *certificate.Proof { return b.Prover.Prove(p.Facts, p.Goal) }
	// The count of a level that no run visits must not be negative.
	if c.AtLeastZero = prove(verdict.NotNegative(b.theory, c.Most)); c.AtLeastZero == nil {
		return c, nil, false
	}
	for _, s := range states {
		proof := prove(verdict.NotAbove(b.theory, s, b.ranked.States[s].Progress[component], c.Most))
		if proof == nil {
			return c, nil, false
		}
		c.AtMost = append(c.AtMost, proof)
	}
	return c, most, true
}

// ceiling guesses a polynomial over the parameters that is an upper limit of an
// expression: it replaces variables by the ends of their ranges, as if parameters were
// never negative.
func ceiling(w *notation.Vocabulary, m *core.Machine, x expr.Expr) (out certificate.Poly, ok bool) {
	switch x := x.(type) {
	case *expr.Call:
		if x.Op != expr.Max {
			return nil, false
		}
		for i, a := range x.Args {
			p, ok := ceiling(w, m, a)
			if !ok {
				return nil, false
			}
			if i > 0 {
				p = larger(out, p)
			}
			out = p
		}
		return out, true
	case *expr.Case:
		return ceiling(w, m, &expr.Call{Op: expr.Max, Args: x.Values})
	case *expr.Binary:
		switch by, number := x.Y.(*expr.Lit); {
		case x.Op == expr.Add:
			p, ok1 := ceiling(w, m, x.X)
			q, ok2 := ceiling(w, m, x.Y)
			return p.Add(q), ok1 && ok2
		case x.Op == expr.Quo && number && by.Value > 0:
			p, ok := ceiling(w, m, x.X)
			return quotient(p, by.Value), ok
		}
	}
	p, ok := w.Polynomial(x)
	if !ok {
		return nil, false
	}
	for _, t := range p {
		sign := t.Coeff.Sign()
		term, fits := notation.Replace(certificate.Poly{t}, func(s certificate.Symbol) (certificate.Poly, bool) {
			symbol := w.Spec(s)
			if symbol == nil || symbol.Scope != expr.Var {
				return certificate.Variable(s), symbol != nil
			}
			return end(w, m, symbol.Index, sign > 0)
		})
		if !fits {
			return nil, false
		}
		out = out.Add(term)
	}
	return out, true
}

// quotient returns a polynomial that is no less than p divided by a positive number, wherever
// no symbol is negative.
func quotient(p certificate.Poly, by int64) (out certificate.Poly) {
	for _, t := range p {
		n, rest := new(big.Int).DivMod(t.Coeff, big.NewInt(by), new(big.Int))
		if rest.Sign() > 0 && len(t.Symbols) > 0 {
			n.Add(n, big.NewInt(1))
		}
		out = out.Add(certificate.Poly{{Coeff: n, Symbols: t.Symbols}}.Add(nil))
	}
	return out
}

// end returns the upper or lower end of the range of a variable. Bools and enum values
// count as numbers.
func end(w *notation.Vocabulary, m *core.Machine, variable int, upper bool) (certificate.Poly, bool) {
	decl := m.Vars[variable]
	end := decl.Min
	if upper {
		end = decl.Max
	}
	switch {
	case decl.Type.Kind == expr.Int && end != nil:
		return w.Polynomial(end)
	case decl.Type.Kind == expr.Bool && upper:
		return certificate.Constant(1), true
	case decl.Type.Kind == expr.Enumerated && upper:
		return certificate.Constant(int64(len(decl.Type.Enum.Values)) - 1), true
	}
	return certificate.Constant(0), decl.Type.Kind == expr.Bool || decl.Type.Kind == expr.Enumerated
}

// first derives a bound from the value of progress at the start. If the progress function
// was synthesized, it may use bool and enum parameters as numbers, which a bound cannot.
// They are replaced by numbers for which the value is proved to be no less. It reports
// whether that succeeds.
func (b *bounding) first(found [][]expr.Expr) bool {
	x := verdict.Begin(b.Input.Theory, b.ranked, nil).Last
	if most := above(x); !expr.Equal(most, x) && b.link(most) {
		x = most
	}
	if found == nil || !Counts(b.Machine, found) {
		if b.Machine.StartCost != nil {
			b.tidy(x)
		} else {
			w := notation.New(b.Machine, b.Input.Theory.Params())
			if neat := w.Neat(expr.Simplify(x)); !expr.Equal(neat, x) {
				b.link(neat)
			}
		}
		return true
	}
	for i, p := range b.Machine.Params {
		is := func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == i }
		if p.Type.Kind == expr.Int || !expr.Uses(x, is) {
			continue
		}
		top := int64(1)
		if p.Type.Kind == expr.Enumerated {
			top = int64(len(p.Type.Enum.Values)) - 1
		}
		if x = b.instead(x, is, top, 0); x == nil {
			return false
		}
	}
	b.tidy(x)
	return true
}

// tidy appends an expression in a shorter form, if there is one.
func (b *bounding) tidy(x expr.Expr) {
	w := notation.New(b.Machine, b.Input.Theory.Params())
	if p, ok := w.Polynomial(x); ok {
		if tidy, ok := w.Expression(p); ok {
			b.link(tidy)
		}
	}
}

// instead replaces a symbol by the first number for which the value of x is proved not to
// decrease. It returns nil if there is none.
func (b *bounding) instead(x expr.Expr, is func(*expr.Symbol) bool, numbers ...int64) expr.Expr {
	for _, n := range numbers {
		y := expr.Simplify(expr.Substitute(x, func(s *expr.Symbol) expr.Expr {
			if is(s) {
				return expr.Number(n)
			}
			return nil
		}))
		if b.link(y) {
			return y
		}
	}
	return nil
}

// larger takes the larger coefficient of each product of symbols, so the result is no less
// than p and q wherever no symbol is negative.
func larger(p, q certificate.Poly) (out certificate.Poly) {
	for _, t := range p.Sub(q) {
		if t.Coeff.Sign() > 0 {
			out = append(out, t)
		}
	}
	return q.Add(slices.Clip(out))
}
