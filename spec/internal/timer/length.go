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
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// first matches the name with which a delay begins, and what follows.
var first = regexp.MustCompile(`^\s*([\pL_][\pL\d_]*)\s*(.*)$`)

// scope is what the duration of a timer of a state can read: the values after the step that enters the state.
func (l *Timers) scope(n *tree.Node) scope.State {
	return scope.State{Env: l.env, At: n.Place().Index, Event: -1}
}

// computed reports whether the duration of a timer is written as an expression. A name, alone or with arguments, is that of a delay if there
// is one.
func (l *Timers) computed(text string, n *tree.Node) bool {
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
	_, known := l.scope(n).Lookup(name).(*expr.Ref)
	return known
}

// computes resolves a duration that is an expression.
func (l *Timers) computes(t *core.Timer, n *tree.Node, text syntax.Text) bool {
	x := l.names.Parse(text, expr.Type{Kind: expr.Int, Duration: true}, l.scope(n))
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
			Helpf("declare `min` for what it reads, or write max(1ms, %s)", diag.Clip(text.Value))
	case !fits:
		l.diags.Errorf(diag.CodeTimer, text.Span, "the delay `%s` may not fit in 64 bits, for all that the declared ranges tell", diag.Clip(text.Value)).
			Helpf("declare `max` for what it reads: the longest duration is 292 years")
	default:
		return true
	}
	return false
}

// checkLengths reports variables that a transition changes while a timer runs whose duration reads them.
func checkLengths(m *core.Machine, diags *diag.List) {
	for i := range m.Timers {
		timer := &m.Timers[i]
		if timer.Length == nil {
			continue
		}
		reads := func(v int) bool {
			return expr.Uses(timer.Length, func(s *expr.Symbol) bool { return s.Scope == expr.Var && s.Index == v })
		}
		for k := range m.Transitions {
			t := &m.Transitions[k]
			at := slices.IndexFunc(t.Updates, func(u core.Update) bool { return reads(u.Var) && !keeps(m, u) })
			if at < 0 || t.Effect != core.Take || !slices.Contains(timer.States, t.From) || slices.Contains(m.Stops(t), i) ||
				timer.Within != nil && !m.MayBeIn(t, timer.Within) {
				continue
			}
			v := &m.Vars[t.Updates[at].Var]
			span := t.Updates[at].Span
			if span.File == "" {
				span = t.Span
			}
			diags.Errorf(diag.CodeTimer, span, "`%s` changes while a timer of `%s` runs whose delay reads it", v.Name, timer.Owner).
				Note(timer.Span, "the delay is here").Helpf("change it where the timer stops or starts again, or set another variable for the delay")
			break
		}
	}
}

// keeps reports whether an update leaves the value of the variable as it is.
func keeps(m *core.Machine, u core.Update) bool {
	r, ok := u.Value.(*expr.Ref)
	return ok && r.Symbol == m.Vars[u.Var].Symbol
}
