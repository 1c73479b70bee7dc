package coq

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// A place is where something is proved: a configuration in a state, the start, or a step. It collects the atoms of the
// statements there, and what is given.
type place struct {
	w *writer
	// name is the suffix of the names of the lemmas.
	name string
	// binders are the bound variables, and their types.
	binders []binder
	read    reader
	// atoms are Coq terms, and index has their numbers.
	atoms []string
	index map[string]int
	given []given
}

type binder struct{ name, typ string }

// given is a condition that holds in a place, and the name or term of the Coq proof that it does.
type given struct {
	proof string
	cond  cond
}

// term is a number over the atoms of a place, as a Coq term of type Certificate.term and as a polynomial.
type term struct {
	text string
	poly certificate.Poly
}

// cond is a condition over the atoms of a place, as a Coq term of type Certificate.cond and as a formula. The formula is
// the one that Certificate.meaning computes. parts are the two parts of a conjunction.
type cond struct {
	text  string
	fact  certificate.Formula
	parts []cond
}

// maxTerms limits the terms of a product that is multiplied out.
const maxTerms = 500

func (w *writer) place(name string, read reader, binders ...binder) *place {
	return &place{w: w, name: name, binders: binders, read: read, index: map[string]int{}}
}

// start returns the place of the start, and what is assumed there besides valid parameters.
func (w *writer) start() (*place, []condition) {
	list, conditions := w.defs.beginning()
	return w.place("start", w.defs.initially, list...), conditions
}

// declared lists the binders with their types, and bound without.
func (p *place) declared() string {
	var b strings.Builder
	for _, x := range p.binders {
		fmt.Fprintf(&b, " (%s : %s)", x.name, x.typ)
	}
	return b.String()
}

func (p *place) bound() string {
	var b strings.Builder
	for _, x := range p.binders {
		b.WriteString(" " + x.name)
	}
	return b.String()
}

// give adds a condition with its proof.
func (p *place) give(proof string, c cond) { p.given = append(p.given, given{proof, c}) }

// atom returns the atom for a Coq term of type Z. The first call for a term runs define, which adds what is known of it.
func (p *place) atom(native string, define func(term)) term {
	return p.symbol("Int "+native, define)
}

func (p *place) symbol(native string, define func(term)) term {
	i, known := p.index[native]
	if !known {
		i = len(p.atoms)
		p.index[native] = i
		p.atoms = append(p.atoms, native)
	}
	t := term{fmt.Sprintf("(X %d)", i), certificate.Variable(certificate.Symbol(i))}
	if !known && define != nil {
		define(t)
	}
	return t
}

// bool returns the atom for a Coq term of type bool, as a number that is 0 or 1.
func (p *place) bool(native string, define func(term)) term {
	return p.symbol("Truth "+native, func(t term) {
		p.give("(truth_low "+native+")", le(constant(0), t))
		p.give("(truth_high "+native+")", le(t, constant(1)))
		if define != nil {
			define(t)
		}
	})
}

// ref returns the value of a symbol as a number.
func (p *place) ref(s *expr.Symbol) term {
	native := p.read(s)
	switch t := p.w.defs.translation.kind(s); t.Kind {
	case expr.Bool:
		return p.bool(native, nil)
	case expr.Enumerated:
		number := p.w.defs.translation.numbering(t.Enum)
		return p.atom("("+number+" "+native+")", func(x term) {
			p.give("("+number+"_low "+native+")", le(constant(0), x))
			p.give("("+number+"_high "+native+")", le(x, constant(int64(len(t.Enum.Values))-1)))
		})
	}
	return p.atom(native, nil)
}

// term returns the value of an expression as a number.
func (p *place) term(e expr.Expr) term {
	switch e := e.(type) {
	case *expr.Lit:
		return constant(e.Value)
	case *expr.Text:
		return constant(int64(p.w.defs.translation.text(e.Value)))
	case *expr.Ref:
		return p.ref(e.Symbol)
	case *expr.Unary:
		if e.Op == expr.Neg {
			return minus(constant(0), p.term(e.X))
		}
	case *expr.Binary:
		switch e.Op {
		case expr.Add:
			return plus(p.term(e.X), p.term(e.Y))
		case expr.Sub:
			return minus(p.term(e.X), p.term(e.Y))
		case expr.Mul:
			x, y := p.term(e.X), p.term(e.Y)
			if len(x.poly)*len(y.poly) > maxTerms {
				return p.atom(p.w.defs.translation.number(e, p.read), nil)
			}
			return times(x, y)
		case expr.Quo, expr.Rem:
			return p.divide(e)
		}
	case *expr.Call:
		return p.extreme(e)
	case *expr.Case:
		return p.pick(e)
	}
	return p.flag(e)
}

// flag returns a condition as a number.
func (p *place) flag(e expr.Expr) term {
	native := p.w.defs.translation.truth(e, p.read)
	return p.bool(native, func(t term) {
		c := p.cond(e)
		p.give("(either "+native+")", or(and(c, holds(t)), and(not(c), not(holds(t)))))
	})
}

// extreme returns min or max, of two arguments at a time.
func (p *place) extreme(e *expr.Call) term {
	last := len(e.Args) - 1
	if last == 0 {
		return p.term(e.Args[0])
	}
	first := e.Args[0]
	if last > 1 {
		first = &expr.Call{Op: e.Op, Args: e.Args[:last]}
	}
	of := " " + p.w.defs.translation.number(first, p.read) + " " + p.w.defs.translation.number(e.Args[last], p.read) + ")"
	return p.atom(p.w.defs.translation.number(e, p.read), func(t term) {
		x, y := p.term(first), p.term(e.Args[last])
		if e.Op == expr.Max {
			p.give("(max_left"+of, le(x, t))
			p.give("(max_right"+of, le(y, t))
			p.give("(max_either"+of, or(eq(t, x), eq(t, y)))
			return
		}
		p.give("(min_left"+of, le(t, x))
		p.give("(min_right"+of, le(t, y))
		p.give("(min_either"+of, or(eq(t, x), eq(t, y)))
	})
}

// divide returns a quotient or a remainder.
func (p *place) divide(e *expr.Binary) term {
	x, y := p.w.defs.translation.number(e.X, p.read), p.w.defs.translation.number(e.Y, p.read)
	r := p.atom("(Z.rem "+x+" "+y+")", nil)
	q := p.atom("(Z.quot "+x+" "+y+")", func(q term) {
		a, b, zero, one := p.term(e.X), p.term(e.Y), constant(0), constant(1)
		size := func(b term) cond {
			return and(le(one, b), and(le(r, minus(b, one)), le(zero, plus(minus(b, one), r))))
		}
		p.give("(division "+x+" "+y+")", or(eq(b, zero), and(eq(a, plus(times(b, q), r)),
			and(or(and(le(zero, a), le(zero, r)), and(le(a, zero), le(r, zero))), or(size(b), size(minus(zero, b)))))))
	})
	if e.Op == expr.Quo {
		return q
	}
	return r
}

// pick returns the number that belongs to a value of an enum, or of a condition.
func (p *place) pick(e *expr.Case) term {
	if e.Of.Type().Kind == expr.Bool {
		yes, no := e.Values[1], e.Values[0]
		of := strings.Join([]string{p.w.defs.translation.truth(e.Of, p.read), p.w.defs.translation.number(yes, p.read), p.w.defs.translation.number(no, p.read)}, " ")
		return p.atom(p.w.defs.translation.number(e, p.read), func(t term) {
			c := p.cond(e.Of)
			p.give("(picked "+of+")", or(and(c, eq(t, p.term(yes))), and(not(c), eq(t, p.term(no)))))
		})
	}
	return p.atom(p.w.defs.translation.number(e, p.read), func(t term) {
		args := []string{p.w.defs.translation.picking(e.Of.Type().Enum) + "_case", p.w.defs.translation.value(e.Of, p.read)}
		of := p.term(e.Of)
		var ways []cond
		for i, v := range e.Values {
			args = append(args, p.w.defs.translation.number(v, p.read))
			ways = append(ways, and(eq(of, constant(int64(i))), eq(t, p.term(v))))
		}
		all := ways[len(ways)-1]
		for i := len(ways) - 2; i >= 0; i-- {
			all = or(ways[i], all)
		}
		p.give("("+strings.Join(args, " ")+")", all)
	})
}

// cond returns a condition.
func (p *place) cond(e expr.Expr) cond {
	switch e := e.(type) {
	case *expr.Lit:
		return truth(e.Value == 1)
	case *expr.Ref:
		return holds(p.ref(e.Symbol))
	case *expr.Unary:
		return not(p.cond(e.X))
	case *expr.Binary:
		switch e.Op {
		case expr.And:
			return and(p.cond(e.X), p.cond(e.Y))
		case expr.Or:
			return or(p.cond(e.X), p.cond(e.Y))
		}
		x, y := p.term(e.X), p.term(e.Y)
		switch e.Op {
		case expr.Eq:
			return eq(x, y)
		case expr.Ne:
			return not(eq(x, y))
		case expr.Lt:
			return lt(x, y)
		case expr.Le:
			return le(x, y)
		case expr.Gt:
			return lt(y, x)
		case expr.Ge:
			return le(y, x)
		}
	}
	panic(fmt.Sprintf("unreachable: condition %T in a checked machine", e))
}

// fits is the condition that a number fits in Go's int.
func (p *place) fits(t term) cond {
	word := p.atom("(int_max P)", nil)
	return and(le(minus(minus(constant(0), word), constant(1)), t), le(t, word))
}
