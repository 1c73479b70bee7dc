package card

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// bound describes the largest number of transitions, as a formula and as a number, with
// its status.
func bound(r *verify.Report) string {
	m := r.Machine
	b := &r.Bound
	if b.Expr == nil {
		return noBound(r)
	}
	text := counting(m, b.Expr)
	with, number, ok := typicalValue(m, b.Expr)
	formula := expr.Print(b.Expr, expr.Math)
	switch {
	case ok && b.Status == verify.Proved && !b.UnlessOverflow && lengthy(formula):
		return fmt.Sprintf("%s **Bound**: at most **%s** transitions%s. That is for %s.%s%s", badge(b.Status), number, among(m), with,
			boundReached(r), opens("For all parameter values", markdown.Code(formula)))
	case b.Status == verify.Refuted && b.Run != nil:
		text = fmt.Sprintf("the claim of at most %s is refuted by a run of %d%s.", text, b.Run.Length(m), withParams(m, b.Run.Params))
	case b.Status == verify.Refuted:
		text = fmt.Sprintf("the claim of at most %s is refuted.", text)
	case b.UnlessOverflow:
		text = fmt.Sprintf("at most %s, unless a value leaves Go's int.", text)
	case b.Status != verify.Proved:
		text = fmt.Sprintf("the claim of at most %s is not proved.", text)
	default:
		text = fmt.Sprintf("at most %s.", text)
	}
	return badge(b.Status) + " **Bound**: " + text + boundNumber(m, b.Expr) + boundReached(r)
}

// counting writes a number of transitions.
func counting(m *core.Machine, e expr.Expr) string {
	text := markdown.Code(expr.Print(e, expr.Math)) + " transitions"
	if lit, ok := e.(*expr.Lit); ok && lit.Value == 1 {
		text = "`1` transition"
	}
	return text + among(m)
}

// among says which transitions count, after a comma or a space.
func among(m *core.Machine) (text string) {
	if core.HasChildren(m) {
		text += ", with those of its child machines"
	}
	if m.Reactive() {
		text += " between environment events"
	}
	return text
}

// boundNumber says how large a bound is for the default parameters, after a space.
func boundNumber(m *core.Machine, bound expr.Expr) string {
	with, n, ok := typicalValue(m, bound)
	if !ok {
		return ""
	}
	return " With " + with + ", that is **" + n + "**."
}

// typicalValue returns the value of an expression for the default parameters, and describes those that it
// reads. It fails if it reads none.
func typicalValue(m *core.Machine, x expr.Expr) (with, number string, ok bool) {
	texts := trace.Strings(m)
	params, ok := typical.Params(m, trace.Intern(texts))
	if !ok {
		return "", "", false
	}
	n, err := expr.Eval(x, &expr.Env{Params: params, Intern: trace.Intern(texts)})
	if err != nil {
		return "", "", false
	}
	var used []string
	defaults := "the default "
	for i := range m.Params {
		p := &m.Params[i]
		if expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == i }) {
			used = append(used, p.Name+" = "+value(m, p.Type, params[i]))
			if p.Default == nil {
				defaults = ""
			}
		}
	}
	return defaults + markdown.Code(strings.Join(used, ", ")), strconv.FormatInt(n, 10), len(used) > 0
}

// boundReached says whether runs reach a proved bound, after a space.
func boundReached(r *verify.Report) string {
	m := r.Machine
	b := &r.Bound
	switch l := b.Lower; {
	case b.Status != verify.Proved:
	case b.Attained && l != nil && len(l.Given) > 0:
		return " It is proved that a run reaches it if " + given(l) + "."
	case b.Attained && len(m.Params) > 0:
		return " It is proved that a run reaches it, for all parameter values."
	case b.Tight && len(m.Params) == 0 && !b.Attained:
		return " A run reaches it if each child machine takes as many transitions as its bound."
	case b.Tight && len(m.Params) == 0:
		return " A run reaches it."
	case b.Tight && len(r.Explored) == 1:
		return " A run reaches it for the one explored choice of parameters."
	case b.Tight:
		return fmt.Sprintf(" A run reaches it for each of the %d explored choices of parameters.", len(r.Explored))
	case b.Worst != nil:
		return fmt.Sprintf(" The longest run that was found%s takes %d.", withParams(m, b.Worst.Params), b.Worst.Length(m)) + atLeast(r)
	}
	return atLeast(r)
}

// atLeast says how many transitions some run is proved to take, after a space.
func atLeast(r *verify.Report) string {
	l := r.Bound.Lower
	if l == nil || r.Bound.Status != verify.Proved || len(l.Given) > 0 {
		return ""
	}
	return " It is proved that some run takes at least " + markdown.Code(expr.Print(l.Expr, expr.Math)) + ", for all parameter values."
}

// given lists the conditions of a lower bound.
func given(l *verify.Lower) string {
	var parts []string
	for _, x := range l.Given {
		parts = append(parts, markdown.Code(expr.Print(x, expr.Math)))
	}
	return strings.Join(parts, " and ")
}

// noBound says that there is no bound, if the machine ends.
func noBound(r *verify.Report) string {
	m := r.Machine
	switch d := r.Bound.Decides; {
	case r.Termination != verify.Proved:
		return ""
	case d != nil:
		e := &m.Events[d.Event]
		return "**Bound**: none in the parameters, because " + markdown.Code(e.Name+"."+e.Fields[d.Field].Name) + " decides the length of runs."
	case r.Bound.Found != nil:
		return "**Bound**: none is claimed, but it is proved that there are at most " + counting(m, r.Bound.Found) + "." + boundNumber(m, r.Bound.Found)
	}
	return "**Bound**: none is claimed, and none was found."
}

// withParams describes the values of parameters, after a space.
func withParams(m *core.Machine, params []int64) string {
	if len(m.Params) == 0 {
		return ""
	}
	return " with " + markdown.Code(verify.Params(m, params))
}
