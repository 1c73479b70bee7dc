package timer

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/interval"
)

// first matches the name with which a delay begins, and what follows.
var first = regexp.MustCompile(`^\s*([\pL_][\pL\d_]*)\s*(.*)$`)

// computed reports whether the duration of a timer is written as an expression over parameters. A name, alone or with arguments, is that of a
// delay if there is one.
func (l *Timers) computed(text string) bool {
	parts := first.FindStringSubmatch(text)
	if parts == nil {
		return strings.ContainsAny(text, "*/%()") || strings.ContainsAny(strings.TrimLeft(text, "+- "), "+-")
	}
	name, rest := parts[1], parts[2]
	switch {
	case name == "min" || name == "max":
		return true
	case slices.ContainsFunc(l.machine.Delays, func(d core.Delay) bool { return d.Name == name }):
		return false
	case rest != "":
		return strings.ContainsRune("+-*/%.", rune(rest[0]))
	}
	_, known := l.names.Params().Lookup(name).(*expr.Ref)
	return known
}

// computes resolves a duration that is an expression over parameters.
func (l *Timers) computes(t *core.Timer, text syntax.Text) bool {
	x := l.names.Parse(text, expr.Type{Kind: expr.Int, Duration: true}, l.names.Params())
	if x == nil {
		return false
	}
	if x = expr.Simplify(x); l.divides(x, text) || !l.positive(x, text) {
		return false
	}
	if lit, constant := x.(*expr.Lit); constant {
		t.Constant = time.Duration(lit.Value)
		return true
	}
	t.Length = x
	return true
}

// divides reports an expression that divides by something other than a constant.
func (l *Timers) divides(x expr.Expr, text syntax.Text) (found bool) {
	expr.Walk(x, func(part expr.Expr) {
		if b, ok := part.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
			lit, constant := b.Y.(*expr.Lit)
			found = found || !constant || lit.Value == 0
		}
	})
	if found {
		l.diags.Errorf(diag.CodeNumber, text.Span, "the delay `%s` divides by a value that may be zero", diag.Clip(text.Value)).
			Helpf("divide by a number")
	}
	return found
}

// positive reports a duration that may not be positive, or of which a part may not fit in 64 bits, for all that the declared ranges tell.
func (l *Timers) positive(x expr.Expr, text syntax.Text) bool {
	ranges := interval.Ranges{Machine: l.machine}
	least, most := new(big.Int).Lsh(big.NewInt(-1), 63), new(big.Int).Lsh(big.NewInt(1), 63)
	most.Sub(most, big.NewInt(1))
	all := interval.Interval{Low: least, High: most}
	of := func(s *expr.Symbol) interval.Interval { return all.And(ranges.Of(s)) }
	fits := true
	expr.Walk(x, func(part expr.Expr) {
		if part.Type().Kind == expr.Int {
			v := interval.Enclose(part, of)
			fits = fits && v.Low != nil && v.High != nil && v.Low.Cmp(least) >= 0 && v.High.Cmp(most) <= 0
		}
	})
	v := interval.Enclose(x, of)
	switch {
	case v.High != nil && v.High.Sign() <= 0:
		l.diags.Errorf(diag.CodeTimer, text.Span, "the delay `%s` is not positive", diag.Clip(text.Value)).Helpf("the shortest duration is 1ns")
	case v.Low == nil || v.Low.Sign() <= 0:
		l.diags.Errorf(diag.CodeTimer, text.Span, "the delay `%s` may not be positive, for all that the declared ranges tell", diag.Clip(text.Value)).
			Helpf("declare `min` for the parameters that it reads, or write max(1ms, %s)", diag.Clip(text.Value))
	case !fits:
		l.diags.Errorf(diag.CodeTimer, text.Span, "the delay `%s` may not fit in 64 bits, for all that the declared ranges tell", diag.Clip(text.Value)).
			Helpf("declare `max` for the parameters that it reads: the longest duration is 292 years")
	default:
		return true
	}
	return false
}
