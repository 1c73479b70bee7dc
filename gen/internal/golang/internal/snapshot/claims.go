package snapshot

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// claims emits the check of the spec's claims about the values in the current state: ranges
// and invariants. They are proved for the machine, so only a snapshot needs the check. A claim
// with a result of arithmetic that does not fit in an int fails.
func (g printer) claims() {
	if !g.m.HasClaims() {
		return
	}
	g.f.Doc(comment.Wrap("checkClaims returns an error that names the first range or invariant that does not hold in the current state."))
	g.f.OnMachine("checkClaims").Params().Error().BlockFunc(func(body *jen.Group) {
		if parts := g.arithmetic(); len(parts) > 0 {
			g.overflow.Operations(body, parts)
		}
		g.claimsOf(body, -1)
		var cases []jen.Code
		for s := range g.m.States {
			if g.m.ClaimsIn(s) {
				cases = append(cases, jen.Case(jen.Id(g.m.Names.States[s])).BlockFunc(func(body *jen.Group) { g.claimsOf(body, s) }))
			}
		}
		if len(cases) > 0 {
			cases = append(cases, jen.Default().Comment("// has no claims of its own"))
			body.Switch(jen.Id("m").Dot("state")).Block(cases...)
		}
		body.Return(jen.Nil())
	})
}

func (g printer) claimsOf(body *jen.Group, state int) {
	for _, i := range g.m.DataOf(state) {
		if v := &g.m.Vars[i]; v.Min != nil || v.Max != nil {
			g.checkRange(body, v, "m."+g.m.Names.Vars[i].Field)
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
		text := "the invariant " + comment.Escape(expr.Print(i.Expr, expr.Spec)) + where + " does not hold"
		g.refuse(body, []string{g.overflow.Careful(goexpr.Plain(&expr.Unary{Op: expr.Not, X: i.Expr}))}, overflow.HasArithmetic(i.Expr), text)
	}
}

// checkRange emits the check of the range of a variable.
func (g printer) checkRange(body *jen.Group, v *core.Var, field string) {
	var outside []string
	end := func(e expr.Expr, op string) {
		if e != nil {
			outside = append(outside, field+" "+op+" "+g.overflow.Careful(goexpr.Plain(e)))
		}
	}
	end(v.Min, "<")
	end(v.Max, ">")
	text := v.Name + " is %d, must be " + comment.Escape(prose.Range(v.Min, v.Max))
	g.refuse(body, outside, overflow.HasArithmetic(v.Min) || overflow.HasArithmetic(v.Max), text, jen.Id(field))
}

// refuse emits a return of an error if a condition is true or cannot be computed.
func (g printer) refuse(body *jen.Group, conditions []string, arithmetic bool, text string, args ...jen.Code) {
	condition := strings.Join(conditions, " || ")
	if arithmetic {
		body.If(jen.Id("fails := "+condition), jen.Id("fails || !ok")).Block(jen.Return(g.f.Errorf(text+", without overflow", args...)))
		return
	}
	body.If(jen.Id(condition)).Block(jen.Return(g.f.Errorf(text, args...)))
}

// arithmetic returns the operations in claims whose results are checked.
func (g printer) arithmetic() []expr.Expr {
	var out []expr.Expr
	add := func(e expr.Expr) {
		if e == nil {
			return
		}
		expr.Walk(goexpr.Plain(e), func(e expr.Expr) {
			if overflow.Operation(e) {
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
