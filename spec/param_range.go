package spec

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// checkRange reports a parameter whose range is empty, or whose default is outside
// the range. If the range refers to other parameters, their defaults are used; if
// one of them has no default, the range is not checked.
func (l *declarations) checkRange(p core.Param, at diag.Span) {
	lo, hasLo := l.byDefault(p.Min)
	hi, hasHi := l.byDefault(p.Max)
	if hasLo && hasHi && lo > hi {
		l.diags.Errorf(diag.CodeRangeEmpty, p.Span, "the range of `%s`, from %d to %d, is empty", p.Name, lo, hi).
			Helpf("`min` is the smallest value and `max` is the largest")
		return
	}
	v, ok := l.byDefault(p.Default)
	switch {
	case ok && hasLo && v < lo:
		l.diags.Errorf(diag.CodeRangeEmpty, at, "the default of `%s` is %d, below its minimum of %d", p.Name, v, lo).
			Helpf("change the default or the range")
	case ok && hasHi && v > hi:
		l.diags.Errorf(diag.CodeRangeEmpty, at, "the default of `%s` is %d, above its maximum of %d", p.Name, v, hi).
			Helpf("change the default or the range")
	}
}

// byDefault evaluates an expression with the defaults of the parameters.
func (l *declarations) byDefault(e expr.Expr) (value int64, ok bool) {
	if e == nil {
		return 0, false
	}
	good := true
	e = expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		v, ok := l.byDefault(l.machine.Params[s.Index].Default)
		good = good && ok && s.Type.Kind == expr.Int
		return expr.Number(v)
	})
	if !good || e.Type().Kind != expr.Int {
		return 0, false
	}
	value, err := expr.Eval(e, &expr.Env{})
	return value, err == nil
}
