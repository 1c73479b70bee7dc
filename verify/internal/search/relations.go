package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
)

// maxPool limits the relations that are tried as invariants of each state.
const maxPool = 400

// pool collects relations that may hold in some states: those in guards, initial values
// and updates, and what these become after a step. They are mere guesses.
type pool struct {
	vocabulary *notation.Vocabulary
	machine    *core.Machine
	relations  []notation.Relation
	seen       map[string]bool
}

func newPool(m *core.Machine, e *encode.Encoder) *pool {
	p := &pool{vocabulary: notation.New(m, e), machine: m, seen: map[string]bool{}}
	p.first()
	for i := range m.Transitions {
		p.copies(&m.Transitions[i])
	}
	for i := range m.Transitions {
		p.guard(&m.Transitions[i])
	}
	p.constants()
	p.pairs()
	return p
}

// add adds a relation, unless the pool has it or it reads no variable.
func (p *pool) add(poly certificate.Poly, zero bool) {
	if p.varies(poly) {
		p.put(poly, zero)
	}
}

// varies reports whether a polynomial reads a variable.
func (p *pool) varies(poly certificate.Poly) bool {
	return slices.ContainsFunc(poly, func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(s certificate.Symbol) bool {
			known := p.vocabulary.Spec(s)
			return known != nil && known.Scope == expr.Var
		})
	})
}

// put adds a relation, unless the pool has it.
func (p *pool) put(poly certificate.Poly, zero bool) {
	if zero && len(poly) > 0 && poly[len(poly)-1].Coeff.Sign() < 0 {
		poly = poly.Neg()
	}
	text := poly.String()
	if zero {
		text += " = 0"
	}
	if !p.seen[text] && len(p.relations) < maxPool && p.vocabulary.Known(poly) {
		p.seen[text] = true
		p.relations = append(p.relations, notation.Relation{Poly: poly, Zero: zero})
	}
}

// both adds the relations that a polynomial is 0, at least 0, and at most 0.
func (p *pool) both(poly certificate.Poly) {
	p.add(poly, true)
	if p.vocabulary.Ints(poly) {
		p.add(poly, false)
		p.add(poly.Neg(), false)
	}
}

func (p *pool) variable(i int) certificate.Poly {
	return certificate.Variable(p.vocabulary.Encoder.Symbol(p.machine.Vars[i].Symbol))
}

// first adds the relations that variables have their initial values.
func (p *pool) first() {
	for i, x := range p.machine.Vars {
		if x.Init == nil || !x.Type.Scalar() {
			continue
		}
		if value, ok := p.vocabulary.Polynomial(x.Init); ok {
			p.both(p.variable(i).Sub(value))
		}
	}
}

// copies adds the relations that variables have the values that a transition assigns to
// them, provided that it does not change what these values are computed from.
func (p *pool) copies(t *core.Transition) {
	for _, u := range t.Updates {
		if !p.machine.Vars[u.Var].Type.Scalar() {
			continue
		}
		value, ok := p.vocabulary.Polynomial(u.Value)
		if !ok {
			continue
		}
		if after, ok := notation.Replace(value, p.before(t)); ok && p.vocabulary.Known(after) {
			p.both(p.variable(u.Var).Sub(after))
		}
	}
}

// before returns a function that expresses the value of a symbol before transition t over
// the values after it, for variables that stay the same or change by a constant, and for
// payload that is stored.
func (p *pool) before(t *core.Transition) func(certificate.Symbol) (certificate.Poly, bool) {
	known := map[certificate.Symbol]certificate.Poly{}
	changed := map[certificate.Symbol]bool{}
	for _, u := range t.Updates {
		if !p.machine.Vars[u.Var].Type.Scalar() {
			continue
		}
		s := p.vocabulary.Encoder.Symbol(p.machine.Vars[u.Var].Symbol)
		changed[s] = true
		value, ok := p.vocabulary.Polynomial(u.Value)
		if !ok {
			continue
		}
		if ref, is := u.Value.(*expr.Ref); is && ref.Symbol.Scope == expr.Field {
			known[p.vocabulary.Encoder.Symbol(ref.Symbol)] = certificate.Variable(s)
		}
		if difference := value.Sub(certificate.Variable(s)); difference.Number() {
			known[s] = certificate.Variable(s).Sub(difference)
		}
	}
	return func(s certificate.Symbol) (certificate.Poly, bool) {
		if before, ok := known[s]; ok {
			return before, true
		}
		return certificate.Variable(s), p.vocabulary.Spec(s) != nil && !changed[s]
	}
}

// guard adds the comparisons in the guard of t, over the values before the step and over
// those after it.
func (p *pool) guard(t *core.Transition) {
	if t.Guard == nil {
		return
	}
	before := p.before(t)
	expr.Walk(t.Guard, func(x expr.Expr) {
		b, ok := x.(*expr.Binary)
		if !ok || b.Op < expr.Eq || b.Op > expr.Ge {
			if ref, is := x.(*expr.Ref); is && ref.Symbol.Scope == expr.Var && ref.Symbol.Type.Kind == expr.Bool {
				p.add(p.vocabulary.Encoder.Poly(x), true)
				p.add(p.vocabulary.Encoder.Poly(x).Sub(certificate.Constant(1)), true)
			}
			return
		}
		left, ok1 := p.vocabulary.Polynomial(b.X)
		right, ok2 := p.vocabulary.Polynomial(b.Y)
		if !ok1 || !ok2 {
			return
		}
		difference := left.Sub(right)
		if p.given(b.Op, difference) {
			return
		}
		p.compared(b.Op, difference)
		if after, ok := notation.Replace(difference, before); ok {
			p.compared(b.Op, after)
		}
	})
}

// given adds a comparison of parameters alone, and its opposite: it holds in the states to which the guard leads. It reports whether there
// are only parameters in the difference.
func (p *pool) given(op expr.Op, difference certificate.Poly) bool {
	if difference.Number() || p.varies(difference) || !p.vocabulary.Known(difference) {
		return false
	}
	opposite := map[expr.Op]expr.Op{expr.Lt: expr.Ge, expr.Ge: expr.Lt, expr.Gt: expr.Le, expr.Le: expr.Gt}
	for _, o := range []expr.Op{op, opposite[op]} {
		if r := related(o, difference); o != 0 && o != expr.Ne {
			p.put(r.Poly, r.Zero)
		}
	}
	return true
}

// compared adds the relation that a difference compares with 0 as op states, its opposite,
// and relations that differ by 1.
func (p *pool) compared(op expr.Op, difference certificate.Poly) {
	one := certificate.Constant(1)
	switch op {
	case expr.Eq, expr.Ne:
		p.both(difference)
		if p.vocabulary.Ints(difference) {
			p.add(difference.Sub(one), false)
			p.add(difference.Neg().Sub(one), false)
		}
	default:
		for _, d := range []certificate.Poly{difference, difference.Neg()} {
			p.add(d, false)
			p.add(d.Sub(one), false)
			p.add(d.Add(one), false)
		}
		p.add(difference, true)
	}
}

// maxConstants limits the numbers with which each int is compared.
const maxConstants = 8

// numbers lists the int constants of the machine in order of occurrence.
func numbers(m *core.Machine) (out []int64) {
	m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(x expr.Expr) {
			if lit, ok := x.(*expr.Lit); ok && lit.T.Kind == expr.Int && len(out) < maxConstants && !slices.Contains(out, lit.Value) {
				out = append(out, lit.Value)
			}
		})
	})
	return out
}

// constants adds the relations that ints are at least or at most each number and parameter
// of the machine, and that bools and enum values have each of their values.
func (p *pool) constants() {
	all := numbers(p.machine)
	for i, x := range p.machine.Vars {
		switch x.Type.Kind {
		case expr.Bool, expr.Enumerated:
			count := int64(2)
			if x.Type.Kind == expr.Enumerated {
				count = int64(len(x.Type.Enum.Values))
			}
			for n := range count {
				p.add(p.variable(i).Sub(certificate.Constant(n)), true)
			}
		case expr.Int:
			p.add(p.variable(i), false)
			for _, q := range p.machine.Params {
				if q.Type.Kind == expr.Int {
					p.both(p.variable(i).Sub(certificate.Variable(p.vocabulary.Encoder.Symbol(q.Symbol))))
				}
			}
			for _, n := range all {
				p.both(p.variable(i).Sub(certificate.Constant(n)))
			}
		}
	}
}

// maxPaired limits the variables that are compared in pairs.
const maxPaired = 8

// pairs adds relations between two variables: which one is larger, and that their sum or
// difference keeps its initial value.
func (p *pool) pairs() {
	var ints []int
	for i, x := range p.machine.Vars {
		if x.Type.Kind == expr.Int && len(ints) < maxPaired {
			ints = append(ints, i)
		}
	}
	for n, i := range ints {
		for _, j := range ints[n+1:] {
			x, y := p.variable(i), p.variable(j)
			if a, b, ok := p.together(i, j); ok {
				p.both(x.Add(y).Sub(a.Add(b)))
				p.both(x.Sub(y).Sub(a.Sub(b)))
				for _, rate := range p.rates(i, j) {
					p.both(x.Sub(a).Mul(rate[1]).Sub(y.Sub(b).Mul(rate[0])))
				}
			}
			p.add(x.Sub(y), false)
			p.add(y.Sub(x), false)
		}
	}
}

// maxRates limits the rates of one pair.
const maxRates = 3

// rates lists the constants by which transitions change both of two variables.
func (p *pool) rates(i, j int) (out [][2]certificate.Poly) {
	for _, t := range p.machine.Transitions {
		var change [2]certificate.Poly
		for _, u := range t.Updates {
			for k, v := range [2]int{i, j} {
				if value, ok := p.vocabulary.Polynomial(u.Value); u.Var == v && ok {
					if d := value.Sub(p.variable(v)); len(d) > 0 && d.Number() {
						change[k] = d
					}
				}
			}
		}
		if change[0] != nil && change[1] != nil && len(out) < maxRates {
			out = append(out, change)
		}
	}
	return out
}

// together returns the initial values of two variables that some transition changes
// together.
func (p *pool) together(i, j int) (a, b certificate.Poly, ok bool) {
	first, second := p.machine.Vars[i].Init, p.machine.Vars[j].Init
	if first == nil || second == nil {
		return nil, nil, false
	}
	a, ok1 := p.vocabulary.Polynomial(first)
	b, ok2 := p.vocabulary.Polynomial(second)
	both := slices.ContainsFunc(p.machine.Transitions, func(t core.Transition) bool {
		sets := func(v int) bool {
			return slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == v })
		}
		return sets(i) && sets(j)
	})
	return a, b, ok1 && ok2 && both
}

// Hints lists conditions that may hold in some configurations: those that are guessed for invariants.
func Hints(in *Input) (out []expr.Expr) {
	p := newPool(in.Machine, in.Theory.Params())
	for _, r := range p.relations {
		if x, ok := p.vocabulary.Condition(r); ok {
			out = append(out, x)
		}
	}
	return out
}
