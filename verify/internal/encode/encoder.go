package encode

import (
	"maps"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Encoder turns expressions over one step into polynomials and formulas over integer
// symbols: bools are 0 or 1, and enum values and strings are numbers. An operator that
// polynomials lack becomes a fresh symbol with a definition, which is added to the
// facts, so encoding makes an encoder grow. A fork does not affect the encoder that it
// was made from.
type Encoder struct {
	machine *core.Machine
	// names are the names of symbols, by number.
	names []string
	// types are the types of the symbols of the spec, by number; that of other symbols
	// is the zero value.
	types   []expr.Type
	symbols map[key]certificate.Symbol
	texts   map[string]int64
	// chosen are the symbols of [expr.Case], by text.
	chosen map[string]certificate.Symbol
	// shared means that forks have the same maps, so a change needs copies of them.
	shared bool
	// facts hold in every configuration before the step: the limits of types, and
	// the definitions of fresh symbols.
	facts []certificate.Formula
	// owners record which facts are claims.
	owners []owner
	// word is the largest int of the platform that the generated code will
	// run on: at least [core.Machine.MaxInt].
	word certificate.Symbol
}

// maxTerms limits the terms of a product that is multiplied out.
const maxTerms = 2000

// owner records that a fact, given by its index, is a claim.
type owner struct {
	fact  int
	claim Claim
}

type key struct {
	scope expr.Scope
	index int
}

// New returns an Encoder with the facts about the parameters of m: their ranges, and
// that the bound fits in an int.
func New(m *core.Machine) *Encoder {
	e := &Encoder{machine: m, symbols: map[key]certificate.Symbol{}, texts: map[string]int64{}, chosen: map[string]certificate.Symbol{}}
	e.constants()
	e.word = e.fresh("maxInt")
	e.Fact(AtLeast(certificate.Variable(e.word), certificate.Constant(m.MaxInt())))
	for _, p := range m.Params {
		e.ranged(e.Poly(&expr.Ref{Symbol: p.Symbol}), p.Min, p.Max)
	}
	if limit := obligation.Limit(m); limit != nil {
		e.Fact(e.Fits(e.Poly(limit)))
	}
	return e
}

// constants numbers the strings in conditions and initial values, so that they have the
// same numbers in all encoders of the machine.
func (e *Encoder) constants() {
	number := func(x expr.Expr) {
		expr.Walk(x, func(part expr.Expr) {
			if t, ok := part.(*expr.Text); ok {
				e.Number(t.Value)
			}
		})
	}
	for i := range e.machine.Invariants {
		number(e.machine.Invariants[i].Expr)
	}
	for i := range e.machine.Transitions {
		number(e.machine.Transitions[i].Guard)
	}
	for i := range e.machine.Vars {
		number(e.machine.Vars[i].Init)
	}
}

// Fork returns an independent copy of e. It shares memory with e until one of them
// grows, because there are forks for each transition, and their encoders can know
// thousands of facts.
func (e *Encoder) Fork() *Encoder {
	e.shared = true
	f := *e
	f.names, f.types = slices.Clip(e.names), slices.Clip(e.types)
	f.facts = slices.Clip(e.facts)
	f.owners = slices.Clip(e.owners)
	return &f
}

// own makes the maps those of e alone.
func (e *Encoder) own() {
	if e.shared {
		e.symbols, e.texts, e.chosen, e.shared = maps.Clone(e.symbols), maps.Clone(e.texts), maps.Clone(e.chosen), false
	}
}

func (e *Encoder) fresh(name string) certificate.Symbol {
	e.names, e.types = append(e.names, name), append(e.types, expr.Type{})
	return certificate.Symbol(len(e.names) - 1)
}

// Fact adds a fact. The caller must ensure that it holds.
func (e *Encoder) Fact(f certificate.Formula) { e.facts = append(e.facts, f) }

// Facts returns the facts so far. The slice belongs to the encoder.
func (e *Encoder) Facts() []certificate.Formula { return slices.Clip(e.facts) }

// Size returns the number of symbols so far.
func (e *Encoder) Size() int { return len(e.names) }

// Word returns the symbol of the largest int.
func (e *Encoder) Word() certificate.Symbol { return e.word }

// Met returns the unknown of a symbol of the spec. ok is false if the symbol does not
// occur in anything encoded so far.
func (e *Encoder) Met(scope expr.Scope, index int) (s certificate.Symbol, ok bool) {
	s, ok = e.symbols[key{scope, index}]
	return s, ok
}

// Named returns the unknowns of the symbols of the spec, in ascending order.
func (e *Encoder) Named() []certificate.Symbol { return slices.Sorted(maps.Values(e.symbols)) }

// Name returns the name of a symbol, as in the spec.
func (e *Encoder) Name(s certificate.Symbol) string { return e.names[s] }

// Type returns the type that a symbol of the spec has there. It is the zero value for
// other symbols.
func (e *Encoder) Type(s certificate.Symbol) expr.Type { return e.types[s] }

// String returns the string constant with a number. ok is false if there is none.
func (e *Encoder) String(number int64) (text string, ok bool) {
	for s, n := range e.texts {
		if n == number {
			return s, true
		}
	}
	return "", false
}

// Text formats a polynomial with the names of the spec.
func (e *Encoder) Text(p certificate.Poly) string {
	return p.Text(func(s certificate.Symbol) string { return e.names[s] })
}

// AtLeast returns the formula p >= q.
func AtLeast(p, q certificate.Poly) certificate.Formula { return certificate.AtLeastZero(p.Sub(q)) }

// Equal returns the formula p == q.
func Equal(p, q certificate.Poly) certificate.Formula { return certificate.EqualZero(p.Sub(q)) }

// ranged adds the facts lo <= p <= hi, where either may be nil.
func (e *Encoder) ranged(p certificate.Poly, lo, hi expr.Expr) {
	if lo != nil {
		e.Fact(AtLeast(p, e.Poly(lo)))
	}
	if hi != nil {
		e.Fact(AtLeast(e.Poly(hi), p))
	}
}

// Symbol returns the integer unknown of a symbol of the spec. The first call for a
// symbol adds the facts that its type implies.
func (e *Encoder) Symbol(s *expr.Symbol) certificate.Symbol {
	k := key{s.Scope, s.Index}
	if known, ok := e.symbols[k]; ok {
		return known
	}
	name := s.Name
	if s.Scope == expr.Field {
		name = "event." + name
	}
	fresh := e.fresh(name)
	e.own()
	e.symbols[k] = fresh
	v := certificate.Variable(fresh)
	t := s.Type
	if s.Scope == expr.Var {
		t = e.machine.Vars[s.Index].Type // s may treat a bool or an enum as a number
	}
	e.types[fresh] = t
	switch t.Kind {
	case expr.Bool:
		e.between(v, 0, 1)
	case expr.Enumerated:
		e.between(v, 0, int64(len(t.Enum.Values))-1)
	case expr.Int:
		// The caller passes parameters and payloads as ints. That variables fit is a
		// claim to be proved.
		if s.Scope != expr.Var {
			e.Fact(e.Fits(v))
		}
	}
	return fresh
}

func (e *Encoder) between(v certificate.Poly, lo, hi int64) {
	e.Fact(AtLeast(v, certificate.Constant(lo)))
	e.Fact(AtLeast(certificate.Constant(hi), v))
}

// Fits returns the formula that a value fits in Go's int.
func (e *Encoder) Fits(p certificate.Poly) certificate.Formula {
	word := certificate.Variable(e.word)
	return certificate.And(
		AtLeast(word, p),
		certificate.AtLeastZero(p.Add(word).Add(certificate.Constant(1))),
	)
}

// Poly encodes the value of x.
func (e *Encoder) Poly(x expr.Expr) certificate.Poly {
	switch x := x.(type) {
	case *expr.Lit:
		return certificate.Constant(x.Value)
	case *expr.Text:
		return certificate.Constant(e.Number(x.Value))
	case *expr.Ref:
		return certificate.Variable(e.Symbol(x.Symbol))
	case *expr.Unary:
		if x.Op == expr.Neg {
			return e.Poly(x.X).Neg()
		}
	case *expr.Binary:
		switch x.Op {
		case expr.Add:
			return e.Poly(x.X).Add(e.Poly(x.Y))
		case expr.Sub:
			return e.Poly(x.X).Sub(e.Poly(x.Y))
		case expr.Mul:
			p, q := e.Poly(x.X), e.Poly(x.Y)
			if len(p)*len(q) > maxTerms {
				// Nothing is assumed about this value: less can be proved, but
				// nothing false.
				return certificate.Variable(e.fresh(expr.Print(x, expr.Spec)))
			}
			return p.Mul(q)
		case expr.Quo, expr.Rem:
			return e.divide(x)
		}
	case *expr.Call:
		return e.extreme(x)
	case *expr.Case:
		return e.cases(x)
	}
	return e.truth(x)
}

// Number returns the number of a string constant. Different constants have different
// numbers, which suffices because specs only compare strings for equality.
func (e *Encoder) Number(s string) int64 {
	if _, ok := e.texts[s]; !ok {
		e.own()
		e.texts[s] = int64(len(e.texts))
	}
	return e.texts[s]
}

// truth encodes a bool expression as a symbol that is 1 if it holds and 0 otherwise.
func (e *Encoder) truth(x expr.Expr) certificate.Poly {
	v := certificate.Variable(e.fresh("(" + expr.Print(x, expr.Spec) + ")"))
	holds := e.Formula(x)
	e.between(v, 0, 1)
	e.Fact(certificate.Or(
		certificate.And(holds, AtLeast(v, certificate.Constant(1))),
		certificate.And(certificate.Not(holds), certificate.AtLeastZero(v.Neg())),
	))
	return v
}

// extreme encodes min and max: the value is at least as extreme as each argument, and
// equal to one of them. Those of equal arguments are one symbol.
func (e *Encoder) extreme(x *expr.Call) certificate.Poly {
	if len(x.Args) == 1 {
		return e.Poly(x.Args[0])
	}
	var args []certificate.Poly
	key := "\x00" + x.Op.String()
	for _, a := range x.Args {
		p := e.Poly(a)
		args = append(args, p)
		key += "\x00" + p.String()
	}
	if known, ok := e.chosen[key]; ok {
		return certificate.Variable(known)
	}
	s := e.fresh(expr.Print(x, expr.Spec))
	e.own()
	e.chosen[key] = s
	v := certificate.Variable(s)
	var one []certificate.Formula
	for _, p := range args {
		if x.Op == expr.Max {
			e.Fact(AtLeast(v, p))
		} else {
			e.Fact(AtLeast(p, v))
		}
		one = append(one, Equal(v, p))
	}
	e.Fact(certificate.Or(one...))
	return v
}

// cases encodes the value that belongs to a value of an enum, or of a condition. Equal ones are
// one symbol.
func (e *Encoder) cases(x *expr.Case) certificate.Poly {
	text := expr.Print(x, expr.Spec)
	if known, ok := e.chosen[text]; ok {
		return certificate.Variable(known)
	}
	s := e.fresh(text)
	e.own()
	e.chosen[text] = s
	v := certificate.Variable(s)
	if x.Of.Type().Kind == expr.Bool {
		holds := e.Formula(x.Of)
		e.Fact(certificate.Or(
			certificate.And(holds, Equal(v, e.Poly(x.Values[1]))),
			certificate.And(certificate.Not(holds), Equal(v, e.Poly(x.Values[0]))),
		))
		return v
	}
	of := e.Poly(x.Of)
	var some []certificate.Formula
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i, each := range x.Values {
		some = append(some, certificate.And(Equal(of, certificate.Constant(int64(i))), Equal(v, e.Poly(each))))
		lit, ok := each.(*expr.Lit)
		if !ok {
			least, most = math.MinInt64, math.MaxInt64
			continue
		}
		if most != math.MaxInt64 {
			least, most = min(least, lit.Value), max(most, lit.Value)
		}
	}
	if most != math.MaxInt64 {
		e.between(v, least, most) // follows from the rest, and spares the prover to try them all
	}
	e.Fact(certificate.Or(some...))
	return v
}

// divide encodes x/y and x%y as Go defines them: x = y*q + r, where the absolute value
// of r is smaller than that of y, and r has the sign of x. If the divisor is zero, q
// and r are unconstrained; that it is not zero is a separate obligation.
func (e *Encoder) divide(x *expr.Binary) certificate.Poly {
	a, b := e.Poly(x.X), e.Poly(x.Y)
	q := certificate.Variable(e.fresh(expr.Print(&expr.Binary{Op: expr.Quo, X: x.X, Y: x.Y}, expr.Spec)))
	r := certificate.Variable(e.fresh(expr.Print(&expr.Binary{Op: expr.Rem, X: x.X, Y: x.Y}, expr.Spec)))
	zero, one := certificate.Constant(0), certificate.Constant(1)
	up := certificate.And(certificate.AtLeastZero(a), certificate.AtLeastZero(r))
	down := certificate.And(certificate.AtLeastZero(a.Neg()), certificate.AtLeastZero(r.Neg()))
	// size is |b| - 1 >= |r|.
	size := func(b certificate.Poly) certificate.Formula {
		return certificate.And(AtLeast(b, one), AtLeast(b.Sub(one), r), certificate.AtLeastZero(b.Sub(one).Add(r)))
	}
	e.Fact(certificate.Or(
		Equal(b, zero),
		certificate.And(
			Equal(a, b.Mul(q).Add(r)),
			certificate.Or(up, down),
			certificate.Or(size(b), size(b.Neg())),
		),
	))
	if x.Op == expr.Quo {
		return q
	}
	return r
}

// Formula encodes a bool expression.
func (e *Encoder) Formula(x expr.Expr) certificate.Formula {
	one := certificate.Constant(1)
	switch x := x.(type) {
	case *expr.Unary:
		return certificate.Not(e.Formula(x.X))
	case *expr.Binary:
		switch x.Op {
		case expr.And:
			return certificate.And(e.Formula(x.X), e.Formula(x.Y))
		case expr.Or:
			return certificate.Or(e.Formula(x.X), e.Formula(x.Y))
		}
		p, q := e.Poly(x.X), e.Poly(x.Y)
		switch x.Op {
		case expr.Eq:
			return Equal(p, q)
		case expr.Ne:
			return certificate.Not(Equal(p, q))
		case expr.Lt:
			return AtLeast(q, p.Add(one))
		case expr.Le:
			return AtLeast(q, p)
		case expr.Gt:
			return AtLeast(p, q.Add(one))
		case expr.Ge:
			return AtLeast(p, q)
		}
	}
	return AtLeast(e.Poly(x), one)
}
