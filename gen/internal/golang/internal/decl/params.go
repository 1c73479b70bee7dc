package decl

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Params writes the parameter struct, its defaults, its validation, and the bound.
// limit is the result of [machine.Machine.StepLimit].
func Params(f *file.File, m *machine.Machine, limit expr.Expr) {
	g := paramPrinter{printer{f, m}, overflow.New(m), limit}
	n := g.m.Names
	doc := n.Params + " are the parameters of a machine, which are fixed for its lifetime."
	if slices.ContainsFunc(m.Core.Params, func(p core.Param) bool { return p.Default != nil }) {
		doc += " A field that a literal leaves out is Go's zero value, not its default: start from [" + n.Defaults + "]."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(n.Params).StructFunc(func(fields *jen.Group) {
		for i, p := range g.m.Core.Params {
			for _, c := range comment.Lines(g.paramDoc(i)) {
				fields.Add(c)
			}
			fields.Id(n.Fields[i]).Add(code.Type(g.m, p.Type))
		}
	})
	g.defaults()
	g.validate()
	if g.m.Core.Bound == nil {
		return
	}
	limited := "no run of a machine with these parameters takes more transitions."
	if environment := g.m.Environment(); len(environment) == 1 {
		limited = "a machine with these parameters takes no more transitions between two environment events. The environment event is " +
			environment[0] + "."
	} else if len(environment) > 1 {
		limited = "a machine with these parameters takes no more transitions between two environment events. The environment events are " +
			comment.List(environment) + "."
	}
	g.f.Doc(comment.Wrap("MaxTransitions returns the proved bound: " + limited + " The parameters must be valid."))
	g.onParams("MaxTransitions").Params().Int().Block(jen.Return(jen.Id(code.Int(g.m, g.m.Core.Bound, "p"))))
}

type paramPrinter struct {
	printer
	overflow *overflow.Checker
	// limit is nil if nothing limits the number of transitions.
	limit expr.Expr
}

func (g paramPrinter) onParams(name string) *jen.Statement {
	return g.f.Func().Params(jen.Id("p").Id(g.m.Names.Params)).Id(name)
}

func (g paramPrinter) paramDoc(i int) []string {
	p := &g.m.Core.Params[i]
	predicate := "is the parameter " + p.Name
	if r := prose.Range(p.Min, p.Max); r != "" {
		predicate = "is " + r
	}
	if p.Default != nil {
		predicate += ", by default " + expr.Print(p.Default, expr.Spec)
	}
	return comment.Describe(g.m.Names.Fields[i], p.Name, predicate, p.Doc)
}

// defaults emits the function that returns the defaults, if there are any.
func (g paramPrinter) defaults() {
	var constants, computed []int
	var without []string
	for i, p := range g.m.Core.Params {
		switch {
		case p.Default == nil:
			without = append(without, g.m.Names.Fields[i])
		case expr.Uses(p.Default, func(*expr.Symbol) bool { return true }):
			computed = append(computed, i)
		default:
			constants = append(constants, i)
		}
	}
	if len(without) == len(g.m.Core.Params) {
		return
	}
	text := g.m.Names.Defaults + " returns the default parameters of the spec."
	switch len(without) {
	case 0:
	case 1:
		text += " " + without[0] + " has no default and is left zero."
	default:
		text += " " + comment.List(without) + " have no default and are left zero."
	}
	g.f.Doc(comment.Wrap(text))
	g.f.Func().Id(g.m.Names.Defaults).Params().Id(g.m.Names.Params).BlockFunc(func(body *jen.Group) {
		literal := jen.Id(g.m.Names.Params).ValuesFunc(func(fields *jen.Group) {
			for _, i := range constants {
				field := jen.Id(g.m.Names.Fields[i]).Op(":").Id(code.Expr(g.m, g.m.Core.Params[i].Default, "p", -1))
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
			body.Id("p").Dot(g.m.Names.Fields[i]).Op("=").Id(code.Expr(g.m, g.m.Core.Params[i].Default, "p", -1))
		}
		body.Return(jen.Id("p"))
	})
}
