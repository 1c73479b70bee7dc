package search

import (
	"cmp"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Times looks for limits of the time that a run takes if timers fire when they are due, to an outcome or to any end: -1. There is one for
// each cover that is worth a look, without those that are never below another one. The lowest one for usual parameters comes first.
func (f *Findings) Times(in *Input, outcome int) (list []*verdict.Time) {
	all := covers(in, outcome)
	in = in.toward(outcome)
	var amounts []verdict.Amount
	for _, c := range all {
		for _, l := range c.Lasting() {
			amounts = append(amounts, l)
		}
	}
	lasting := len(amounts)
	prices := make([][]price, lasting)
	for i := range prices {
		prices[i], amounts = lengths(in.Machine, amounts[i].(obligation.Lasting), amounts)
	}
	at := 0
	next := &verdict.Time{}
	f.limits(in, amounts, func(c *counting, k int) {
		if k >= lasting {
			return
		}
		if next.Counts == nil {
			next.Cover = all[at]
		}
		parts := len(next.Cover.Lasting())
		higher := func(most expr.Expr) bool {
			return slices.ContainsFunc(list, func(o *verdict.Time) bool { return c.atLeast(scaled(most, next.Cover.Unit), limit(o)) })
		}
		next.Counts = append(next.Counts, c.lasting(amounts[k], k, prices[k], func(most expr.Expr) bool { return parts == 1 && higher(most) }))
		if len(next.Counts) < parts {
			return
		}
		found := next
		at, next = at+1, &verdict.Time{}
		if slices.Contains(found.Counts, nil) || parts > 1 && higher(found.Most()) {
			return
		}
		list = slices.DeleteFunc(list, func(o *verdict.Time) bool { return c.atLeast(limit(o), limit(found)) })
		list = append(list, found)
	})
	slices.SortStableFunc(list, func(a, b *verdict.Time) int { return compare(in, limit(a), limit(b)) })
	return list
}

// toward returns the input for the runs to an outcome, or to any end: -1.
func (in *Input) toward(outcome int) *Input {
	if outcome < 0 {
		return in
	}
	out := *in
	out.Machine = obligation.Toward(in.Machine, outcome)
	out.Theory = encode.Empty(out.Machine)
	return &out
}

// limit returns a limit of time in nanoseconds.
func limit(t *verdict.Time) expr.Expr { return scaled(t.Most(), t.Cover.Unit) }

func scaled(most expr.Expr, unit time.Duration) expr.Expr {
	return expr.Simplify(&expr.Binary{Op: expr.Mul, X: expr.Number(int64(unit)), Y: most})
}

// covers returns the covers that are worth a look, first those that know which regions run at the same time. From all clocks, the
// others are left out in several orders: with clocks of as many states as possible, which start seldom; with timers of
// as few states as possible; with the shortest ones; and with the longest ones.
func covers(in *Input, outcome int) (list []obligation.Cover) {
	m := in.Machine
	whole := obligation.Cover{Unit: time.Nanosecond}
	for i := range obligation.Clocks(m) {
		if obligation.Longest(m, i) != nil && in.Keeps(i) && (obligation.Lasting{Timers: []int{i}, Unit: whole.Unit}).Valid(m) {
			whole.Timers = append(whole.Timers, i)
		}
	}
	if len(whole.Timers) == 0 && outcome < 0 || !whole.ValidToward(m, outcome) {
		return nil
	}
	from := []obligation.Cover{whole}
	if b := beside(m, whole, outcome); len(b.Beside) > 0 {
		from = []obligation.Cover{b, whole}
	}
	for _, c := range from {
		for _, first := range orders(in) {
			order := slices.Clone(whole.Timers)
			slices.SortStableFunc(order, first)
			kept := c
			for _, i := range order {
				if less := without(kept, i); less.ValidToward(m, outcome) {
					kept = less
				}
			}
			kept.Unit = unit(m, kept.All())
			if !slices.ContainsFunc(list, func(c obligation.Cover) bool { return same(c, kept) }) {
				list = append(list, kept)
			}
		}
	}
	return list
}

// Keeps reports whether a clock ends in time: that of a child machine does if its claim is proved.
func (in *Input) Keeps(clock int) bool {
	v := obligation.Invocation(in.Machine, clock)
	return v < 0 || in.Timely[in.Machine.Calls[in.Machine.Invocations[v].Call].Child]
}

// same reports whether two covers have the same timers in the same roles.
func same(a, b obligation.Cover) bool {
	return slices.EqualFunc(a.Lasting(), b.Lasting(), func(x, y obligation.Lasting) bool { return slices.Equal(x.Timers, y.Timers) })
}

// orders are the orders in which timers are left out.
func orders(in *Input) []func(a, b int) int {
	m := in.Machine
	places := func(i int) int {
		states, w := obligation.Located(m, i)
		if w != nil {
			return len(w.Leaves)
		}
		n := 0
		for _, s := range states {
			n++
			for _, r := range m.States[s].Regions {
				n += len(r.Leaves)
			}
		}
		return n
	}
	return []func(a, b int) int{
		func(a, b int) int { return places(a) - places(b) },
		func(a, b int) int { return places(b) - places(a) },
		func(a, b int) int { return longer(in, b, a) },
		func(a, b int) int { return longer(in, a, b) },
	}
}

// longer compares the durations of two timers, those that depend on parameters for the explored ones.
func longer(in *Input, a, b int) int {
	x, y := obligation.Longest(in.Machine, a), obligation.Longest(in.Machine, b)
	m, mConstant := x.(*expr.Lit)
	n, nConstant := y.(*expr.Lit)
	if mConstant && nConstant {
		return cmp.Compare(m.Value, n.Value)
	}
	first := obligation.Initially(in.Machine)
	x, y = expr.Substitute(x, first), expr.Substitute(y, first)
	if reads := func(s *expr.Symbol) bool { return s.Scope == expr.Var }; expr.Uses(x, reads) || expr.Uses(y, reads) {
		return 0
	}
	return compare(in, x, y)
}

// beside makes a chain of the timers of each region of the states themselves, with those of the regions inside, where that is valid.
func beside(m *core.Machine, c obligation.Cover, outcome int) obligation.Cover {
	for s := range m.States {
		b := obligation.Beside{State: s}
		for r := range m.States[s].Regions {
			var chain []int
			for _, i := range c.Timers {
				if states, w := obligation.Located(m, i); slices.Equal(states, []int{s}) && w != nil && outermost(&m.States[s], w.Region) == r {
					chain = append(chain, i)
				}
			}
			if try := (obligation.Cover{Timers: c.Timers, Beside: append(slices.Clone(c.Beside), obligation.Beside{State: s, Chains: [][]int{chain}}), Unit: c.Unit}); len(chain) > 0 && moved(try).ValidToward(m, outcome) {
				b.Chains = append(b.Chains, chain)
			}
		}
		if len(b.Chains) > 1 {
			c.Beside = append(c.Beside, b)
			c = moved(c)
		}
	}
	return c
}

// moved returns a cover without the timers that are in chains too.
func moved(c obligation.Cover) obligation.Cover {
	c.Timers = slices.DeleteFunc(slices.Clone(c.Timers), func(i int) bool {
		return slices.ContainsFunc(c.Beside, func(b obligation.Beside) bool {
			return slices.ContainsFunc(b.Chains, func(chain []int) bool { return slices.Contains(chain, i) })
		})
	})
	return c
}

// outermost returns the region of a state itself around one of its regions.
func outermost(s *core.State, region int) int {
	for s.Regions[region].Inside != nil {
		region = s.Regions[region].Inside.Region
	}
	return region
}

// without returns a cover without a timer. A chain without timers goes.
func without(c obligation.Cover, timer int) obligation.Cover {
	drop := func(list []int) []int {
		return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return i == timer })
	}
	out := obligation.Cover{Timers: drop(c.Timers), Unit: c.Unit}
	for _, b := range c.Beside {
		left := obligation.Beside{State: b.State}
		for _, chain := range b.Chains {
			if chain = drop(chain); len(chain) > 0 {
				left.Chains = append(left.Chains, chain)
			}
		}
		if len(left.Chains) > 0 {
			out.Beside = append(out.Beside, left)
		}
	}
	return out
}

// unit returns the longest usual unit of time that divides the durations of timers, or a nanosecond if one depends on parameters.
func unit(m *core.Machine, timers []int) time.Duration {
	units := []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond, time.Microsecond}
	for _, u := range units {
		if (obligation.Lasting{Timers: timers, Unit: u}).Valid(m) {
			return u
		}
	}
	return time.Nanosecond
}
