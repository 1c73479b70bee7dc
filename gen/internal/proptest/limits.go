package proptest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// limits writes what a run does not exceed, as far as it is proved.
type limits struct {
	subject *subject
	proved  []worstcase.Limit
}

// rows writes a row for each limit.
func (ct *limits) rows() (all []string) {
	for _, l := range ct.proved {
		unit := time.Duration(0)
		for _, t := range l.Terms {
			unit = divisor(unit, t.Unit)
		}
		text := "{\n" + named("Name", ct.limited(l))
		if unit > 0 {
			text += "Unit: " + duration(unit) + ", "
		}
		if l.Kind == worstcase.Transitions {
			text += "Transitions: true, "
		}
		if weights := ct.weights(l); weights != "" {
			text += weights + ", "
		}
		if l.Kind == worstcase.Time && len(l.Terms) == 1 && len(l.Terms[0].Timers) > 0 {
			var names []string
			for _, i := range l.Terms[0].Timers {
				names = append(names, source.Timer(ct.subject.m, i))
			}
			text += "Timers: []string{" + quoted(names) + "}, "
		}
		text = strings.TrimSuffix(text, " ") + "\nMost: " + ct.least(l.Terms, unit, func(t worstcase.Term) expr.Expr { return t.Most }) + ",\n"
		if !slices.ContainsFunc(l.Terms, func(t worstcase.Term) bool { return t.Left == nil }) {
			text += "Left: []func(config) float64{\n"
			for s, state := range ct.subject.m.States {
				if ct.subject.m.Terminal(s) {
					text += "nil, "
				} else {
					text += ct.least(l.Terms, unit, func(t worstcase.Term) expr.Expr { return t.Left[s] }) + ", "
				}
				text += "// " + state.Name + "\n"
			}
			text += "},\n"
		}
		all = append(all, text+"}")
	}
	return all
}

// divisor returns the greatest duration that divides both.
func divisor(a, b time.Duration) time.Duration {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// limited returns the field of a limit in the generated code.
func (ct *limits) limited(l worstcase.Limit) string {
	switch l.Kind {
	case worstcase.Transitions:
		return "Transitions"
	case worstcase.Time:
		return "Time"
	case worstcase.Calls:
		return "Calls." + ct.subject.names.Worst.Calls[l.Index]
	case worstcase.Outputs:
		return "Outputs." + ct.subject.names.Worst.Outputs[l.Index]
	}
	return "Costs." + ct.subject.names.Worst.Costs[l.Index]
}

// weights writes what starts and outputs add to an amount.
func (ct *limits) weights(l worstcase.Limit) string {
	m, of := ct.subject.m, []core.Weight(nil)
	switch l.Kind {
	case worstcase.Calls:
		of = []core.Weight{{Call: l.Index, Output: -1}}
	case worstcase.Outputs:
		of = []core.Weight{{Call: -1, Output: l.Index}}
	case worstcase.Cost:
		of = m.Costs[l.Index].Weights
	}
	var all []string
	for _, w := range of {
		text := "{"
		if w.Call >= 0 {
			text += named("Call", m.Calls[w.Call].Name)
		} else {
			text += named("Output", ct.subject.names.Outputs[w.Output].Method)
		}
		if w.Value != nil {
			model := "_"
			if expr.Uses(w.Value, func(s *expr.Symbol) bool { return s.Scope == expr.Param }) {
				model = "m"
			}
			with := "_"
			if expr.Uses(w.Value, func(s *expr.Symbol) bool { return s.Scope == expr.With }) {
				with = "with"
			}
			text += "Value: func(" + model + " config, " + with + " []any) float64 { return " + ct.float(w.Value) + " }, "
		}
		all = append(all, strings.TrimSuffix(text, ", ")+"}")
	}
	return strings.TrimSuffix(list("Weights", "fsmtest.Weight[config]", all), ",\n")
}

// least writes a function that returns the least of some expressions, in units.
func (ct *limits) least(terms []worstcase.Term, unit time.Duration, pick func(worstcase.Term) expr.Expr) string {
	var values []string
	reads := false
	for _, t := range terms {
		x := pick(t)
		value := ct.float(x)
		if unit > 0 && t.Unit != unit {
			value = strconv.FormatInt(int64(t.Unit/unit), 10) + " * (" + value + ")"
		}
		values = append(values, value)
		m, _ := readsAny([]expr.Expr{x})
		reads = reads || m
	}
	value := values[0]
	if len(values) > 1 {
		value = "min(" + strings.Join(values, ", ") + ")"
	}
	return ofConfig(reads, "float64", " { return "+value+" }")
}

// float writes an int expression in floats, which do not overflow.
func (ct *limits) float(x expr.Expr) string {
	whole := true // numbers and operators that mean the same in floats
	expr.Walk(x, func(part expr.Expr) {
		b, binary := part.(*expr.Binary)
		_, cases := part.(*expr.Case)
		whole = whole && !cases && !part.Type().Duration && !(binary && (b.Op == expr.Quo || b.Op == expr.Rem))
	})
	if !whole {
		return ct.inFloats(x)
	}
	name := func(s *expr.Symbol) string { return ct.inFloats(&expr.Ref{Symbol: s}) }
	return expr.PrintGo(x, name, nil)
}

// inFloats is float for any expression.
func (ct *limits) inFloats(x expr.Expr) string {
	list := func(parts []expr.Expr) string {
		var texts []string
		for _, part := range parts {
			texts = append(texts, ct.inFloats(part))
		}
		return strings.Join(texts, ", ")
	}
	switch x := x.(type) {
	case *expr.Lit:
		return strconv.FormatInt(x.Value, 10)
	case *expr.Ref:
		if x.Symbol.Scope == expr.With {
			return "float64(with[" + strconv.Itoa(x.Symbol.Index) + "].(int))"
		}
		return "float64(" + ct.subject.code(x, inOracle) + ")"
	case *expr.Unary:
		return "-(" + ct.inFloats(x.X) + ")"
	case *expr.Binary:
		a, b := ct.inFloats(x.X), ct.inFloats(x.Y)
		switch x.Op {
		case expr.Quo:
			return "fsmtest.Quo(" + a + ", " + b + ")"
		case expr.Rem:
			return "fsmtest.Rem(" + a + ", " + b + ")"
		}
		return "(" + a + " " + x.Op.String() + " " + b + ")"
	case *expr.Call:
		return x.Op.String() + "(" + list(x.Args) + ")"
	case *expr.Case:
		return "[...]float64{" + list(x.Values) + "}[" + ct.subject.code(x.Of, inOracle) + "]"
	}
	panic(fmt.Sprintf("unreachable: %T among limits", x))
}
