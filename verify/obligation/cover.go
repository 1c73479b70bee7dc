package obligation

import (
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxPlaces limits the combinations of leaves of a state that are looked at.
const maxPlaces = 4096

// Cover is a choice of clocks ([Clocks]). It covers a machine if one of them runs wherever the machine can be at
// rest before it ends. Each timer fires when it is due, each child machine ends in the time that it claims, and steps take no
// time. So no more time passes in a run than all starts of these clocks last.
//
// Regions of a state run at the same time. Where each of some chains of clocks runs without a gap from the entry to the
// state on, no more time passes under them than the starts of one chain last.
type Cover struct {
	// Timers are clocks, without those of Beside.
	Timers []int
	// Beside has states with chains.
	Beside []Beside
	// Unit is the time that counts as 1. It is positive and divides the duration of each timer. If one is an expression, it is a
	// nanosecond.
	Unit time.Duration
}

// Beside has chains of timers of a state with regions.
type Beside struct {
	// State is an index of Machine.States.
	State int
	// Chains are clocks that run only in the state. At most one chain has a clock.
	Chains [][]int
}

// Valid reports whether the timers cover the machine.
func (c Cover) Valid(m *core.Machine) bool { return c.ValidToward(m, -1) }

// ValidToward reports whether the timers cover the machine wherever it can still end with an outcome, or with any: -1.
func (c Cover) ValidToward(m *core.Machine, outcome int) bool {
	seen := map[int]bool{}
	for _, l := range c.Lasting() {
		for _, i := range l.Timers {
			if seen[i] {
				return false
			}
			seen[i] = true
		}
		if !l.Valid(m) {
			return false
		}
	}
	return !slices.ContainsFunc(c.Beside, func(b Beside) bool { return !b.valid(m) }) && len(WaitsToward(m, outcome, c.All())) == 0
}

// All returns all timers, sorted.
func (c Cover) All() (list []int) {
	for _, l := range c.Lasting() {
		list = append(list, l.Timers...)
	}
	slices.Sort(list)
	return list
}

// Lasting returns what is added up: the timers that are in no chain, and then each chain.
func (c Cover) Lasting() []Lasting {
	list := []Lasting{{c.Timers, c.Unit}}
	for _, b := range c.Beside {
		for _, chain := range b.Chains {
			list = append(list, Lasting{chain, c.Unit})
		}
	}
	return list
}

// Most returns the limit of the time, in units, if these are the limits of what [Cover.Lasting] returns.
func (c Cover) Most(limits []expr.Expr) expr.Expr {
	most, limits := limits[0], limits[1:]
	for _, b := range c.Beside {
		longest := limits[0]
		if len(b.Chains) > 1 {
			longest = &expr.Call{Op: expr.Max, Args: limits[:len(b.Chains)]}
		}
		most, limits = &expr.Binary{Op: expr.Add, X: most, Y: longest}, limits[len(b.Chains):]
	}
	return expr.Simplify(most)
}

// valid reports whether the machine enters the state at most once, and each chain runs from then on without a gap: a
// transition starts its timers only on entry, or while one of them runs that is sure to run as long as the state is as it is.
func (b Beside) valid(m *core.Machine) bool {
	if b.State < 0 || b.State >= len(m.States) || len(b.Chains) == 0 || returns(m, b.State) {
		return false
	}
	for _, chain := range b.Chains {
		sure := certain(m, chain)
		for _, i := range chain {
			if states, _ := Located(m, i); !slices.Equal(states, []int{b.State}) {
				return false
			}
		}
		for k := range m.Transitions {
			t := &m.Transitions[k]
			if t.Effect != core.Take || t.From != b.State || t.To != b.State || !slices.ContainsFunc(Start(m, t), func(i int) bool { return slices.Contains(chain, i) }) {
				continue
			}
			gap := func(leaves []int) bool {
				holds, known := decided(m, t.Guard, b.State, leaves)
				return (holds || !known) && !slices.ContainsFunc(sure, func(i int) bool { return runs(m, i, b.State, leaves) })
			}
			if somewhere(m, b.State, gap) {
				return false
			}
		}
	}
	return true
}

// returns reports whether a machine that has left a state may enter it again.
func returns(m *core.Machine, state int) bool {
	reached := make([]bool, len(m.States))
	for again := true; again; {
		again = false
		for k := range m.Transitions {
			t := &m.Transitions[k]
			if t.Effect == core.Take && !reached[t.To] && (reached[t.From] || t.From == state && t.To != state) {
				reached[t.To], again = true, true
			}
		}
	}
	return reached[state]
}

// Lasting is an amount: how long the starts of some timers last.
type Lasting struct {
	// Timers are clocks.
	Timers []int
	// Unit is the time that counts as 1.
	Unit time.Duration
}

// Valid reports whether the clocks exist, and the unit divides their durations.
func (l Lasting) Valid(m *core.Machine) bool {
	for _, i := range l.Timers {
		if i < 0 || i >= Clocks(m) || l.Unit <= 0 || Longest(m, i) != nil && InUnits(m, i, l.Unit) == nil || AtEnd(m, i) && !l.divides(m, i) {
			return false
		}
		if Invocation(m, i) < 0 && (Lasting{Timers: []int{i}}).Reads(m) != nil && atLeast(m, m.Timers[i].Length, true) == 0 {
			return false
		}
	}
	return true
}

// divides reports whether the unit divides what a clock lasts, whatever ends it.
func (l Lasting) divides(m *core.Machine, clock int) bool {
	return !slices.ContainsFunc(ends(m, clock), func(event int) bool { return Ended(m, clock, event, l.Unit) == nil })
}

// Start returns how long the timers last that start with the machine.
func (l Lasting) Start(m *core.Machine) []expr.Expr {
	return substituted(l.of(m, Begin(m)), Initially(m))
}

// Step returns how long the timers last that a transition starts or starts again, and how long those that it ends have lasted if this is
// added up [AtEnd].
func (l Lasting) Step(m *core.Machine, transition int) []expr.Expr {
	t := &m.Transitions[transition]
	list := substituted(l.of(m, Start(m, t)), t.Updated)
	for _, i := range ended(m, t) {
		if slices.Contains(l.Timers, i) {
			list = append(list, Ended(m, i, t.Event, l.Unit))
		}
	}
	return list
}

func (l Lasting) of(m *core.Machine, starts []int) (list []expr.Expr) {
	for _, i := range starts {
		if slices.Contains(l.Timers, i) && !AtEnd(m, i) {
			if x := InUnits(m, i, l.Unit); x != nil {
				list = append(list, x)
			}
		}
	}
	return list
}

// Reads returns the variables that the durations of timers read. What is proved of these durations holds if the variables are in their
// declared ranges.
func (l Lasting) Reads(m *core.Machine) (vars []int) {
	for _, i := range l.Timers {
		if x := Longest(m, i); x != nil {
			expr.Walk(x, func(x expr.Expr) {
				if r, ok := x.(*expr.Ref); ok && r.Symbol.Scope == expr.Var && !slices.Contains(vars, r.Symbol.Index) {
					vars = append(vars, r.Symbol.Index)
				}
			})
		}
	}
	return vars
}

// Longest returns the longest duration of a clock in nanoseconds, an expression over the values when it starts, or nil if it is not known.
// Where these are in their ranges, that of a timer is positive, and that of a child machine is not negative if its claim is proved.
func Longest(m *core.Machine, clock int) expr.Expr {
	if v := Invocation(m, clock); v >= 0 {
		return promised(m, v)
	}
	t := &m.Timers[clock]
	switch d := t.Constant; {
	case t.Length != nil:
		return t.Length
	case d > 0:
		return expr.Number(int64(d))
	case t.Delay >= 0 && m.Delays[t.Delay].Max > 0:
		return expr.Number(int64(m.Delays[t.Delay].Max))
	}
	return nil
}

// InUnits returns the longest duration of a clock in units, or nil if it is not known, or may have a fraction. That of a timer which is an
// expression is a number of nanoseconds.
func InUnits(m *core.Machine, clock int, unit time.Duration) expr.Expr {
	x := Longest(m, clock)
	if Invocation(m, clock) >= 0 && x != nil {
		return divided(x, unit)
	}
	if n, constant := x.(*expr.Lit); constant && n.Value%int64(unit) == 0 {
		return expr.Number(n.Value / int64(unit))
	}
	if x == nil || unit != time.Nanosecond {
		return nil
	}
	return x
}

// Waits returns the states, other than terminal ones, in which the machine may be at rest while none of the clocks is sure to
// move it. A clock is that if its duration is known, and if it is stopped or started again wherever it ends.
func Waits(m *core.Machine, timers []int) (states []int) {
	sure := certain(m, timers)
	for s := range m.States {
		waits := func(leaves []int) bool {
			return !slices.ContainsFunc(sure, func(i int) bool { return runs(m, i, s, leaves) })
		}
		if !m.Terminal(s) && someRest(m, s, waits) {
			states = append(states, s)
		}
	}
	return states
}

// certain returns those of some clocks that are sure to move the machine where they run.
func certain(m *core.Machine, clocks []int) (sure []int) {
	for _, i := range clocks {
		states, _ := Located(m, i)
		idle := func(s int) bool {
			return slices.ContainsFunc(ends(m, i), func(event int) bool { return idles(m, i, event, s) })
		}
		if Longest(m, i) != nil && !slices.ContainsFunc(states, idle) {
			sure = append(sure, i)
		}
	}
	return sure
}

// runs reports whether a clock runs in a state in whose regions some leaves are active.
func runs(m *core.Machine, clock, state int, leaves []int) bool {
	states, w := Located(m, clock)
	return slices.Contains(states, state) && (w == nil || slices.Contains(w.Leaves, leaves[w.Region]))
}

// idles reports whether a clock may end by an event in a state and neither be stopped nor start again.
func idles(m *core.Machine, clock, event, state int) bool {
	return someRest(m, state, func(leaves []int) bool {
		if !runs(m, clock, state, leaves) {
			return false
		}
		list := m.On(state, event)
		for i := range list {
			t := &list[i]
			holds, known := decided(m, t.Guard, state, leaves)
			if known && !holds {
				continue
			}
			if t.Effect != core.Take || !stops(m, t, clock) {
				return true
			}
			if known {
				return false
			}
		}
		return true // the event may be refused
	})
}

// someRest reports whether a condition on the active leaves of a state's regions holds somewhere where the machine may be at rest.
func someRest(m *core.Machine, state int, condition func(leaves []int) bool) bool {
	return somewhere(m, state, func(leaves []int) bool {
		moves := slices.ContainsFunc(m.Always(state), func(t core.Transition) bool {
			holds, known := decided(m, t.Guard, state, leaves)
			return known && holds
		})
		return !moves && condition(leaves)
	})
}

// somewhere reports whether a condition on the active leaves of a state's regions holds for some of them. There is one
// combination of no leaves for a state without regions. It holds if there are too many combinations to look at.
func somewhere(m *core.Machine, state int, condition func(leaves []int) bool) bool {
	regions := m.States[state].Regions
	leaves, places := make([]int, len(regions)), 1
	for _, r := range regions {
		if places *= len(r.Leaves); places > maxPlaces {
			return true
		}
	}
	for n := range places {
		for i, r := range regions {
			leaves[i], n = n%len(r.Leaves), n/len(r.Leaves)
		}
		if nested(regions, leaves) && condition(leaves) {
			return true
		}
	}
	return false
}

// nested reports whether the regions inside leaves are active with these.
func nested(regions []core.Region, leaves []int) bool {
	for i, r := range regions {
		if in := r.Inside; in != nil && slices.Contains(in.Leaves, leaves[in.Region]) == r.Leaves[leaves[i]].None {
			return false
		}
	}
	return true
}

// decided returns the value of a condition if it is known from the active leaves of a state.
func decided(m *core.Machine, condition expr.Expr, state int, leaves []int) (holds, known bool) {
	if condition == nil {
		return true, true
	}
	value := expr.Simplify(expr.Substitute(condition, func(s *expr.Symbol) expr.Expr {
		for i, r := range m.States[state].Regions {
			if s == m.Vars[r.Var].Symbol {
				return &expr.Lit{T: s.Type, Value: int64(leaves[i])}
			}
		}
		return nil
	}))
	lit, known := value.(*expr.Lit)
	return known && lit.Value != 0, known
}
