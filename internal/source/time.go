package source

import (
	"time"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Time returns a time, which is an expression in a unit, as text: a duration such as "1m30s", or an expression with the longest
// unit in which it has no fractions, such as "30 * n seconds".
func Time(most expr.Expr, unit time.Duration, style expr.Style) string {
	if n, ok := most.(*expr.Lit); ok && n.Value < int64(time.Duration(1<<63-1)/unit) {
		return Duration(time.Duration(n.Value) * unit)
	}
	if unit == time.Nanosecond && expr.Uses(most, func(s *expr.Symbol) bool { return s.Type.Duration }) {
		if d := expr.AsDuration(most); d != nil {
			return expr.Print(d, style)
		}
	}
	most, name := TimeIn(most, unit)
	return expr.Print(most, style) + " " + name
}

// TimeIn returns a time in the longest unit in which it has no fractions, as its form shows, and the name of that unit.
func TimeIn(most expr.Expr, unit time.Duration) (expr.Expr, string) {
	for _, longer := range []time.Duration{time.Microsecond, time.Millisecond, time.Second, time.Minute, time.Hour} {
		if k := int64(longer / unit); k > 1 {
			if part := quotient(most, k); part != nil {
				most, unit = expr.Simplify(part), longer
			}
		}
	}
	return most, Unit(unit)
}

// quotient returns an expression divided by a number if its form shows that this leaves no remainder, and otherwise nil.
func quotient(e expr.Expr, by int64) expr.Expr {
	switch e := e.(type) {
	case *expr.Lit:
		if e.Value%by == 0 {
			return expr.Number(e.Value / by)
		}
	case *expr.Call:
		out := &expr.Call{Op: e.Op}
		for _, x := range e.Args {
			part := quotient(x, by)
			if part == nil {
				return nil
			}
			out.Args = append(out.Args, part)
		}
		return out
	case *expr.Binary:
		x, y := quotient(e.X, by), quotient(e.Y, by)
		switch {
		case (e.Op == expr.Add || e.Op == expr.Sub) && x != nil && y != nil:
			return &expr.Binary{Op: e.Op, X: x, Y: y}
		case e.Op == expr.Mul && x != nil:
			return &expr.Binary{Op: e.Op, X: x, Y: e.Y}
		case e.Op == expr.Mul && y != nil:
			return &expr.Binary{Op: e.Op, X: e.X, Y: y}
		}
	}
	return nil
}

// Unit returns the name of a usual unit of time, such as "seconds".
func Unit(unit time.Duration) string {
	return map[time.Duration]string{time.Hour: "hours", time.Minute: "minutes", time.Second: "seconds", time.Millisecond: "milliseconds",
		time.Microsecond: "microseconds", time.Nanosecond: "nanoseconds"}[unit]
}
