package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// started is how often some clocks start, for the search alone.
type started struct{ timers []int }

// Valid is not asked of a part.
func (s started) Valid(*core.Machine) bool { return false }

// Start implements [verdict.Amount].
func (s started) Start(m *core.Machine) []expr.Expr { return s.of(obligation.Begin(m)) }

// Step implements [verdict.Amount].
func (s started) Step(m *core.Machine, transition int) []expr.Expr {
	return s.of(obligation.Start(m, &m.Transitions[transition]))
}

func (s started) of(starts []int) (list []expr.Expr) {
	for _, i := range starts {
		if slices.Contains(s.timers, i) {
			list = append(list, expr.Number(1))
		}
	}
	return list
}

// lengths takes apart how long some timers last, if one of them depends on parameters: into how long those last that do not, in their own
// unit, how long those last that depend on variables, and how often the others start that last equally long, times this. It adds the
// amounts to those of the search.
func lengths(m *core.Machine, l obligation.Lasting, all []verdict.Amount) ([]price, []verdict.Amount) {
	var list []price
	var constant, varying []int
	var others []started
	var ended []int // clocks whose lengths are added up when they end
	for _, i := range l.Timers {
		x := obligation.InUnits(m, i, l.Unit)
		switch _, is := x.(*expr.Lit); {
		case is && !varies(m, l, i):
			constant = append(constant, i)
			continue
		case obligation.AtEnd(m, i):
			ended = append(ended, i)
			continue
		case (obligation.Lasting{Timers: []int{i}}).Reads(m) != nil:
			varying = append(varying, i)
			continue
		}
		at := slices.IndexFunc(others, func(s started) bool { return expr.Equal(obligation.InUnits(m, s.timers[0], l.Unit), x) })
		if at < 0 {
			at, others = len(others), append(others, started{})
			list = append(list, price{x, len(all) + at})
		}
		others[at].timers = append(others[at].timers, i)
	}
	if len(others)+len(varying)+len(ended) == 0 {
		return nil, all
	}
	for _, s := range others {
		all = append(all, s)
	}
	for _, i := range ended {
		for _, e := range endings(m, l, i) {
			list, all = append(list, price{e.length, len(all)}), append(all, e)
		}
	}
	if len(varying) > 0 {
		list = append(list, price{expr.Number(1), len(all)})
		all = append(all, obligation.Lasting{Timers: varying, Unit: l.Unit})
	}
	if len(constant) > 0 {
		u := unit(m, constant)
		list = append(list, price{expr.Number(int64(u / l.Unit)), len(all)})
		all = append(all, obligation.Lasting{Timers: constant, Unit: u})
	}
	return list, all
}

// lasting looks for a limit of how long some timers last: as one amount, and as the sum of the limits of its parts.
func (c *counting) lasting(of verdict.Amount, k int, prices []price, useless func(most expr.Expr) bool) *verdict.Count {
	candidates := c.candidates(of, k)
	if len(prices) > 0 {
		sum := c.total(of, prices, nil)
		if waits := c.growths(prices); len(waits) > 0 {
			if grown := c.total(of, prices, waits); grown != nil && (sum == nil || !c.atLeast(grown.Most, sum.Most)) {
				candidates = append(candidates, grown) // before the sum, than which it is never higher
			}
		}
		if sum != nil {
			candidates = append(candidates, sum)
		}
		slices.SortStableFunc(candidates, func(a, b *verdict.Count) int { return compare(c.Input, a.Most, b.Most) })
	}
	return c.lowest(candidates, useless)
}

// growths returns limits of waits that grow, by their amounts.
func (c *counting) growths(prices []price) map[int]*verdict.Count {
	out := map[int]*verdict.Count{}
	for _, p := range prices {
		if part, is := c.rest[p.amount].(obligation.Lasting); is {
			if grown := c.growing(part, p.amount); grown != nil {
				out[p.amount] = grown
			}
		}
	}
	return out
}

// total returns the sum of the lowest limits of parts that may hold, times what one of each lasts. It is nil if a part has none.
// Limits of waits that grow may be given, by their amounts.
func (c *counting) total(of verdict.Amount, prices []price, waits map[int]*verdict.Count) *verdict.Count {
	m := c.summing.linear.machine
	out := &verdict.Count{Of: of, Assumed: c.assumed.Claims(), Potential: slices.Repeat([]expr.Expr{expr.Number(0)}, len(m.States))}
	var times, sums []expr.Expr // limits, and the sums of what lasts as often as these
	for _, p := range prices {
		var found []*verdict.Count
		if part, is := c.rest[p.amount].(obligation.Lasting); is && part.Reads(m) != nil {
			if grown := waits[p.amount]; grown != nil {
				found = []*verdict.Count{grown}
			} else {
				found = c.shortening(part, p.amount)
			}
		}
		if len(found) == 0 {
			found = c.candidates(c.rest[p.amount], p.amount)
		}
		if len(found) == 0 {
			return nil
		}
		for s, x := range found[0].Potential {
			out.Potential[s] = plus(out.Potential[s], timesLength(x, p.factor))
		}
		at := slices.IndexFunc(times, func(x expr.Expr) bool { return expr.Equal(x, found[0].Most) })
		if at < 0 {
			at, times, sums = len(times), append(times, found[0].Most), append(sums, expr.Number(0))
		}
		sums[at] = plus(sums[at], p.factor)
	}
	out.Most = expr.Number(0)
	for i := range times {
		out.Most = plus(out.Most, timesLength(times[i], sums[i]))
	}
	return out
}

func plus(x, y expr.Expr) expr.Expr {
	return expr.Simplify(&expr.Binary{Op: expr.Add, X: x, Y: y})
}

// timesLength returns a product, with each number in the first factor times the second one if that is a number too.
func timesLength(x, by expr.Expr) expr.Expr {
	n, constant := by.(*expr.Lit)
	if b, ok := x.(*expr.Binary); ok && constant {
		switch b.Op {
		case expr.Add, expr.Sub:
			return expr.Simplify(&expr.Binary{Op: b.Op, X: timesLength(b.X, n), Y: timesLength(b.Y, n)})
		case expr.Mul:
			if _, is := b.X.(*expr.Lit); is {
				return expr.Simplify(&expr.Binary{Op: expr.Mul, X: timesLength(b.X, n), Y: b.Y})
			}
		}
	}
	return expr.Simplify(&expr.Binary{Op: expr.Mul, X: x, Y: by})
}
