package synthesis

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// peaks is a multiple of the largest of several linear functions, plus a number. low means that it is never below
// the number.
type peaks struct {
	of     []poly
	times  int64
	offset int64
	low    bool
}

const (
	// maxSides limits the linear functions that guards suggest for one state, and maxPeaks those of which
	// the largest counts.
	maxSides = 8
	maxPeaks = 3
)

// peaks finds some that equal the longest runs in all rows, and of which none can be left out. The functions are the
// differences that are positive where a guard holds, such as x and y for x > 0 || y > 0.
func (t table) peaks(m *core.Machine) *peaks {
	list := t.sides(m)
	values := make([][]int64, len(list))
	for i := range list {
		for _, r := range t.rows {
			values[i] = append(values[i], list[i].numerator(r))
		}
	}
	var chosen []int
	var choose func(from, more int) *peaks
	choose = func(from, more int) *peaks {
		if more == 0 {
			return t.fitting(list, values, chosen)
		}
		for i := from; i < len(list); i++ {
			chosen = append(chosen, i)
			found := choose(i+1, more-1)
			if chosen = chosen[:len(chosen)-1]; found != nil {
				return found
			}
		}
		return nil
	}
	for n := 2; n <= maxPeaks; n++ {
		if found := choose(0, n); found != nil {
			return found
		}
	}
	return nil
}

// fitting returns a multiple of the largest of the chosen functions that equals the longest runs in all rows, or nil. values
// has the values of each function in the rows.
func (t table) fitting(list []poly, values [][]int64, chosen []int) *peaks {
	for _, low := range []bool{false, true} {
		if *t.work -= len(t.rows); *t.work <= 0 {
			return nil
		}
		top := func(row int) int64 {
			most := values[chosen[0]][row]
			for _, i := range chosen[1:] {
				most = max(most, values[i][row])
			}
			if low {
				most = max(most, 0)
			}
			return most
		}
		other := slices.IndexFunc(t.rows, func(r row) bool { return r.remaining != t.rows[0].remaining })
		if other < 0 || top(other) == top(0) {
			continue
		}
		p := &peaks{low: low}
		p.times = (t.rows[other].remaining - t.rows[0].remaining) / (top(other) - top(0))
		p.offset = t.rows[0].remaining - p.times*top(0)
		fits := p.times > 0
		for i := 0; fits && i < len(t.rows); i++ {
			fits = t.rows[i].remaining == p.times*top(i)+p.offset
		}
		if !fits {
			continue
		}
		for _, i := range chosen {
			p.of = append(p.of, list[i])
		}
		return p
	}
	return nil
}

// sides lists the differences that are positive where a comparison in a guard holds, and that read variables.
func (t table) sides(m *core.Machine) (list []poly) {
	add := func(x, y expr.Expr, more int64) {
		a, ok1 := expand(t.symbols, x)
		b, ok2 := expand(t.symbols, y)
		if !ok1 || !ok2 || len(list) == maxSides {
			return
		}
		p := poly{t.symbols, sumTerms(a, negated(b)), 1}.plus(more)
		linear := !slices.ContainsFunc(p.terms, func(t term) bool { return len(t.monomial) > 1 })
		reads := slices.ContainsFunc(p.terms, func(u term) bool { return len(u.monomial) == 1 && t.symbols[u.monomial[0]].Scope == expr.Var })
		same := func(q poly) bool { return len(sumTerms(q.terms, negated(p.terms))) == 0 }
		if linear && reads && !slices.ContainsFunc(list, same) {
			list = append(list, p)
		}
	}
	for i := range m.Transitions {
		if m.Transitions[i].Effect != core.Take {
			continue
		}
		expr.Walk(m.Transitions[i].Guard, func(x expr.Expr) {
			b, ok := x.(*expr.Binary)
			if !ok || b.X.Type().Kind != expr.Int {
				return
			}
			switch b.Op {
			case expr.Gt:
				add(b.X, b.Y, 0)
			case expr.Ge:
				add(b.X, b.Y, 1)
			case expr.Lt:
				add(b.Y, b.X, 0)
			case expr.Le:
				add(b.Y, b.X, 1)
			case expr.Ne:
				add(b.X, b.Y, 0)
				add(b.Y, b.X, 0)
			}
		})
	}
	return list
}

// expr writes the peaks as an expression.
func (p *peaks) expr() expr.Expr {
	call := &expr.Call{Op: expr.Max}
	if p.low {
		call.Args = append(call.Args, expr.Number(0))
	}
	for _, q := range p.of {
		call.Args = append(call.Args, written(q.symbols, q.terms))
	}
	if p.times == 1 {
		return plus(call, p.offset)
	}
	return plus(&expr.Binary{Op: expr.Mul, X: expr.Number(p.times), Y: call}, p.offset)
}

// changed returns peaks with other numbers.
func (p *peaks) changed(by, more int64, low bool) *peaks {
	if p == nil {
		return nil
	}
	return &peaks{p.of, p.times * by, p.offset*by + more, p.low || low}
}
