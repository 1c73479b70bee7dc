package search

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// span is a set of numbers without gaps. An end that is nil is open.
type span struct{ low, high *big.Int }

// box has the span of each int in one state; nil: no run is known to come there.
type box []span

const (
	// boxTurns is how often each state has its turn before ends that still move are opened, and maxBoxRounds limits the rounds that takes.
	boxTurns     = 3
	maxBoxRounds = 60
)

// boxes guesses the spans of ints in each state, by following numbers through guards and updates (Cousot and Cousot, POPL 1977). A limit
// may come from a guard far away, such as x <= 100 before x + 11 is copied to another variable.
func (p *pool) boxes() (out []core.Invariant) {
	m := p.machine
	at := make([]box, len(m.States))
	rounds := min(maxBoxRounds, boxTurns*len(m.States)+1)
	for round := 0; ; round++ {
		next := p.round(at)
		if round >= rounds {
			for s := range next {
				next[s] = opened(at[s], next[s])
			}
		}
		if slices.EqualFunc(at, next, sameBox) {
			break
		}
		at = next
	}
	for range rounds { // closes some of the ends again
		at = p.round(at)
	}
	for s, b := range at {
		if b == nil || m.Terminal(s) {
			continue
		}
		for i, x := range m.Vars {
			if x.Type.Kind != expr.Int || !m.Exists(i, s) {
				continue
			}
			for _, e := range []struct {
				op  expr.Op
				end *big.Int
			}{{expr.Ge, b[i].low}, {expr.Le, b[i].high}} {
				if e.end == nil || !e.end.IsInt64() {
					continue
				}
				limit := &expr.Binary{Op: e.op, X: &expr.Ref{Symbol: x.Symbol}, Y: expr.Number(e.end.Int64())}
				if !declared(m, limit) {
					out = append(out, core.Invariant{State: s, Expr: limit})
				}
			}
		}
	}
	return out
}

// round returns the boxes at the start and after one step from each box.
func (p *pool) round(at []box) []box {
	m := p.machine
	next := make([]box, len(at))
	first := make(box, len(m.Vars))
	for i, x := range m.Vars {
		if x.Init != nil && x.Type.Kind == expr.Int {
			first[i] = p.spanOf(nil, x.Init)
		}
	}
	next[m.Initial] = first
	for k := range m.Transitions {
		t := &m.Transitions[k]
		if t.Effect != core.Take || at[t.From] == nil {
			continue
		}
		before, possible := p.within(at[t.From], t.Guard)
		if !possible {
			continue
		}
		after := make(box, len(m.Vars))
		for i, x := range m.Vars {
			if x.Type.Kind != expr.Int || !m.Exists(i, t.To) {
				continue
			}
			if value := t.Updated(x.Symbol); value != nil {
				after[i] = p.spanOf(before, value)
			} else if m.Exists(i, t.From) {
				after[i] = before[i]
			}
		}
		next[t.To] = joined(next[t.To], after)
	}
	return next
}

// within narrows a box by the comparisons of a guard that all hold and read one variable. It reports whether anything is left.
func (p *pool) within(b box, guard expr.Expr) (box, bool) {
	and, ok := guard.(*expr.Binary)
	if !ok {
		return b, true
	}
	if and.Op == expr.And {
		b, ok := p.within(b, and.X)
		if !ok {
			return b, false
		}
		return p.within(b, and.Y)
	}
	left, ok1 := p.vocabulary.Polynomial(and.X)
	right, ok2 := p.vocabulary.Polynomial(and.Y)
	if !ok1 || !ok2 || and.X.Type().Kind != expr.Int {
		return b, true
	}
	one := certificate.Constant(1)
	d := left.Sub(right)
	switch and.Op {
	case expr.Lt:
		return p.atLeastZero(b, d.Neg().Sub(one))
	case expr.Le:
		return p.atLeastZero(b, d.Neg())
	case expr.Gt:
		return p.atLeastZero(b, d.Sub(one))
	case expr.Ge:
		return p.atLeastZero(b, d)
	case expr.Eq:
		b, ok := p.atLeastZero(b, d)
		if !ok {
			return b, false
		}
		return p.atLeastZero(b, d.Neg())
	}
	return b, true
}

// atLeastZero narrows a box to where a polynomial is at least 0, if it is a number and one variable with a factor of 1 or -1.
func (p *pool) atLeastZero(b box, d certificate.Poly) (box, bool) {
	var rest certificate.Poly
	variable, sign := -1, 0
	for _, t := range d {
		x := -1
		if len(t.Symbols) == 1 && t.Coeff.IsInt64() && (t.Coeff.Int64() == 1 || t.Coeff.Int64() == -1) {
			if s := p.vocabulary.Spec(t.Symbols[0]); s != nil && s.Scope == expr.Var {
				x = s.Index
			}
		}
		switch {
		case x >= 0 && variable < 0:
			variable, sign = x, t.Coeff.Sign()
		default:
			rest = append(rest, t)
		}
	}
	if variable < 0 {
		return b, true
	}
	// sign * x >= -rest, where the rest is at most its highest value.
	most := p.spanOfPoly(b, rest).high
	if most == nil {
		return b, true
	}
	out := slices.Clone(b)
	x := &out[variable]
	if end := new(big.Int).Neg(most); sign > 0 && (x.low == nil || x.low.Cmp(end) < 0) {
		x.low = end
	}
	if sign < 0 && (x.high == nil || x.high.Cmp(most) > 0) {
		x.high = most
	}
	return out, x.low == nil || x.high == nil || x.low.Cmp(x.high) <= 0
}

// spanOf returns the span of an expression in a box; a nil box has no variables.
func (p *pool) spanOf(b box, x expr.Expr) span {
	if poly, ok := p.vocabulary.Polynomial(x); ok {
		return p.spanOfPoly(b, poly)
	}
	return span{}
}

// spanOfPoly is spanOf for a polynomial. That of a product of symbols is open.
func (p *pool) spanOfPoly(b box, poly certificate.Poly) span {
	sum := span{new(big.Int), new(big.Int)}
	for _, t := range poly {
		one := span{big.NewInt(1), big.NewInt(1)}
		if len(t.Symbols) > 0 {
			one = span{}
		}
		if len(t.Symbols) == 1 {
			s := p.vocabulary.Spec(t.Symbols[0])
			switch {
			case s == nil || s.Type.Kind != expr.Int:
			case s.Scope == expr.Var && b != nil:
				one = b[s.Index]
			case s.Scope == expr.Param:
				one = span{literal(p.machine.Params[s.Index].Min), literal(p.machine.Params[s.Index].Max)}
			}
		}
		if t.Coeff.Sign() < 0 {
			one.low, one.high = one.high, one.low
		}
		sum.low, sum.high = added(sum.low, one.low, t.Coeff), added(sum.high, one.high, t.Coeff)
	}
	return sum
}

// literal returns a number, or nil for another expression.
func literal(x expr.Expr) *big.Int {
	if lit, ok := x.(*expr.Lit); ok {
		return big.NewInt(lit.Value)
	}
	return nil
}

// added returns a sum with a multiple of an end, which is open if one of them is.
func added(sum, end, by *big.Int) *big.Int {
	if sum == nil || end == nil {
		return nil
	}
	return new(big.Int).Add(sum, new(big.Int).Mul(end, by))
}

// joined returns the smallest box around two of them.
func joined(a, b box) box {
	if a == nil {
		return b
	}
	out := make(box, len(a))
	for i := range a {
		if a[i].low != nil && b[i].low != nil {
			out[i].low = a[i].low
			if b[i].low.Cmp(a[i].low) < 0 {
				out[i].low = b[i].low
			}
		}
		if a[i].high != nil && b[i].high != nil {
			out[i].high = a[i].high
			if b[i].high.Cmp(a[i].high) > 0 {
				out[i].high = b[i].high
			}
		}
	}
	return out
}

// opened returns a box around two of them in which each end is open that the second one moves.
func opened(a, b box) box {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	out := joined(a, b)
	for i := range out {
		if !sameEnd(out[i].low, a[i].low) {
			out[i].low = nil
		}
		if !sameEnd(out[i].high, a[i].high) {
			out[i].high = nil
		}
	}
	return out
}

func sameBox(a, b box) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, func(x, y span) bool { return sameEnd(x.low, y.low) && sameEnd(x.high, y.high) })
}

func sameEnd(a, b *big.Int) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0
}
