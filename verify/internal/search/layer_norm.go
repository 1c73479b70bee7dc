package search

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
)

// maxNorms limits the norms that are tried.
const maxNorms = 40

// layerNorm is a layer: a difference such as 3 - n where that is positive, times a weight.
type layerNorm struct {
	*layering
	poly   certificate.Poly
	weight int64
	// guarded are the steps whose guards say that the difference is positive.
	guarded map[int]bool
}

// suggest makes norms of the comparisons in guards.
func (l *layering) suggest() {
	byText := map[string]*layerNorm{}
	for s := range l.steps {
		for _, x := range operands(l.steps[s].Guard, expr.And) {
			b, is := x.(*expr.Binary)
			if !is || b.Op < expr.Lt || b.Op > expr.Ge {
				continue
			}
			p, ok1 := l.vocabulary.Polynomial(b.X)
			q, ok2 := l.vocabulary.Polynomial(b.Y)
			if !ok1 || !ok2 || !l.vocabulary.Ints(p) || !l.vocabulary.Ints(q) {
				continue
			}
			poly := related(b.Op, p.Sub(q)).Poly.Add(certificate.Constant(1))
			text := poly.String()
			if byText[text] == nil && len(l.norms) < maxNorms && !poly.Number() {
				byText[text] = &layerNorm{layering: l, poly: poly, guarded: map[int]bool{}}
				l.norms = append(l.norms, byText[text])
			}
			if n := byText[text]; n != nil {
				n.guarded[s] = true
			}
		}
	}
}

// exists reports whether the difference has a value in a state.
func (n *layerNorm) exists(state int) bool {
	m := n.machine
	return !m.Terminal(state) && !slices.ContainsFunc(n.poly, func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(x certificate.Symbol) bool {
			s := n.vocabulary.Spec(x)
			return s.Scope == expr.Var && !m.Exists(s.Index, state)
		})
	})
}

// by returns how much a step raises the norm at most, for each unit of its weight.
func (n *layerNorm) by(step int) (int64, bool) {
	s := &n.steps[step]
	if !n.exists(s.To) {
		return 0, true
	}
	after, ok := notation.Replace(n.poly, after(n.vocabulary, s.Transition))
	if !ok {
		return 0, false
	}
	if n.exists(s.From) {
		if d := after.Sub(n.poly); d.Number() {
			by := constant(d)
			if !by.IsInt64() {
				return 0, false
			}
			if by.Sign() < 0 {
				if n.guarded[step] {
					return -1, true
				}
				return 0, true
			}
			return by.Int64(), true
		}
	}
	if !after.Number() {
		return 0, false
	}
	c := constant(after)
	return max(0, c.Int64()), c.IsInt64()
}

// constant returns the value of a polynomial that is a number.
func constant(p certificate.Poly) *big.Int {
	if len(p) == 0 {
		return new(big.Int)
	}
	return p[0].Coeff
}

func (n *layerNorm) pays(left []int) (out []int) {
	for _, s := range left {
		by, ok := n.by(s)
		if !ok || by > 0 {
			return nil
		}
		if by < 0 {
			out = append(out, s)
		}
	}
	return out
}

func (n *layerNorm) change(step int) (int64, bool) {
	by, ok := n.by(step)
	return by * n.weight, ok && by < maxNumber
}

func (n *layerNorm) weigh(_ []int, needs map[int]int64) bool {
	for _, need := range needs {
		n.weight = max(n.weight, need)
	}
	return n.weight < maxNumber
}

// expr returns what the norm adds to the progress function in a state.
func (n *layerNorm) expr(state int, in *Input, theory *encode.Theory) expr.Expr {
	x, ok := n.vocabulary.Expression(n.poly)
	if !ok {
		return expr.Number(0)
	}
	facts := append(slices.Clip(theory.In(state).Facts()), certificate.Not(certificate.AtLeastZero(n.poly)))
	if in.Prover.Refute(facts, caseWork) == nil {
		x = floor(x)
	}
	if n.weight != 1 {
		x = &expr.Binary{Op: expr.Mul, X: expr.Number(n.weight), Y: x}
	}
	return x
}
