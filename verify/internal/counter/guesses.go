package counter

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// The kinds of conditions, those that are left out first if they can be first.
const (
	endOfInt = iota
	partOfGuard
	knownFact
	ofParams
	ofPlace
	kindsOfGuesses
)

// guesses lists conditions that hold in all explored configurations of a set in a state: comparisons in guards, or their opposites,
// the values of bools and enums, and the ends of ints.
func (c *closing) guesses(g *explore.Graph, state int) []expr.Expr {
	m := c.Machine
	out := []expr.Expr{} // not nil, also if nothing is known
	add := func(kind int) func(expr.Expr) {
		return func(x expr.Expr) {
			x = expr.Simplify(x)
			if _, constant := x.(*expr.Lit); constant || !c.readable(state, x) || slices.ContainsFunc(out, func(y expr.Expr) bool { return expr.Equal(x, y) }) {
				return
			}
			if !slices.ContainsFunc(c.rows[state], func(vars []int64) bool { return !holds(m, g.Params, x, vars) }) {
				out = append(out, x)
				c.kinds[x] = kind
			}
		}
	}
	for i := range m.Vars {
		x := &m.Vars[i]
		if !m.Exists(i, state) {
			continue
		}
		if x.Type.Kind != expr.Int {
			c.values(x.Symbol, func(vars []int64) int64 { return vars[i] }, state, add(ofPlace))
			continue
		}
		c.values(x.Symbol, func(vars []int64) int64 { return vars[i] }, state, add(endOfInt))
		ref := &expr.Ref{Symbol: x.Symbol}
		if x.Min != nil {
			add(knownFact)(&expr.Binary{Op: expr.Ge, X: ref, Y: x.Min})
		}
		if x.Max != nil {
			add(knownFact)(&expr.Binary{Op: expr.Le, X: ref, Y: x.Max})
		}
	}
	for i := range m.Params {
		c.values(m.Params[i].Symbol, func([]int64) int64 { return g.Params[i] }, state, add(ofParams))
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Guard == nil || t.From != state {
			continue
		}
		expr.Walk(t.Guard, func(x expr.Expr) {
			if x.Type().Kind == expr.Bool {
				add(partOfGuard)(x)
				add(partOfGuard)(&expr.Unary{Op: expr.Not, X: x})
			}
		})
	}
	for _, i := range m.Invariants {
		if i.State < 0 || i.State == state {
			add(knownFact)(i.Expr)
		}
	}
	return out
}

// values adds what the values of a symbol in the set are: one value, those that it does not have, or the least and the greatest.
func (c *closing) values(s *expr.Symbol, of func(vars []int64) int64, state int, add func(expr.Expr)) {
	ref := &expr.Ref{Symbol: s}
	is := func(op expr.Op, n int64) expr.Expr {
		return &expr.Binary{Op: op, X: ref, Y: &expr.Lit{T: s.Type, Value: n}}
	}
	seen := map[int64]bool{}
	for _, vars := range c.rows[state] {
		seen[of(vars)] = true
	}
	var list []int64
	for n := range seen {
		list = append(list, n)
	}
	slices.Sort(list)
	switch s.Type.Kind {
	case expr.Bool:
		add(ref)
		add(&expr.Unary{Op: expr.Not, X: ref})
	case expr.Enumerated:
		if len(list) == 1 {
			add(is(expr.Eq, list[0]))
			return
		}
		for n := range int64(len(s.Type.Enum.Values)) {
			if !seen[n] {
				add(is(expr.Ne, n))
			}
		}
	case expr.Int:
		if len(list) == 1 {
			add(is(expr.Eq, list[0]))
		}
		add(is(expr.Ge, list[0]))
		add(is(expr.Le, list[len(list)-1]))
	}
}

// readable reports whether a condition reads only what has a value in a state, and no strings.
func (c *closing) readable(state int, x expr.Expr) bool {
	return !expr.Uses(x, func(s *expr.Symbol) bool {
		return s.Type.Kind == expr.String || s.Scope != expr.Param && (s.Scope != expr.Var || !c.Machine.Exists(s.Index, state))
	})
}

// listing returns the condition that the values of the variables are those of a row. Strings are left out.
func listing(m *core.Machine, state int, rows [][]int64) (out expr.Expr) {
	for _, vars := range rows {
		var all expr.Expr
		for i := range m.Vars {
			x := &m.Vars[i]
			if x.Type.Scalar() && x.Type.Kind != expr.String && m.Exists(i, state) {
				all = expr.Both(all, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: x.Symbol}, Y: &expr.Lit{T: x.Type, Value: vars[i]}})
			}
		}
		switch {
		case all == nil:
			return expr.Truth(true)
		case out == nil:
			out = all
		default:
			out = &expr.Binary{Op: expr.Or, X: out, Y: all}
		}
	}
	return out
}
