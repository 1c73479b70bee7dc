package expr

import (
	"strconv"
	"time"
)

// flexible returns e with the int constants that stand beside durations as durations, as Go takes constants without a type.
func flexible(e Expr) Expr {
	beside := func(x, y Expr) Expr {
		if lit, ok := x.(*Lit); ok && lit.T.Kind == Int && y.Type().Duration {
			return Time(time.Duration(lit.Value))
		}
		return x
	}
	return rewrite(e, func(e Expr) Expr {
		b, ok := e.(*Binary)
		if !ok || b.Op == Mul || b.Op == Quo || b.Op == And || b.Op == Or {
			return nil
		}
		x, y := flexible(b.X), flexible(b.Y)
		return &Binary{b.Op, beside(x, y), beside(y, x)}
	})
}

// converted writes an operation on a duration and a number as Go, which converts one of them: the number of a product or a
// quotient, and the quotient of two durations.
func (p *printer) converted(e *Binary, outer int) bool {
	x, y := e.X.Type().Duration, e.Y.Type().Duration
	convert := func(n Expr, strength int) {
		if _, constant, _ := Constant(n); constant {
			p.expr(n, strength)
			return
		}
		p.WriteString("time.Duration(")
		p.expr(n, 0)
		p.WriteString(")")
	}
	switch {
	case e.Op == Quo && x && y:
		p.WriteString("int(")
		p.expr(e.X, 5)
		p.WriteString(p.op(e.Op))
		p.expr(e.Y, 6)
		p.WriteString(")")
	case (e.Op == Mul || e.Op == Quo) && x != y:
		if outer > 5 {
			p.paren(e)
			return true
		}
		if x {
			p.expr(e.X, 5)
			p.WriteString(p.op(e.Op))
			convert(e.Y, 6)
		} else {
			convert(e.X, 5)
			p.WriteString(p.op(e.Op))
			p.expr(e.Y, 6)
		}
	default:
		return false
	}
	return true
}

// goDuration writes a duration as Go, as a multiple of the largest possible unit.
func goDuration(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	unit, name := time.Nanosecond, "Nanosecond"
	for _, u := range []struct {
		unit time.Duration
		name string
	}{
		{time.Microsecond, "Microsecond"}, {time.Millisecond, "Millisecond"}, {time.Second, "Second"}, {time.Minute, "Minute"}, {time.Hour, "Hour"},
	} {
		if d%u.unit == 0 {
			unit, name = u.unit, u.name
		}
	}
	if d == unit {
		return "time." + name
	}
	return strconv.FormatInt(int64(d/unit), 10) + "*time." + name
}
