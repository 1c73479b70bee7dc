package cpf

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// unknown is a variable of the transition system, before or after a step.
type unknown struct {
	name string
	post bool
}

// scene turns expressions into polynomials and formulas over the variables of the transition system. What it must know of
// them is added to facts.
type scene struct {
	w *writer
	// unknowns are the variables, by symbol, and index has their symbols.
	unknowns []unknown
	index    map[unknown]certificate.Symbol
	facts    []certificate.Formula
	// inputs is the number of variables that the step sets anew, and made has those of expressions, by text.
	inputs int
	made   map[string]certificate.Symbol
	// still is set for what is about a location. There, an expression that is no polynomial gets a variable of the system,
	// which transitions into the location set, and held has these expressions.
	still bool
	held  []expr.Expr
}

func (w *writer) scene() *scene {
	return &scene{w: w, index: map[unknown]certificate.Symbol{}, made: map[string]certificate.Symbol{}}
}

func (s *scene) symbol(u unknown) certificate.Symbol {
	i, ok := s.index[u]
	if !ok {
		i = certificate.Symbol(len(s.unknowns))
		s.index[u] = i
		s.unknowns = append(s.unknowns, u)
	}
	return i
}

func (s *scene) variable(name string) certificate.Poly {
	return certificate.Variable(s.symbol(unknown{name, false}))
}

// input returns a variable for an expression that is no polynomial; equal ones have the same. The first call for one runs
// define.
func (s *scene) input(e expr.Expr, define func(certificate.Poly)) certificate.Poly {
	text := expr.Print(e, expr.Spec)
	i, ok := s.made[text]
	if !ok {
		if s.still {
			s.held = append(s.held, e)
			i = s.symbol(unknown{s.w.value(text), false})
		} else {
			i = s.fresh()
		}
		s.made[text] = i
		define(certificate.Variable(i))
	}
	return certificate.Variable(i)
}

// fresh returns a variable that the step sets anew.
func (s *scene) fresh() certificate.Symbol {
	s.inputs++
	s.w.inputs = max(s.w.inputs, s.inputs)
	return s.symbol(unknown{fmt.Sprintf("input.%d", s.inputs), true})
}

func (s *scene) fact(f certificate.Formula) { s.facts = append(s.facts, f) }

func atLeast(p, q certificate.Poly) certificate.Formula { return certificate.AtLeastZero(p.Sub(q)) }
func equal(p, q certificate.Poly) certificate.Formula   { return certificate.EqualZero(p.Sub(q)) }

var constant = certificate.Constant

// fits is the condition that a number fits in Go's int.
func (s *scene) fits(p certificate.Poly) certificate.Formula {
	word := s.variable(word)
	return certificate.And(atLeast(word, p), certificate.AtLeastZero(p.Add(word).Add(constant(1))))
}

// typed lists what the type of a value implies. That ints fit is a claim for variables, and given for all other values.
func (s *scene) typed(p certificate.Poly, t expr.Type, given bool) []certificate.Formula {
	most := int64(1)
	switch t.Kind {
	case expr.Enumerated:
		most = int64(len(t.Enum.Values)) - 1
	case expr.Bool:
	case expr.Int:
		if given {
			return []certificate.Formula{s.fits(p)}
		}
		return nil
	default:
		return nil
	}
	return []certificate.Formula{certificate.AtLeastZero(p), atLeast(constant(most), p)}
}

// ref returns the value of a symbol before the step.
func (s *scene) ref(symbol *expr.Symbol) certificate.Poly {
	switch symbol.Scope {
	case expr.Param:
		return s.variable(s.w.param(symbol.Index))
	case expr.Var:
		return s.variable(s.w.name(symbol.Index))
	}
	key := fmt.Sprintf("%d.%d", symbol.Scope, symbol.Index)
	i, ok := s.made[key]
	if !ok {
		i = s.fresh()
		s.made[key] = i
		s.facts = append(s.facts, s.typed(certificate.Variable(i), symbol.Type, true)...)
	}
	return certificate.Variable(i)
}

// value returns the value of an expression as a polynomial.
func (s *scene) value(e expr.Expr) certificate.Poly {
	switch e := e.(type) {
	case *expr.Lit:
		return constant(e.Value)
	case *expr.Text:
		return constant(s.w.text(e.Value))
	case *expr.Ref:
		return s.ref(e.Symbol)
	case *expr.Unary:
		if e.Op == expr.Neg {
			return s.value(e.X).Neg()
		}
	case *expr.Binary:
		switch e.Op {
		case expr.Add:
			return s.value(e.X).Add(s.value(e.Y))
		case expr.Sub:
			return s.value(e.X).Sub(s.value(e.Y))
		case expr.Mul:
			return s.value(e.X).Mul(s.value(e.Y))
		case expr.Quo, expr.Rem:
			return s.divide(e)
		}
	case *expr.Call:
		return s.input(e, func(v certificate.Poly) {
			var one []certificate.Formula
			for _, a := range e.Args {
				p := s.value(a)
				one = append(one, equal(v, p))
				if e.Op == expr.Max {
					s.fact(atLeast(v, p))
				} else {
					s.fact(atLeast(p, v))
				}
			}
			s.fact(certificate.Or(one...))
		})
	case *expr.Case:
		return s.input(e, func(v certificate.Poly) {
			of := s.value(e.Of)
			var ways []certificate.Formula
			for i, x := range e.Values {
				ways = append(ways, certificate.And(equal(of, constant(int64(i))), equal(v, s.value(x))))
			}
			s.fact(certificate.Or(ways...))
		})
	}
	return s.input(e, func(v certificate.Poly) {
		holds := s.formula(e)
		s.fact(certificate.Or(certificate.And(holds, equal(v, constant(1))), certificate.And(certificate.Not(holds), equal(v, constant(0)))))
	})
}

// divide returns x/y or x%y as Go defines them: x = y*q + r, where r is closer to 0 than y, and has the sign of x.
func (s *scene) divide(e *expr.Binary) certificate.Poly {
	r := s.input(&expr.Binary{Op: expr.Rem, X: e.X, Y: e.Y}, func(certificate.Poly) {})
	q := s.input(&expr.Binary{Op: expr.Quo, X: e.X, Y: e.Y}, func(q certificate.Poly) {
		a, b, zero := s.value(e.X), s.value(e.Y), constant(0)
		same := func(sign int64) certificate.Formula {
			return certificate.And(atLeast(a.Mul(constant(sign)), zero), atLeast(r.Mul(constant(sign)), zero))
		}
		less := func(b certificate.Poly) certificate.Formula {
			return certificate.And(atLeast(b.Sub(constant(1)), r), atLeast(b.Sub(constant(1)).Add(r), zero))
		}
		s.fact(certificate.Or(equal(b, zero), certificate.And(equal(a, b.Mul(q).Add(r)),
			certificate.Or(same(1), same(-1)), certificate.Or(less(b), less(b.Neg())))))
	})
	if e.Op == expr.Quo {
		return q
	}
	return r
}

// formula returns a condition.
func (s *scene) formula(e expr.Expr) certificate.Formula {
	switch e := e.(type) {
	case *expr.Unary:
		return certificate.Not(s.formula(e.X))
	case *expr.Binary:
		switch e.Op {
		case expr.And:
			return certificate.And(s.formula(e.X), s.formula(e.Y))
		case expr.Or:
			return certificate.Or(s.formula(e.X), s.formula(e.Y))
		}
		p, q := s.value(e.X), s.value(e.Y)
		switch e.Op {
		case expr.Eq:
			return equal(p, q)
		case expr.Ne:
			return certificate.Not(equal(p, q))
		case expr.Lt:
			return atLeast(q, p.Add(constant(1)))
		case expr.Le:
			return atLeast(q, p)
		case expr.Gt:
			return atLeast(p, q.Add(constant(1)))
		case expr.Ge:
			return atLeast(p, q)
		}
	}
	return atLeast(s.value(e), constant(1))
}

// chosen adds the conditions under which a transition is taken.
func (s *scene) chosen(i int) {
	m := s.w.m
	t := &m.Transitions[i]
	for k := range m.Transitions {
		before := &m.Transitions[k]
		waits := m.Events[before.Event].Eventless && !m.Events[t.Event].Eventless
		if before.From != t.From || !waits && (before.Event != t.Event || k >= i) {
			continue
		}
		holds := certificate.And()
		if before.Guard != nil {
			holds = s.formula(before.Guard)
		}
		s.fact(certificate.Not(holds))
	}
	if t.Guard != nil {
		s.fact(s.formula(t.Guard))
	}
}

// updated returns the value of a variable after a transition, over those before it.
func (s *scene) updated(t *core.Transition, v int) certificate.Poly {
	for _, u := range t.Updates {
		if u.Var == v {
			return s.value(u.Value)
		}
	}
	return s.variable(s.w.name(v))
}
