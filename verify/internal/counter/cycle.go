package counter

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// cycle is a sequence of steps from a state back to it, as a function of the values
// before it: the conditions under which it is taken, and the values after it.
type cycle struct {
	vocabulary *notation.Vocabulary
	machine    *core.Machine
	params     []int64
	conditions []certificate.Formula
	after      map[certificate.Symbol]certificate.Poly
}

// compose composes steps, with the given payloads and their answers, for the given parameters.
// It returns false if a step may fail, or a value is not a polynomial.
func (in *Input) compose(params []int64, steps []trace.Step, given payloads) (*cycle, bool) {
	w := &cycle{vocabulary: notation.New(in.Machine, in.Theory.Params()), machine: in.Machine, params: params, after: map[certificate.Symbol]certificate.Poly{}}
	return w, in.through(w, steps, given)
}

// through takes the steps of a cycle, of which w has none yet.
func (in *Input) through(w *cycle, steps []trace.Step, given payloads) bool {
	m, params := in.Machine, w.params
	first := func(s *expr.Symbol) expr.Expr {
		if s.Scope == expr.Param {
			return w.constant(s.Type, params[s.Index])
		}
		return nil // a variable stands for its value before the cycle
	}
	now := map[int]expr.Expr{}
	for i, x := range m.Vars {
		now[i] = &expr.Ref{Symbol: x.Symbol}
	}
	for i, s := range steps {
		t := &m.Transitions[s.Transition]
		value := func(symbol *expr.Symbol) expr.Expr {
			switch symbol.Scope {
			case expr.Param:
				return w.constant(symbol.Type, params[symbol.Index])
			case expr.Field:
				if x := given.at(i, symbol.Index); x != nil {
					return expr.Substitute(x, first)
				}
				return w.constant(symbol.Type, s.Fields[symbol.Index])
			case expr.External:
				return expr.Truth(s.Externals[symbol.Index] != 0)
			}
			return now[symbol.Index]
		}
		known, divides := w.vocabulary.Encoder.Size(), emitsQuotient(t)
		for _, x := range m.Chosen(s.Transition) {
			w.conditions = append(w.conditions, w.vocabulary.Encoder.Formula(expr.Simplify(expr.Substitute(x, value))))
		}
		next := map[int]expr.Expr{}
		for _, u := range t.Updates {
			if m.Vars[u.Var].Type.Scalar() {
				next[u.Var] = expr.Simplify(expr.Substitute(u.Value, value))
				divides = divides || canDivideByZero(next[u.Var])
			}
		}
		for i, x := range next {
			now[i] = x
		}
		if w.vocabulary.Encoder.Size() > known || divides {
			return false // more than polynomials, or a step that can fail
		}
	}
	state := m.Transitions[steps[0].Transition].From
	for i, x := range m.Vars {
		if !x.Type.Scalar() || !m.Exists(i, state) {
			continue
		}
		p, ok := w.vocabulary.Polynomial(now[i])
		if !ok || !w.vocabulary.Known(p) {
			return false
		}
		w.after[w.vocabulary.Encoder.Symbol(x.Symbol)] = p
	}
	return true
}

// emitsQuotient reports whether a transition divides to compute an output, so that
// the step can fail in a way that the conditions of the cycle do not rule out.
func emitsQuotient(t *core.Transition) bool {
	return slices.ContainsFunc(t.Emits, func(e core.Emission) bool {
		return slices.ContainsFunc(e.Values, func(x expr.Expr) bool { return divides(x, func(expr.Expr) bool { return true }) })
	})
}

// canDivideByZero reports whether x has a divisor that is not a constant other
// than 0. A later step of the cycle may overwrite the value of x, but a step that
// fails to compute it is not taken.
func canDivideByZero(x expr.Expr) bool {
	return divides(x, func(divisor expr.Expr) bool {
		lit, ok := divisor.(*expr.Lit)
		return !ok || lit.Value == 0
	})
}

// divides reports whether x divides by an expression that matches.
func divides(x expr.Expr, match func(divisor expr.Expr) bool) (found bool) {
	expr.Walk(x, func(part expr.Expr) {
		b, ok := part.(*expr.Binary)
		found = found || ok && (b.Op == expr.Quo || b.Op == expr.Rem) && match(b.Y)
	})
	return found
}

// constant returns a value of exploration as an expression.
func (w *cycle) constant(t expr.Type, value int64) expr.Expr {
	if t.Kind == expr.String {
		return &expr.Text{Value: explore.Strings(w.machine)[value]}
	}
	return &expr.Lit{T: t, Value: value}
}

// holds reports whether a relation holds for the given values of variables.
func (w *cycle) holds(r notation.Relation, vars []int64) bool {
	return r.Formula().Holds(func(s certificate.Symbol) *big.Int { return w.value(s, vars) })
}

// value returns the value of an unknown, given those of the variables, or 0.
func (w *cycle) value(s certificate.Symbol, vars []int64) *big.Int {
	symbol := w.vocabulary.Spec(s)
	if symbol == nil || symbol.Scope != expr.Var {
		return new(big.Int)
	}
	value := vars[symbol.Index]
	if symbol.Type.Kind == expr.String {
		value = w.vocabulary.Encoder.Number(explore.Strings(w.machine)[value])
	}
	return big.NewInt(value)
}

// atoms splits the conditions of a cycle into relations. Of a disjunction, it takes the
// first part that holds for the given values.
func (w *cycle) atoms(vars []int64) (atoms []notation.Relation, ok bool) {
	var collect func(certificate.Formula) bool
	collect = func(f certificate.Formula) bool {
		switch f.Op {
		case certificate.All:
			return !slices.ContainsFunc(f.Parts, func(part certificate.Formula) bool { return !collect(part) })
		case certificate.Any:
			for _, part := range f.Parts {
				before := len(atoms)
				if collect(part) {
					return true
				}
				atoms = atoms[:before]
			}
			return false
		}
		r := notation.Relation{Poly: f.Poly, Zero: f.Op == certificate.Zero}
		if !w.holds(r, vars) || !w.vocabulary.Known(f.Poly) {
			return false
		}
		if !f.Poly.Number() {
			atoms = append(atoms, r)
		}
		return true
	}
	for _, c := range w.conditions {
		if !collect(c) {
			return nil, false
		}
	}
	return atoms, true
}
