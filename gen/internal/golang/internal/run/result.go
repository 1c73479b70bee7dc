package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// results emits the types of the results of child machines.
func (g printer) results() {
	n := g.m.Names
	sends := func() *jen.Statement {
		return jen.Id("send").Params(code.Context(g.m, jen.Id("m").Op("*").Id(n.Machine), jen.Id("call").Int())...).Error()
	}
	for i := range g.m.Core.Calls {
		c, name := &g.m.Core.Calls[i], n.Calls[i]
		if c.Child == nil {
			continue
		}
		types := make([]string, len(name.Results))
		for j := range types {
			types[j] = name.Results[j].Type
		}
		g.f.Type().DefsFunc(func(defs *jen.Group) {
			add := func(doc string) {
				for _, line := range comment.Lines(comment.Wrap(doc)) {
					defs.Add(line)
				}
			}
			add(name.Result + " is how the child machine " + c.Name + " has ended: " + comment.Either(types) + ", with its data.")
			defs.Id(name.Result).Interface(sends())
			for j, result := range c.Results {
				add(types[j] + " is the outcome " + c.Child.Outcomes[j].Name + ".")
				fields := g.m.Core.Events[result].Fields
				if len(fields) == 1 {
					defs.Id(types[j]).Op("struct{").Id(name.Results[j].Fields[0]).Add(code.Type(g.m, fields[0].Type)).Op("}")
					continue
				}
				defs.Id(types[j]).StructFunc(func(list *jen.Group) {
					for k, f := range fields {
						list.Id(name.Results[j].Fields[k]).Add(code.Type(g.m, f.Type))
					}
				})
			}
		})
		g.f.Line()
		for j, result := range c.Results {
			sent, recv := code.InContext(g.m, jen.Id("call")), jen.Id(types[j])
			for _, field := range name.Results[j].Fields {
				sent, recv = append(sent, jen.Id("r").Dot(field)), jen.Id("r").Id(types[j])
			}
			g.f.Func().Params(recv).Add(sends()).Block(jen.Return(jen.Id("m").Dot(n.Events[result].Method).Call(sent...)))
		}
	}
}
