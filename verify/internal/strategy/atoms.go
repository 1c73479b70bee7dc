package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxAtoms limits the conditions that tell choices or parameters apart.
const maxAtoms = 120

// collector collects conditions, each of them once.
type collector struct {
	list []expr.Expr
	seen map[string]bool
}

func (c *collector) add(x expr.Expr) {
	x = expr.Simplify(x)
	if _, constant := x.(*expr.Lit); constant || len(c.list) >= maxAtoms {
		return
	}
	if text := expr.Print(x, expr.Spec); !c.seen[text] {
		if c.seen == nil {
			c.seen = map[string]bool{}
		}
		c.seen[text] = true
		c.list = append(c.list, x)
	}
}

// values adds the conditions that a bool or an enum value has each of its values.
func (c *collector) values(s *expr.Symbol) {
	ref := &expr.Ref{Symbol: s}
	switch s.Type.Kind {
	case expr.Bool:
		c.add(ref)
	case expr.Enumerated:
		for n := range s.Type.Enum.Values {
			c.add(&expr.Binary{Op: expr.Eq, X: ref, Y: &expr.Lit{T: s.Type, Value: int64(n)}})
		}
	}
}

// atoms lists conditions on the configurations in a state: comparisons in the guards there that
// read no payload and no answers, and the values of bools and enums.
func (f *finder) atoms(state int) []expr.Expr {
	m := f.Machine
	var c collector
	readable := func(x expr.Expr) bool {
		return !expr.Uses(x, func(s *expr.Symbol) bool {
			return s.Scope != expr.Param && (s.Scope != expr.Var || !m.Exists(s.Index, state))
		})
	}
	for _, t := range m.From(state) {
		for _, x := range comparisons(t.Guard) {
			if readable(x) {
				c.add(x)
			}
		}
	}
	for i := range m.Vars {
		if m.Exists(i, state) {
			c.values(m.Vars[i].Symbol)
		}
	}
	for i := range m.Params {
		c.values(m.Params[i].Symbol)
	}
	for _, x := range f.Hints {
		if readable(x) {
			c.add(x)
		}
	}
	return c.list
}

// comparisons lists the comparisons of a guard and its parts that are bools.
func comparisons(guard expr.Expr) (out []expr.Expr) {
	if guard == nil {
		return nil
	}
	expr.Walk(guard, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Binary:
			if x.Op >= expr.Eq && x.Op <= expr.Ge {
				out = append(out, x)
			}
		case *expr.Ref:
			if x.Type().Kind == expr.Bool {
				out = append(out, x)
			}
		}
	})
	return out
}

// opposite returns the negation of a condition.
func opposite(x expr.Expr) expr.Expr {
	flip := map[expr.Op]expr.Op{expr.Eq: expr.Ne, expr.Ne: expr.Eq, expr.Lt: expr.Ge, expr.Ge: expr.Lt, expr.Le: expr.Gt, expr.Gt: expr.Le}
	if b, ok := x.(*expr.Binary); ok && flip[b.Op] != 0 {
		return &expr.Binary{Op: flip[b.Op], X: b.X, Y: b.Y}
	}
	return &expr.Unary{Op: expr.Not, X: x}
}

// maxConstants limits the numbers with which parameters are compared.
const maxConstants = 4

// parametric lists conditions on the parameters, those that say most first.
func (f *finder) parametric() []expr.Expr {
	m := f.Machine
	var c collector
	for i := range m.Transitions {
		for _, x := range comparisons(m.Transitions[i].Guard) {
			if !expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope != expr.Param }) {
				c.add(x)
				c.add(opposite(x))
			}
		}
	}
	for i := range m.Params {
		s := m.Params[i].Symbol
		c.values(s)
		if s.Type.Kind == expr.Bool {
			c.add(opposite(&expr.Ref{Symbol: s}))
		}
	}
	var ints []core.Param
	for _, p := range m.Params {
		if p.Type.Kind == expr.Int {
			ints = append(ints, p)
		}
	}
	compare := func(op expr.Op, x *expr.Symbol, y expr.Expr) {
		c.add(&expr.Binary{Op: op, X: &expr.Ref{Symbol: x}, Y: y})
	}
	for _, p := range ints {
		for _, q := range ints {
			if p.Name != q.Name {
				compare(expr.Gt, p.Symbol, &expr.Ref{Symbol: q.Symbol})
				compare(expr.Ge, p.Symbol, &expr.Ref{Symbol: q.Symbol})
			}
		}
	}
	for n := range int64(maxConstants) {
		for _, p := range ints {
			compare(expr.Ge, p.Symbol, expr.Number(n))
		}
	}
	for n := range int64(maxConstants) {
		for _, p := range ints {
			compare(expr.Le, p.Symbol, expr.Number(n))
		}
	}
	return slices.Clip(c.list)
}

// reaching returns the boards whose longest runs reach the bound, and conditions on the parameters
// that only these satisfy: none if all of them do. No boards are returned if nothing tells
// them apart.
func (f *finder) reaching(boards []*board) (out []*board, given []expr.Expr) {
	tight := func(b *board) bool { return b.length == b.limit }
	short := slices.DeleteFunc(slices.Clone(boards), tight)
	out = slices.DeleteFunc(slices.Clone(boards), func(b *board) bool { return !tight(b) })
	if len(out) == 0 || len(short) == 0 {
		return out, nil
	}
	all := short
	for _, x := range f.parametric() {
		if slices.ContainsFunc(out, func(b *board) bool { return !b.holds(x, nil) }) {
			continue
		}
		if left := satisfying(short, x); len(left) < len(short) {
			given, short = append(given, x), left
		}
		if len(short) == 0 {
			return out, needed(given, all)
		}
	}
	return nil, nil
}

// satisfying returns the boards whose parameters satisfy conditions.
func satisfying(boards []*board, given ...expr.Expr) []*board {
	return slices.DeleteFunc(slices.Clone(boards), func(b *board) bool {
		return slices.ContainsFunc(given, func(x expr.Expr) bool { return !b.holds(x, nil) })
	})
}

// needed drops the conditions without which no board satisfies the others, either.
func needed(given []expr.Expr, boards []*board) []expr.Expr {
	for i := 0; i < len(given); {
		others := slices.Delete(slices.Clone(given), i, i+1)
		if len(others) > 0 && len(satisfying(boards, others...)) == 0 {
			given = others
		} else {
			i++
		}
	}
	return given
}
