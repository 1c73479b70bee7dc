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
		return jen.Id("send").Params(code.Context(g.m, jen.Id("m").Op("*").Id(n.Machine), jen.Id("number").Int())...).Error()
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
		g.f.Doc(comment.Wrap(name.Result + " is how the child machine " + c.Name + " has ended: " + comment.Either(types) + "."))
		g.f.Type().Id(name.Result).Interface(sends())
		for j, result := range c.Results {
			event, p := &g.m.Core.Events[result], name.Results[j]
			g.f.Doc(comment.Wrap(p.Type + " is the result of the child machine " + c.Name + " that has ended with the outcome " + c.Child.Outcomes[j].Name + "."))
			sent := code.InContext(g.m, jen.Id("number"))
			g.f.Type().Id(p.Type).StructFunc(func(fields *jen.Group) {
				for k, f := range event.Fields {
					for _, line := range comment.Lines(comment.Wrap(p.Fields[k] + " is the datum " + f.Name + ".")) {
						fields.Add(line)
					}
					fields.Id(p.Fields[k]).Add(code.Type(g.m, f.Type))
					sent = append(sent, jen.Id("r").Dot(p.Fields[k]))
				}
			})
			recv := jen.Id(p.Type)
			if len(event.Fields) > 0 {
				recv = jen.Id("r").Id(p.Type)
			}
			g.f.Func().Params(recv).Add(sends()).Block(jen.Return(jen.Id("m").Dot(n.Events[result].Method).Call(sent...)))
		}
	}
}
