package obligation

import (
	"math"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Punctual returns a machine without claims that has all runs of m in which timers fire when they are due, if no run takes longer than most, an
// expression over the parameters, times unit. Between two firings of a timer lies its duration. So an event that timers alone
// raise comes at most as often as the time has room for: a variable counts its transitions. The result is nil if m has no such event.
func Punctual(m *core.Machine, most expr.Expr, unit time.Duration) *core.Machine {
	out := *m
	out.Rank, out.Bound = 0, nil
	out.Vars, out.States, out.Transitions = slices.Clone(m.Vars), slices.Clone(m.States), slices.Clone(m.Transitions)
	for s := range out.States {
		out.States[s].Progress = nil
	}
	for e := range m.Events {
		if least := apart(m, e); least > 0 {
			count(&out, e, most, unit, least)
		}
	}
	if len(out.Vars) == len(m.Vars) {
		return nil
	}
	return &out
}

// apart returns the least time between two occurrences of an event at one timer, or 0 if something else may raise the event, or
// the time is not known. If several timers raise it, the event comes as often as they fire in all, so their times are combined.
func apart(m *core.Machine, event int) time.Duration {
	if e := &m.Events[event]; !e.Internal || e.Eventless {
		return 0
	}
	least, timers := time.Duration(0), 0
	for i := range m.Timers {
		if m.Timers[i].Event != event {
			continue
		}
		length := Shortest(m, i)
		if length <= 0 {
			return 0
		}
		if timers++; least == 0 || length < least {
			least = length
		}
	}
	if timers == 0 {
		return 0
	}
	return least / time.Duration(timers)
}

// Shortest returns a duration that a timer does not fall below, or 0 if none is known. That of a delay that the program computes is not, nor
// one that depends on variables.
func Shortest(m *core.Machine, timer int) time.Duration {
	if x := m.Timers[timer].Length; x != nil {
		return atLeast(m, x, false)
	}
	return m.Timers[timer].Constant
}

// atLeast returns a positive number that a duration is not below if what it reads is in the declared ranges, or 0 if its form tells none.
// Unless vars is set, a variable tells nothing.
func atLeast(m *core.Machine, x expr.Expr, vars bool) time.Duration {
	switch x := x.(type) {
	case *expr.Lit:
		return time.Duration(max(0, x.Value))
	case *expr.Ref:
		var min expr.Expr
		switch {
		case x.Symbol.Scope == expr.Param:
			min = m.Params[x.Symbol.Index].Min
		case x.Symbol.Scope == expr.Var && vars:
			min = m.Vars[x.Symbol.Index].Min
		}
		if min != nil {
			return atLeast(m, min, vars)
		}
	case *expr.Call:
		least := atLeast(m, x.Args[0], vars)
		for _, a := range x.Args[1:] {
			if y := atLeast(m, a, vars); (y < least) == (x.Op == expr.Min) {
				least = y
			}
		}
		return least
	case *expr.Binary:
		a, b := atLeast(m, x.X, vars), atLeast(m, x.Y, vars)
		sum, product := a+b, a*b
		switch {
		case a == 0 || b == 0: // one of them may be negative
		case x.Op == expr.Add && sum > a:
			return sum
		case x.Op == expr.Mul && product/a == b:
			return product
		case x.Op == expr.Quo && divides(x.Y):
			return a / b
		}
	}
	return 0
}

// divides reports whether something is a number, so that it is not less than its least value either.
func divides(x expr.Expr) bool {
	_, constant := x.(*expr.Lit)
	return constant
}

// count lets transitions for an event apply only while the time has room for one more, as a variable knows. If the time depends on a
// parameter that is a duration, another variable has how often the event fits into it.
func count(m *core.Machine, event int, most expr.Expr, unit, least time.Duration) {
	symbol := &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: "fired " + m.Events[event].Name, Type: expr.Type{Kind: expr.Int}}
	m.Vars = append(m.Vars, core.Var{Name: symbol.Name, Type: symbol.Type, Init: expr.Number(0), Min: expr.Number(0), State: -1, Symbol: symbol})
	common := gcd(least, unit)
	next := &expr.Binary{Op: expr.Add, X: &expr.Ref{Symbol: symbol}, Y: expr.Number(1)}
	room := &expr.Binary{Op: expr.Le, X: times(least/common, next), Y: times(unit/common, most)}
	if d := expr.AsDuration(most); d != nil && unit == time.Nanosecond && least > 1 && expr.Uses(most, func(s *expr.Symbol) bool { return s.Type.Duration }) {
		fit := &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: "fit " + m.Events[event].Name, Type: symbol.Type}
		most := &expr.Binary{Op: expr.Quo, X: d, Y: expr.Time(least)}
		ever := expr.Number(math.MaxInt64 / int64(least)) // what fits into any time
		m.Vars = append(m.Vars, core.Var{Name: fit.Name, Type: fit.Type, Init: most, Max: ever, State: -1, Symbol: fit})
		room = &expr.Binary{Op: expr.Le, X: next, Y: &expr.Ref{Symbol: fit}}
	}
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Event == event && t.Effect == core.Take {
			t.Guard, t.Written = expr.Both(room, t.Guard), expr.Both(room, t.Written)
			t.Updates = append(slices.Clone(t.Updates), core.Update{Var: symbol.Index, Value: next})
		}
	}
}

func times(n time.Duration, x expr.Expr) expr.Expr {
	return expr.Simplify(&expr.Binary{Op: expr.Mul, X: expr.Number(int64(n)), Y: x})
}

func gcd(a, b time.Duration) time.Duration {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
