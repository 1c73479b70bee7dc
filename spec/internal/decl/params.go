package decl

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// params declares the parameters, with their ranges and defaults.
func (l *values) params() {
	for i, p := range l.file.Params {
		l.names.Check(p.Name, "parameter")
		t := l.types.typeOf(p.Type)
		if t.Kind == expr.Opaque {
			d := l.diags.Errorf(diag.CodeType, p.Type.Span, "parameter `%s` cannot have type %s", diag.Clip(p.Name.Value), diag.Clip(t.String())).
				Helpf("the type of a parameter is int, duration, bool, string, or an enum; pass other values in event payloads")
			if t.String() == "time.Duration" {
				d.Helpf("write `duration`, whose values are those of time.Duration")
			}
			t = expr.Type{}
		}
		s := &expr.Symbol{Scope: expr.Param, Index: i, Name: p.Name.Value, Type: t}
		param := core.Param{Name: p.Name.Value, Doc: p.Doc.Value, Type: t, Symbol: s, Go: l.names.GoName(p.Go), Span: p.Name.Span}
		// The scope contains only the parameters before this one, so ranges cannot
		// refer to each other in a cycle.
		param.Min, param.Max = l.limits(p.Name, p.Min, p.Max, t)
		param.Default = l.names.Parse(p.Init, t, l.names.Params())
		l.checkDivisors("the default of `"+param.Name+"`", "leave out the default", param.Default, p.Init.Span)
		l.machine.Params = append(l.machine.Params, param)
		l.checkRange(param, p.Init.Span)
		l.names.Define(p.Name, "parameter", &expr.Ref{Symbol: s})
	}
}

// checkDivisors reports an expression that divides by something other than a constant, where nothing proves that this is not zero: defaults
// are computed before anybody knows that the other parameters are in their ranges, and ranges of payloads in states that refuse the event.
func (l *values) checkDivisors(what, instead string, e expr.Expr, at diag.Span) {
	bad := false
	if e != nil {
		expr.Walk(e, func(e expr.Expr) {
			if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
				_, constant := b.Y.(*expr.Lit)
				bad = bad || !constant
			}
		})
	}
	if bad {
		l.diags.Errorf(diag.CodeNumber, at, "%s divides by a value that may be zero when it is computed", what).
			Helpf("divide by a number, or %s", instead)
	}
}

// checkRange reports a parameter whose range is empty, or whose default is outside
// the range. If the range refers to other parameters, their defaults are used; if
// one of them has no default, the range is not checked.
func (l *values) checkRange(p core.Param, at diag.Span) {
	if l.checkEmpty(p.Name, p.Min, p.Max, p.Span) {
		return
	}
	lo, hasLo := l.byDefault(p.Min)
	hi, hasHi := l.byDefault(p.Max)
	v, ok := l.byDefault(p.Default)
	switch {
	case ok && hasLo && v < lo:
		l.diags.Errorf(diag.CodeRangeEmpty, at, "the default of `%s` is %s, below its minimum of %s", p.Name, shown(v, p.Type), shown(lo, p.Type)).
			Helpf("change the default or the range")
	case ok && hasHi && v > hi:
		l.diags.Errorf(diag.CodeRangeEmpty, at, "the default of `%s` is %s, above its maximum of %s", p.Name, shown(v, p.Type), shown(hi, p.Type)).
			Helpf("change the default or the range")
	}
}

// checkEmpty reports a range that is empty for the defaults of the parameters.
func (l *values) checkEmpty(name string, low, high expr.Expr, at diag.Span) bool {
	lo, hasLo := l.byDefault(low)
	hi, hasHi := l.byDefault(high)
	empty := hasLo && hasHi && lo > hi
	if empty {
		l.diags.Errorf(diag.CodeRangeEmpty, at, "the range of `%s`, from %s to %s, is empty", name, shown(lo, low.Type()), shown(hi, low.Type())).
			Helpf("`min` is the smallest value and `max` is the largest")
	}
	return empty
}

// shown writes a value as an expression does.
func shown(v int64, t expr.Type) string {
	return expr.Print(&expr.Lit{T: t, Value: v}, expr.Spec)
}

// byDefault evaluates an expression with the defaults of the parameters.
func (l *values) byDefault(e expr.Expr) (value int64, ok bool) {
	if e == nil {
		return 0, false
	}
	good := true
	e = expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		v, ok := l.byDefault(l.machine.Params[s.Index].Default)
		good = good && ok && s.Type.Kind == expr.Int
		return &expr.Lit{T: s.Type, Value: v}
	})
	if !good || e.Type().Kind != expr.Int {
		return 0, false
	}
	value, err := expr.Eval(e, &expr.Env{})
	return value, err == nil
}
