package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// params emits the parameter struct, its defaults, its check and the bound.
func (g *generator) params() {
	n := g.names
	g.doc(wrap(n.Params + " are the parameters of a machine, fixed for its life."))
	g.file.Type().Id(n.Params).StructFunc(func(fields *jen.Group) {
		for i, p := range g.m.Params {
			for _, c := range comments(g.paramDoc(i)) {
				fields.Add(c)
			}
			fields.Id(n.Fields[i]).Add(g.goType(p.Type))
		}
	})
	g.defaults()
	g.validate()
	if g.m.Bound == nil {
		return
	}
	limited := "no run of a machine with these parameters takes more transitions."
	if environment := g.environment(); len(environment) == 1 {
		limited = "a machine with these parameters takes no more transitions between two environment events. The environment event is " +
			environment[0] + "."
	} else if len(environment) > 1 {
		limited = "a machine with these parameters takes no more transitions between two environment events. The environment events are " +
			list(environment) + "."
	}
	g.doc(wrap("MaxTransitions returns the proved bound: " + limited + " The parameters must be valid."))
	g.onParams("MaxTransitions").Params().Int().Block(jen.Return(jen.Id(g.code(g.m.Bound, "p", -1))))
}

func (g *generator) onParams(name string) *jen.Statement {
	return g.file.Func().Params(jen.Id("p").Id(g.names.Params)).Id(name)
}

func (g *generator) paramDoc(i int) []string {
	p := &g.m.Params[i]
	predicate := "is the parameter " + p.Name
	if r := rangeText(p.Min, p.Max); r != "" {
		predicate = "is " + r
	}
	if p.Default != nil {
		predicate += ", by default " + expr.Print(p.Default, expr.Spec)
	}
	return describe(g.names.Fields[i], p.Name, predicate, p.Doc)
}

// defaults emits the function that returns the defaults, if there are any.
func (g *generator) defaults() {
	var constants, computed []int
	var without []string
	for i, p := range g.m.Params {
		switch {
		case p.Default == nil:
			without = append(without, g.names.Fields[i])
		case expr.Uses(p.Default, func(*expr.Symbol) bool { return true }):
			computed = append(computed, i)
		default:
			constants = append(constants, i)
		}
	}
	if len(without) == len(g.m.Params) {
		return
	}
	text := g.names.Defaults + " returns the parameters that the spec gives by default."
	switch len(without) {
	case 0:
	case 1:
		text += " " + without[0] + " has no default and is left zero."
	default:
		text += " " + list(without) + " have no default and are left zero."
	}
	g.doc(wrap(text))
	g.file.Func().Id(g.names.Defaults).Params().Id(g.names.Params).BlockFunc(func(body *jen.Group) {
		literal := jen.Id(g.names.Params).ValuesFunc(func(fields *jen.Group) {
			for _, i := range constants {
				field := jen.Id(g.names.Fields[i]).Op(":").Id(g.code(g.m.Params[i].Default, "p", -1))
				if len(constants) > 1 {
					field = jen.Line().Add(field)
				}
				fields.Add(field)
			}
			if len(constants) > 1 {
				fields.Line()
			}
		})
		if len(computed) == 0 {
			body.Return(literal)
			return
		}
		body.Id("p").Op(":=").Add(literal)
		for _, i := range computed {
			body.Id("p").Dot(g.names.Fields[i]).Op("=").Id(g.code(g.m.Params[i].Default, "p", -1))
		}
		body.Return(jen.Id("p"))
	})
}

// validate emits the check of the parameters: each in its range, in order, so
// that a range may rely on those before it, and then the bound.
func (g *generator) validate() {
	what := "Validate returns an error that names the first parameter outside its range."
	if !g.restricted() {
		what = "Validate returns nil: the spec asks nothing of the parameters."
	}
	if g.bound != nil && g.fit(g.bound).needed() {
		what += " It also refuses parameters for which the number of transitions need not fit in an int."
	}
	g.doc(wrap(what))
	g.onParams("Validate").Params().Error().BlockFunc(func(body *jen.Group) {
		if checked := g.checkedExpressions(); len(checked) > 0 {
			g.checkedOperations(body, checked)
		}
		for i := range g.m.Params {
			g.validateParam(body, i)
		}
		if g.bound != nil {
			g.validateFit(body, g.bound)
		}
		body.Return(jen.Nil())
	})
}

// restricted reports whether any parameter has values that are refused.
func (g *generator) restricted() bool {
	return slices.ContainsFunc(g.m.Params, func(p core.Param) bool {
		return p.Min != nil || p.Max != nil || p.Type.Kind == expr.Enumerated
	})
}

func (g *generator) validateParam(body *jen.Group, i int) {
	p, value := &g.m.Params[i], "p."+g.names.Fields[i]
	if p.Type.Kind == expr.Enumerated {
		body.If(jen.Op("!").Id(value).Dot("Valid").Call()).Block(
			jen.Return(g.errorf(p.Name+" is %v, must be a value of "+p.Type.Enum.Name, jen.Id(value))))
	}
	var conds []string
	var words []string
	args := []jen.Code{jen.Id(value)}
	end := func(e expr.Expr, op, word string) {
		if e == nil {
			return
		}
		g.validateFit(body, e)
		conds = append(conds, value+" "+op+" "+g.code(e, "p", -1))
		words = append(words, word+" "+escape(expr.Print(e, expr.Spec)))
		if _, ok := literal(e); !ok {
			words[len(words)-1] += " (%d)"
			args = append(args, jen.Id(g.code(e, "p", -1)))
		}
	}
	low, high := "at least", "at most"
	if p.Min != nil && p.Max != nil {
		low, high = "from", "to"
	}
	end(p.Min, "<", low)
	end(p.Max, ">", high)
	if len(conds) > 0 {
		body.If(jen.Id(strings.Join(conds, " || "))).Block(
			jen.Return(g.errorf(p.Name+" is %d, must be "+strings.Join(words, " "), args...)))
	}
}

// escape protects text in a format of package fmt.
func escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// validateFit emits the check that the value of e fits in an int, where it
// might not.
func (g *generator) validateFit(body *jen.Group, e expr.Expr) {
	fit := g.fit(e)
	if !fit.needed() {
		return
	}
	var values []string
	var args []jen.Code
	for i, p := range g.m.Params {
		if expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == i }) {
			values = append(values, p.Name+" is %d")
			args = append(args, jen.Id("p").Dot(g.names.Fields[i]))
		}
	}
	fail := jen.Return(g.errorf(escape(expr.Print(e, expr.Spec))+" does not fit in an int: "+strings.Join(values, ", "), args...))
	if fit.checked {
		body.If(jen.Id("_ = "+g.checkedCode(e)), jen.Op("!").Id("ok")).Block(fail)
		return
	}
	body.If(withMath(strings.Join(fit.conditions, " || "))).Block(fail)
}

// checkedExpressions returns those that Validate computes by checked
// operations.
func (g *generator) checkedExpressions() []expr.Expr {
	var out []expr.Expr
	add := func(e expr.Expr) {
		if e != nil && g.fit(e).checked {
			out = append(out, e)
		}
	}
	for _, p := range g.m.Params {
		add(p.Min)
		add(p.Max)
	}
	add(g.bound)
	return out
}
