package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// params declares the parameters, with their ranges and defaults.
func (l *typing) params() {
	for i, p := range l.file.Params {
		l.checkName(p.Name, "parameter")
		t := l.typeOf(p.Type)
		if t.Kind == expr.Opaque {
			l.diags.Errorf(diag.CodeType, p.Type.Span, "parameter `%s` cannot have type %s", diag.Clip(p.Name.Value), diag.Clip(t.String())).
				Helpf("the type of a parameter is int, bool, string, or an enum; pass other values in event payloads")
			t = expr.Type{}
		}
		s := &expr.Symbol{Scope: expr.Param, Index: i, Name: p.Name.Value, Type: t}
		param := core.Param{Name: p.Name.Value, Doc: p.Doc.Value, Type: t, Symbol: s, Go: l.goName(p.Go), Span: p.Name.Span}
		// The scope contains only the parameters before this one, so ranges cannot
		// refer to each other in a cycle.
		param.Min, param.Max = l.limits(p, t)
		param.Default = l.parse(p.Init, t, paramScope{l.naming})
		l.checkDivisors(param, p.Init.Span)
		l.machine.Params = append(l.machine.Params, param)
		l.checkRange(param, p.Init.Span)
		l.name(p.Name, "parameter", &expr.Ref{Symbol: s})
	}
}

// checkDivisors reports a default that divides by something other than a constant: defaults are computed before anybody knows that
// the other parameters are in their ranges.
func (l *typing) checkDivisors(p core.Param, at diag.Span) {
	bad := false
	if p.Default != nil {
		expr.Walk(p.Default, func(e expr.Expr) {
			if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
				_, constant := b.Y.(*expr.Lit)
				bad = bad || !constant
			}
		})
	}
	if bad {
		l.diags.Errorf(diag.CodeNumber, at, "the default of `%s` divides by a value that may be zero when it is computed", p.Name).
			Helpf("divide by a number, or leave out the default")
	}
}

// limits returns the range of a parameter, a variable, or a datum.
func (l *typing) limits(d syntax.Decl, t expr.Type) (lo, hi expr.Expr) {
	for _, limit := range []syntax.Text{d.Min, d.Max} {
		if limit.Given() && t.Kind != expr.Int && t.Kind != expr.Invalid {
			l.diags.Errorf(diag.CodeType, limit.Span, "only an int can have a range, but `%s` has type %s", diag.Clip(d.Name.Value), diag.Clip(t.String())).
				Helpf("remove `min` and `max`, or make the type int")
			return nil, nil
		}
	}
	number := expr.Type{Kind: expr.Int}
	return l.parse(d.Min, number, paramScope{l.naming}), l.parse(d.Max, number, paramScope{l.naming})
}

// checkRange reports a parameter whose range is empty, or whose default is outside
// the range. If the range refers to other parameters, their defaults are used; if
// one of them has no default, the range is not checked.
func (l *typing) checkRange(p core.Param, at diag.Span) {
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
func (l *typing) byDefault(e expr.Expr) (value int64, ok bool) {
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
