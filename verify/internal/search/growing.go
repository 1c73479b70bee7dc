package search

import (
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const (
	// maxGrowth limits how many of the first waits are added up one by one.
	maxGrowth = 20
	// maxFactor limits the factor by which a wait grows.
	maxFactor = 10
	// maxAhead limits how often a wait grows before it is used.
	maxAhead = 2
)

// growth is how a wait changes before the next one: it is multiplied, and a number is added. The zero value is none.
type growth struct{ times, plus int64 }

// of returns the wait after w, or false if it is too large.
func (g growth) of(w int64) (int64, bool) {
	if g.times > 0 && w > math.MaxInt32*int64(math.MaxInt16)/g.times {
		return 0, false
	}
	return g.times*w + g.plus, true
}

// expression returns the wait after x.
func (g growth) expression(x expr.Expr) expr.Expr {
	return plus(expr.Simplify(&expr.Binary{Op: expr.Mul, X: expr.Number(g.times), Y: x}), expr.Number(g.plus))
}

// grown reads a growth of a variable, up to a limit or without one. It is the variable itself if the growth is {1, 0}.
func grown(x expr.Expr, v *expr.Symbol) (growth, bool) {
	switch x := x.(type) {
	case *expr.Lit:
		return growth{0, x.Value}, true
	case *expr.Ref:
		return growth{1, 0}, x.Symbol == v
	case *expr.Binary:
		a, ok1 := grown(x.X, v)
		b, ok2 := grown(x.Y, v)
		switch {
		case !ok1 || !ok2:
		case x.Op == expr.Add:
			return growth{a.times + b.times, a.plus + b.plus}, true
		case x.Op == expr.Mul && a.times == 0 && a.plus <= maxFactor:
			return growth{a.plus * b.times, a.plus * b.plus}, true
		case x.Op == expr.Mul && b.times == 0 && b.plus <= maxFactor:
			return growth{b.plus * a.times, b.plus * a.plus}, true
		}
	case *expr.Call:
		for _, a := range x.Args {
			if g, ok := grown(a, v); ok && g.times > 0 && x.Op == expr.Min {
				return g, true
			}
		}
	}
	return growth{}, false
}

// growing is a wait that grows up to the end of its range.
type growing struct {
	wait   *core.Var
	growth growth
	// first is the first wait that is used, and most the longest one: numbers, or expressions over the parameters.
	first, most expr.Expr
	// from and to are these for the default parameters.
	from, to int64
	// ahead says for each state how often the wait grows before it is used.
	ahead []int
}

// newGrowing returns how a variable grows that an amount adds up, or false if it does not grow in one way up to a number.
func newGrowing(m *core.Machine, of obligation.Lasting, variable int) (*growing, bool) {
	v := &m.Vars[variable]
	from, ok1 := byDefault(m, v.Init)
	to, ok2 := byDefault(m, v.Max)
	if !ok1 || !ok2 || v.State >= 0 || from <= 0 || to <= from {
		return nil, false
	}
	g := &growing{wait: v, first: v.Init, most: v.Max, from: from, to: to, ahead: make([]int, len(m.States))}
	grows := make([]bool, len(m.Transitions))
	for i := range m.Transitions {
		for _, u := range m.Transitions[i].Updates {
			by, ok := grown(u.Value, v.Symbol)
			if u.Var != variable || !ok || by.times == 0 || by == (growth{1, 0}) {
				continue
			}
			if grows[i] = true; g.growth != (growth{}) && g.growth != by {
				return nil, false
			}
			g.growth = by
		}
	}
	if g.growth.times == 0 || g.growth.plus < 0 {
		return nil, false
	}
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.Effect != core.Take {
				continue
			}
			ahead := g.ahead[t.To]
			if grows[i] {
				ahead++
			}
			if costs := of.Step(m, i); len(costs) > 0 {
				by, ok := grown(costs[0], v.Symbol)
				if !ok || len(costs) > 1 || by != g.growth && by != (growth{1, 0}) {
					return nil, false
				}
				if ahead = 0; by == g.growth {
					ahead = 1
				}
			}
			if ahead > g.ahead[t.From] && ahead <= maxAhead {
				g.ahead[t.From], again = ahead, true
			}
		}
	}
	for range g.ahead[m.Initial] {
		if g.from, ok1 = g.growth.of(g.from); !ok1 {
			return nil, false
		}
		g.first = expr.Simplify(g.growth.expression(g.first))
	}
	return g, true
}

// byDefault returns the value of an expression over the parameters for their defaults. It reports whether it is known.
func byDefault(m *core.Machine, x expr.Expr) (value int64, known bool) {
	if x == nil {
		return 0, false
	}
	y := expr.Simplify(expr.Substitute(x, func(s *expr.Symbol) expr.Expr {
		if s.Scope == expr.Param {
			return m.Params[s.Index].Default
		}
		return nil
	}))
	n, known := y.(*expr.Lit)
	if !known {
		return 0, false
	}
	return n.Value, true
}

// sum is a function of a wait w: it is at least the sum of this wait and of those after it, of which there are count, as long as they grow.
type sum struct{ count, times, plus int64 }

// sums returns the sums of no waits, of one, and so on, until the first one is as long as waits get.
func (g *growing) sums() []sum {
	list := []sum{{}}
	for w := g.from; w < g.to && len(list) <= maxGrowth; {
		last := list[len(list)-1]
		list = append(list, sum{last.count + 1, 1 + last.times*g.growth.times, last.plus + last.times*g.growth.plus})
		next, ok := g.growth.of(w)
		if !ok || next <= w {
			break
		}
		w = next
	}
	return list
}

// growing returns a limit that may hold because waits grow: there is one for each number of first waits, which is their sum, and each
// wait that is still to come after them lasts as long as waits get. The lowest one of these pays. It returns nil if it finds none.
func (c *counting) growing(of obligation.Lasting, k int) *verdict.Count {
	m := c.summing.linear.machine
	reads := of.Reads(m)
	if len(reads) != 1 {
		return nil
	}
	g, ok := newGrowing(m, of, reads[0])
	if !ok {
		return nil
	}
	ones := make([]certificate.Poly, len(c.summing.linear.costs[k]))
	for i, cost := range c.summing.linear.costs[k] {
		if len(cost) > 0 {
			ones[i] = certificate.Constant(1)
		}
	}
	before := c.system.Left()
	found := c.candidate(of, k, potential.Around, ones)
	c.Input.Prover.Spend(before-c.system.Left(), c.system.Left() <= 0)
	if found == nil {
		return nil
	}
	sums, lefts := g.sums(), slices.Clone(found.Potential)
	for s, left := range found.Potential {
		if none, is := left.(*expr.Lit); is && none.Value == 0 {
			continue
		}
		var next expr.Expr = &expr.Ref{Symbol: g.wait.Symbol}
		for range g.ahead[s] {
			next = g.growth.expression(next)
		}
		least := &expr.Call{Op: expr.Min}
		for _, x := range sums {
			least.Args = append(least.Args, g.limit(x, next, left))
		}
		found.Potential[s] = least
	}
	found.Most = c.most(found)
	if _, constant := found.Most.(*expr.Lit); !constant {
		found.Most = c.long(g, sums[len(sums)-1], of, lefts[m.Initial])
	}
	return found
}

// long returns a limit at the start: that which adds up all of the first waits, or none of them. It is the lowest one if there are as many.
func (c *counting) long(g *growing, x sum, of obligation.Lasting, left expr.Expr) expr.Expr {
	m := c.summing.linear.machine
	w := notation.New(m, c.Input.Theory.Params())
	left = w.Neat(gathered(expr.Simplify(expr.Substitute(left, obligation.Initially(m)))))
	each := w.Neat(&expr.Binary{Op: expr.Mul, X: g.most, Y: left})
	first := plus(expr.Simplify(&expr.Binary{Op: expr.Mul, X: expr.Number(x.times), Y: g.first}), expr.Number(x.plus))
	later := plus(first, &expr.Binary{Op: expr.Mul, X: g.most, Y: besides(left, x.count)})
	all, is := first.(*expr.Lit)
	if most, both := g.most.(*expr.Lit); is && both {
		later = &expr.Call{Op: expr.Max, Args: []expr.Expr{w.Neat(&expr.Binary{Op: expr.Sub, X: each, Y: expr.Number(x.count*most.Value - all.Value)}), all}}
	}
	var out expr.Expr = &expr.Call{Op: expr.Min, Args: []expr.Expr{each, later}}
	for _, y := range of.Start(m) {
		out = plus(out, expr.Substitute(y, obligation.Initially(m)))
	}
	return w.Neat(gathered(out))
}

// limit returns what waits last of which the next one and how many are left are given, if their first ones are added up one by one.
func (g *growing) limit(x sum, next, left expr.Expr) expr.Expr {
	if x.count == 0 {
		return timesLength(left, g.most)
	}
	return plus(plus(timesLength(next, expr.Number(x.times)), expr.Number(x.plus)), timesLength(besides(left, x.count), g.most))
}

// besides returns max(x - n, 0).
func besides(x expr.Expr, n int64) expr.Expr {
	return &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Simplify(&expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(n)}), expr.Number(0)}}
}
