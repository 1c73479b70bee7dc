package notation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// Relation states that a polynomial over parameters and variables is at least 0 or, if
// Zero is true, that it is 0.
type Relation struct {
	Poly certificate.Poly
	Zero bool
}

// Formula returns the relation as a formula.
func (r Relation) Formula() certificate.Formula {
	if r.Zero {
		return certificate.EqualZero(r.Poly)
	}
	return certificate.AtLeastZero(r.Poly)
}

// Vocabulary translates between polynomials and expressions. It knows the
// symbols of parameters and of variables that are not opaque.
type Vocabulary struct {
	Encoder *encode.Encoder
	symbols map[certificate.Symbol]*expr.Symbol
	// largest limits the numbers in expressions.
	largest int64
}

// New returns a Vocabulary of m over a fork of an encoder.
func New(m *core.Machine, e *encode.Encoder) *Vocabulary {
	v := &Vocabulary{e.Fork(), map[certificate.Symbol]*expr.Symbol{}, maxCoefficient}
	for _, s := range Scalars(m) {
		v.Add(s)
	}
	return v
}

// Add makes a symbol of the spec known, and returns its unknown.
func (v *Vocabulary) Add(s *expr.Symbol) certificate.Symbol {
	unknown := v.Encoder.Symbol(s)
	v.symbols[unknown] = s
	if s.Type.Duration {
		v.largest = maxTime
	}
	return unknown
}

// Spec returns the symbol of the spec that an unknown stands for, or nil.
func (v *Vocabulary) Spec(s certificate.Symbol) *expr.Symbol { return v.symbols[s] }

// Scalars lists the parameters and variables that are not opaque.
func Scalars(m *core.Machine) (out []*expr.Symbol) {
	for _, p := range m.Params {
		if p.Type.Scalar() {
			out = append(out, p.Symbol)
		}
	}
	for _, x := range m.Vars {
		if x.Type.Scalar() {
			out = append(out, x.Symbol)
		}
	}
	return out
}

// Polynomial encodes x. ok is false if x is not a polynomial over symbols of the spec.
func (v *Vocabulary) Polynomial(x expr.Expr) (p certificate.Poly, ok bool) {
	expr.Walk(x, func(part expr.Expr) {
		if ref, is := part.(*expr.Ref); is {
			v.Encoder.Symbol(ref.Symbol)
		}
	})
	// In the fork, equal parts such as max(x, y) are new each time.
	e := v.Encoder.Fork()
	before := e.Size()
	p = e.Poly(x)
	return p, e.Size() == before
}

// Known reports whether p reads only parameters and variables.
func (v *Vocabulary) Known(p certificate.Poly) bool {
	for _, t := range p {
		for _, s := range t.Symbols {
			if v.symbols[s] == nil {
				return false
			}
		}
	}
	return true
}

// Ints reports whether p reads only ints.
func (v *Vocabulary) Ints(p certificate.Poly) bool {
	for _, t := range p {
		for _, s := range t.Symbols {
			if known := v.symbols[s]; known == nil || known.Type.Kind != expr.Int {
				return false
			}
		}
	}
	return true
}

// maxProduct limits the terms of a polynomial with replaced symbols.
const maxProduct = 64

// Replace replaces symbols by polynomials. ok is false if there is none for some symbol, or
// if the result is too large.
func Replace(p certificate.Poly, by func(certificate.Symbol) (certificate.Poly, bool)) (out certificate.Poly, ok bool) {
	for _, t := range p {
		product := certificate.Poly{{Coeff: t.Coeff}}
		for _, s := range t.Symbols {
			factor, ok := by(s)
			if !ok || len(product)*len(factor) > maxProduct {
				return nil, false
			}
			product = product.Mul(factor)
		}
		out = out.Add(product)
	}
	return out, len(out) <= maxProduct
}
