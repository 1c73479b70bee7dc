package decl

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// validate emits the validation of the parameters: the ranges in order, because a range may
// depend on earlier parameters, and then the bound.
func (g paramPrinter) validate() {
	what := "Validate returns an error that names the first parameter outside its range."
	if !g.restricted() {
		what = "Validate returns nil: the spec does not restrict the parameters."
	}
	if g.limit != nil && g.overflow.Fit(g.limit).Needed() {
		what += " It also rejects parameters for which the number of transitions might not fit in an int."
	}
	g.f.Doc(comment.Wrap(what))
	checks := &[]code.Refusal{}
	g.onParams("Validate").Params().Error().BlockFunc(func(body *jen.Group) {
		if checked := g.checkedExpressions(); len(checked) > 0 {
			g.overflow.Operations(body, checked)
		}
		for i := range g.m.Core.Params {
			g.validateParam(body, checks, i)
		}
		if g.limit != nil {
			g.validateFit(body, checks, g.limit)
		}
		code.Refuse(body, *checks)
		body.Return(jen.Nil())
	})
}

// restricted reports whether any values of parameters are invalid.
func (g paramPrinter) restricted() bool {
	return slices.ContainsFunc(g.m.Core.Params, func(p core.Param) bool {
		return p.Min != nil || p.Max != nil || p.Type.Kind == expr.Enumerated
	})
}

// validateParam adds the checks of a parameter to the list.
func (g paramPrinter) validateParam(body *jen.Group, checks *[]code.Refusal, i int) {
	p, value := &g.m.Core.Params[i], "p."+g.m.Names.Fields[i]
	if p.Type.Kind == expr.Enumerated {
		*checks = append(*checks, code.Refusal{If: jen.Op("!").Id(value).Dot("Valid").Call(),
			Returns: g.f.Errorf(p.Name+" is %v, must be a value of "+p.Type.Enum.Name, jen.Id(value))})
	}
	var conds []string
	var words []string
	args := []jen.Code{jen.Id(value)}
	end := func(e expr.Expr, op, word string) {
		if e == nil {
			return
		}
		g.validateFit(body, checks, e)
		conds = append(conds, value+" "+op+" "+code.Expr(g.m, e, "p", -1))
		words = append(words, word+" "+comment.Escape(expr.Print(e, expr.Spec)))
		if _, ok := overflow.Literal(e); !ok {
			words[len(words)-1] += " (" + code.Verb(p.Type) + ")"
			args = append(args, jen.Id(code.Expr(g.m, e, "p", -1)))
		}
	}
	low, high := "at least", "at most"
	if p.Min != nil && p.Max != nil {
		low, high = "from", "to"
	}
	end(p.Min, "<", low)
	end(p.Max, ">", high)
	if len(conds) > 0 {
		*checks = append(*checks, code.Refusal{If: jen.Id(strings.Join(conds, " || ")),
			Returns: g.f.Errorf(p.Name+" is "+code.Verb(p.Type)+", must be "+strings.Join(words, " "), args...)})
	}
}

// validateFit adds the check that the value of e fits in an int, if it might not. It emits one that needs a statement after those in
// the list.
func (g paramPrinter) validateFit(body *jen.Group, checks *[]code.Refusal, e expr.Expr) {
	fit := g.overflow.Fit(e)
	if !fit.Needed() {
		return
	}
	var values []string
	var args []jen.Code
	for i, p := range g.m.Core.Params {
		if expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == i }) {
			values = append(values, p.Name+" is "+code.Verb(p.Type))
			args = append(args, jen.Id("p").Dot(g.m.Names.Fields[i]))
		}
	}
	fail := g.f.Errorf(comment.Escape(expr.Print(e, expr.Spec))+" does not fit in "+fitting(e)+": "+strings.Join(values, ", "), args...)
	if fit.Checked {
		code.Refuse(body, *checks)
		*checks = nil
		body.If(jen.Id("_ = "+g.overflow.Checked(e)), jen.Op("!").Id("ok")).Block(jen.Return(fail))
		return
	}
	*checks = append(*checks, code.Refusal{If: code.WithMath(strings.Join(fit.Conditions, " || ")), Returns: fail})
}

// fitting is what the value of an expression must fit in.
func fitting(e expr.Expr) string {
	if e.Type().Duration {
		return "a time.Duration"
	}
	return "an int"
}

// checkedExpressions returns the expressions that Validate computes by checked
// operations.
func (g paramPrinter) checkedExpressions() []expr.Expr {
	var out []expr.Expr
	add := func(e expr.Expr) {
		if e != nil && g.overflow.Fit(e).Checked {
			out = append(out, e)
		}
	}
	for _, p := range g.m.Core.Params {
		add(p.Min)
		add(p.Max)
	}
	add(g.limit)
	return out
}
