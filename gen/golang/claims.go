package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// claims emits the check of what the spec claims about the values in the
// present state: ranges and invariants. They are proved of the machine, so
// that only a snapshot needs the check. Results of arithmetic that do not fit
// in an int are found: a claim about them fails.
func (g *generator) claims() {
	if !g.hasClaims() {
		return
	}
	g.doc(wrap("checkClaims returns an error that names the first range or invariant that does not hold in the present state."))
	g.onMachine("checkClaims").Params().Error().BlockFunc(func(body *jen.Group) {
		if parts := g.arithmetic(); len(parts) > 0 {
			g.checkedOperations(body, parts)
		}
		g.claimsOf(body, -1)
		var cases []jen.Code
		for s := range g.m.States {
			if g.claimsIn(s) {
				cases = append(cases, jen.Case(jen.Id(g.names.States[s])).BlockFunc(func(body *jen.Group) { g.claimsOf(body, s) }))
			}
		}
		if len(cases) > 0 {
			cases = append(cases, jen.Default().Comment("// has no claims of its own"))
			body.Switch(jen.Id("m").Dot("state")).Block(cases...)
		}
		body.Return(jen.Nil())
	})
}

// hasClaims reports whether the spec claims anything about values.
func (g *generator) hasClaims() bool {
	for s := -1; s < len(g.m.States); s++ {
		if g.claimsIn(s) {
			return true
		}
	}
	return false
}

// claimsIn reports whether there are claims about a state and its data, or for
// -1 about all states and the variables.
func (g *generator) claimsIn(state int) bool {
	for _, i := range g.m.Invariants {
		if i.State == state {
			return true
		}
	}
	for _, i := range g.dataOf(state) {
		if v := &g.m.Vars[i]; v.Min != nil || v.Max != nil {
			return true
		}
	}
	return false
}

func (g *generator) claimsOf(body *jen.Group, state int) {
	for _, i := range g.dataOf(state) {
		if v := &g.m.Vars[i]; v.Min != nil || v.Max != nil {
			g.checkRange(body, v, "m."+g.names.Vars[i].Field)
		}
	}
	for _, i := range g.m.Invariants {
		if i.State != state {
			continue
		}
		where := ""
		if state >= 0 {
			where = " of state " + g.m.States[state].Name
		}
		text := "the invariant " + escape(expr.Print(i.Expr, expr.Spec)) + where + " does not hold"
		g.refuse(body, []string{g.careful(plain(&expr.Unary{Op: expr.Not, X: i.Expr}))}, hasArithmetic(i.Expr), text)
	}
}

// checkRange emits the check of the range of a variable.
func (g *generator) checkRange(body *jen.Group, v *core.Var, field string) {
	var outside []string
	end := func(e expr.Expr, op string) {
		if e != nil {
			outside = append(outside, field+" "+op+" "+g.careful(plain(e)))
		}
	}
	end(v.Min, "<")
	end(v.Max, ">")
	text := v.Name + " is %d, must be " + escape(rangeText(v.Min, v.Max))
	g.refuse(body, outside, hasArithmetic(v.Min) || hasArithmetic(v.Max), text, jen.Id(field))
}

// refuse emits a return of an error if a condition is true, or cannot be
// computed.
func (g *generator) refuse(body *jen.Group, conditions []string, arithmetic bool, text string, args ...jen.Code) {
	condition := strings.Join(conditions, " || ")
	if arithmetic {
		body.If(jen.Id("fails := "+condition), jen.Id("fails || !ok")).Block(jen.Return(g.errorf(text+", without overflow", args...)))
		return
	}
	body.If(jen.Id(condition)).Block(jen.Return(g.errorf(text, args...)))
}

// arithmetic returns the operations in claims whose results are checked.
func (g *generator) arithmetic() []expr.Expr {
	var out []expr.Expr
	add := func(e expr.Expr) {
		if e == nil {
			return
		}
		expr.Walk(plain(e), func(e expr.Expr) {
			if operation(e) {
				out = append(out, e)
			}
		})
	}
	for _, v := range g.m.Vars {
		add(v.Min)
		add(v.Max)
	}
	for _, i := range g.m.Invariants {
		add(i.Expr)
	}
	return out
}

func hasArithmetic(e expr.Expr) bool {
	found := false
	if e != nil {
		expr.Walk(plain(e), func(e expr.Expr) { found = found || operation(e) })
	}
	return found
}

// operation reports whether an expression is one that can overflow.
func operation(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Unary:
		return e.Op == expr.Neg
	case *expr.Binary:
		return e.Op <= expr.Rem
	}
	return false
}

// careful writes an expression over parameters and variables in terms of the
// checked operators.
func (g *generator) careful(e expr.Expr) string {
	if !hasArithmetic(e) {
		return g.code(e, "m.params", -1)
	}
	switch e := e.(type) {
	case *expr.Unary:
		if e.Op == expr.Not {
			return "!(" + g.careful(e.X) + ")"
		}
		return "sub(0, " + g.careful(e.X) + ")"
	case *expr.Binary:
		x, y := g.careful(e.X), g.careful(e.Y)
		for _, o := range operations {
			if o.op == e.Op {
				return o.name + "(" + x + ", " + y + ")"
			}
		}
		return "(" + x + " " + e.Op.String() + " " + y + ")"
	case *expr.Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = g.careful(a)
		}
		return e.Op.String() + "(" + strings.Join(args, ", ") + ")"
	}
	panic("unreachable: arithmetic without operands")
}

// runningTimers emits the method that lists the timers of the present state.
func (g *generator) runningTimers() {
	n := g.names
	if n.TimerSet == "" {
		return
	}
	g.doc(wrap("Timers returns the timers of the present state, in the order of the spec. The machine has started them, and those that have not run out " +
		"still run. A machine that [" + n.Record.Restore + "] has made has started none: start them when it is to go on."))
	g.onMachine("Timers").Params().Index().Id(n.Timer).BlockFunc(func(body *jen.Group) {
		var cases []jen.Code
		for s := range g.m.States {
			var running []jen.Code
			for i, t := range g.m.Timers {
				for _, state := range t.States {
					if state == s {
						running = append(running, jen.Id(n.Timers[i]))
					}
				}
			}
			if len(running) > 0 {
				cases = append(cases, jen.Case(jen.Id(n.States[s])).Block(jen.Return(jen.Index().Id(n.Timer).Values(running...))))
			}
		}
		cases = append(cases, jen.Default().Block(jen.Return(jen.Nil())))
		body.Switch(jen.Id("m").Dot("state")).Block(cases...)
	})
}
