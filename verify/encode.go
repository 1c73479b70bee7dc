package verify

import (
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// encoder turns expressions over one step into polynomials and formulas over
// integer symbols: bools are 0 or 1, enum values and strings are numbered.
// Operators that polynomials lack get a fresh symbol and a definition, which
// joins the facts.
type encoder struct {
	machine *core.Machine
	// names print symbols, by number.
	names   []string
	symbols map[key]certificate.Symbol
	texts   map[string]int64
	// facts hold in every configuration before the step: what types say, and
	// the definitions of fresh symbols.
	facts []certificate.Formula
	// owners tell which facts are claims.
	owners []owner
	// word is the largest int of the platform that the generated code will
	// run on: at least 1<<31 - 1.
	word certificate.Symbol
}

// maxTerms bounds the products that are multiplied out.
const maxTerms = 2000

// owner says that a fact, by its index, is a claim, by its index.
type owner struct{ fact, claim int }

type key struct {
	scope expr.Scope
	index int
}

func newEncoder(m *core.Machine) *encoder {
	e := &encoder{machine: m, symbols: map[key]certificate.Symbol{}, texts: map[string]int64{}}
	e.word = e.fresh("maxInt")
	e.fact(atLeast(certificate.Variable(e.word), certificate.Constant(math.MaxInt32)))
	for _, p := range m.Params {
		e.ranged(e.poly(&expr.Ref{Symbol: p.Symbol}), p.Min, p.Max)
	}
	if limit := validated(m); limit != nil {
		e.fact(e.fits(e.poly(limit)))
	}
	return e
}

// fork returns an encoder that knows what e knows; the two then go apart.
func (e *encoder) fork() *encoder {
	f := *e
	f.names = slices.Clone(e.names)
	f.facts = slices.Clip(e.facts)
	f.owners = slices.Clip(e.owners)
	f.symbols = make(map[key]certificate.Symbol, len(e.symbols))
	for k, s := range e.symbols {
		f.symbols[k] = s
	}
	return &f
}

func (e *encoder) fresh(name string) certificate.Symbol {
	e.names = append(e.names, name)
	return certificate.Symbol(len(e.names) - 1)
}

func (e *encoder) fact(f certificate.Formula) { e.facts = append(e.facts, f) }

// text prints a polynomial in the words of the spec.
func (e *encoder) text(p certificate.Poly) string {
	return p.Text(func(s certificate.Symbol) string { return e.names[s] })
}

// atLeast is p >= q.
func atLeast(p, q certificate.Poly) certificate.Formula { return certificate.AtLeastZero(p.Sub(q)) }

func equal(p, q certificate.Poly) certificate.Formula { return certificate.EqualZero(p.Sub(q)) }

// ranged adds the facts lo <= p <= hi, where either may be nil.
func (e *encoder) ranged(p certificate.Poly, lo, hi expr.Expr) {
	if lo != nil {
		e.fact(atLeast(p, e.poly(lo)))
	}
	if hi != nil {
		e.fact(atLeast(e.poly(hi), p))
	}
}

// symbol returns the integer unknown of a spec symbol. Meeting it for the
// first time adds what its type says of it.
func (e *encoder) symbol(s *expr.Symbol) certificate.Symbol {
	k := key{s.Scope, s.Index}
	if known, ok := e.symbols[k]; ok {
		return known
	}
	name := s.Name
	if s.Scope == expr.Field {
		name = "event." + name
	}
	fresh := e.fresh(name)
	e.symbols[k] = fresh
	v := certificate.Variable(fresh)
	t := s.Type
	if s.Scope == expr.Var {
		t = e.machine.Vars[s.Index].Type // s may count it as a number
	}
	switch t.Kind {
	case expr.Bool:
		e.between(v, 0, 1)
	case expr.Enumerated:
		e.between(v, 0, int64(len(t.Enum.Values))-1)
	case expr.Int:
		// Parameters and payloads are ints of the caller. That variables fit
		// is a claim to be proved.
		if s.Scope != expr.Var {
			e.fact(e.fits(v))
		}
	}
	return fresh
}

func (e *encoder) between(v certificate.Poly, lo, hi int64) {
	e.fact(atLeast(v, certificate.Constant(lo)))
	e.fact(atLeast(certificate.Constant(hi), v))
}

// fits says that a value is one that Go's int can hold.
func (e *encoder) fits(p certificate.Poly) certificate.Formula {
	word := certificate.Variable(e.word)
	return certificate.And(
		atLeast(word, p),
		certificate.AtLeastZero(p.Add(word).Add(certificate.Constant(1))),
	)
}

// poly encodes the value of x.
func (e *encoder) poly(x expr.Expr) certificate.Poly {
	switch x := x.(type) {
	case *expr.Lit:
		return certificate.Constant(x.Value)
	case *expr.Text:
		return certificate.Constant(e.number(x.Value))
	case *expr.Ref:
		return certificate.Variable(e.symbol(x.Symbol))
	case *expr.Unary:
		if x.Op == expr.Neg {
			return e.poly(x.X).Neg()
		}
	case *expr.Binary:
		switch x.Op {
		case expr.Add:
			return e.poly(x.X).Add(e.poly(x.Y))
		case expr.Sub:
			return e.poly(x.X).Sub(e.poly(x.Y))
		case expr.Mul:
			p, q := e.poly(x.X), e.poly(x.Y)
			if len(p)*len(q) > maxTerms {
				// A value of which nothing is known: less can be proved, and
				// nothing false.
				return certificate.Variable(e.fresh(expr.Print(x, expr.Spec)))
			}
			return p.Mul(q)
		case expr.Quo, expr.Rem:
			return e.divide(x)
		}
	case *expr.Call:
		return e.extreme(x)
	}
	return e.truth(x)
}

// number gives string constants distinct numbers. What it numbers is equal
// only to itself, which is all that specs can ask of strings.
func (e *encoder) number(s string) int64 {
	if _, ok := e.texts[s]; !ok {
		e.texts[s] = int64(len(e.texts))
	}
	return e.texts[s]
}

// truth encodes a bool expression as a symbol that is 1 where it holds and 0
// elsewhere.
func (e *encoder) truth(x expr.Expr) certificate.Poly {
	v := certificate.Variable(e.fresh("(" + expr.Print(x, expr.Spec) + ")"))
	holds := e.formula(x)
	e.between(v, 0, 1)
	e.fact(certificate.Or(
		certificate.And(holds, atLeast(v, certificate.Constant(1))),
		certificate.And(certificate.Not(holds), certificate.AtLeastZero(v.Neg())),
	))
	return v
}

// extreme encodes min and max: at least as extreme as each argument, and equal
// to one of them.
func (e *encoder) extreme(x *expr.Call) certificate.Poly {
	if len(x.Args) == 1 {
		return e.poly(x.Args[0])
	}
	v := certificate.Variable(e.fresh(expr.Print(x, expr.Spec)))
	var one []certificate.Formula
	for _, a := range x.Args {
		p := e.poly(a)
		if x.Op == expr.Max {
			e.fact(atLeast(v, p))
		} else {
			e.fact(atLeast(p, v))
		}
		one = append(one, equal(v, p))
	}
	e.fact(certificate.Or(one...))
	return v
}

// divide encodes x/y and x%y with Go's meaning: x = y*q + r, where r is
// smaller than y in size and has the sign of x. Nothing is said of a divisor
// that is zero; that it is not is an obligation of its own.
func (e *encoder) divide(x *expr.Binary) certificate.Poly {
	a, b := e.poly(x.X), e.poly(x.Y)
	q := certificate.Variable(e.fresh(expr.Print(&expr.Binary{Op: expr.Quo, X: x.X, Y: x.Y}, expr.Spec)))
	r := certificate.Variable(e.fresh(expr.Print(&expr.Binary{Op: expr.Rem, X: x.X, Y: x.Y}, expr.Spec)))
	zero, one := certificate.Constant(0), certificate.Constant(1)
	up := certificate.And(certificate.AtLeastZero(a), certificate.AtLeastZero(r))
	down := certificate.And(certificate.AtLeastZero(a.Neg()), certificate.AtLeastZero(r.Neg()))
	// size is |b| - 1 >= |r|.
	size := func(b certificate.Poly) certificate.Formula {
		return certificate.And(atLeast(b, one), atLeast(b.Sub(one), r), certificate.AtLeastZero(b.Sub(one).Add(r)))
	}
	e.fact(certificate.Or(
		equal(b, zero),
		certificate.And(
			equal(a, b.Mul(q).Add(r)),
			certificate.Or(up, down),
			certificate.Or(size(b), size(b.Neg())),
		),
	))
	if x.Op == expr.Quo {
		return q
	}
	return r
}

// formula encodes a bool expression.
func (e *encoder) formula(x expr.Expr) certificate.Formula {
	one := certificate.Constant(1)
	switch x := x.(type) {
	case *expr.Unary:
		return certificate.Not(e.formula(x.X))
	case *expr.Binary:
		switch x.Op {
		case expr.And:
			return certificate.And(e.formula(x.X), e.formula(x.Y))
		case expr.Or:
			return certificate.Or(e.formula(x.X), e.formula(x.Y))
		}
		p, q := e.poly(x.X), e.poly(x.Y)
		switch x.Op {
		case expr.Eq:
			return equal(p, q)
		case expr.Ne:
			return certificate.Not(equal(p, q))
		case expr.Lt:
			return atLeast(q, p.Add(one))
		case expr.Le:
			return atLeast(q, p)
		case expr.Gt:
			return atLeast(p, q.Add(one))
		case expr.Ge:
			return atLeast(p, q)
		}
	}
	return atLeast(e.poly(x), one)
}
