package host

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// callSet emits the interface of the calls.
func (g printer) callSet() {
	n := g.m.Names
	if n.CallSet == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.CallSet + " starts and stops the calls of the machine. Each start of a call has a number: 1, 2, and so on. The program must send its end to the machine, with the same number, once, and not during a step."))
	g.f.Type().Id(n.CallSet).InterfaceFunc(func(methods *jen.Group) {
		for i := range g.m.Core.Calls {
			c, name := &g.m.Core.Calls[i], n.Calls[i]
			var results []string
			for _, e := range c.Results {
				results = append(results, "["+n.Machine+"."+n.Events[e].Method+"]")
			}
			for _, line := range comment.Lines(comment.DescribePart(name.Start, "", "starts "+g.m.Calls().Text(i)+", whose end is "+comment.Either(results), c.Doc)) {
				methods.Add(line)
			}
			fields, args := g.m.Calls().Starts(i)
			methods.Id(name.Start).Params(code.Arguments(g.m, fields, args)...)
		}
		doc := "StopCall stops the start of c with that number, whose result does not matter any more. The machine refuses one that comes nevertheless with *" + n.StaleCall + "."
		for _, line := range comment.Lines(comment.Wrap(doc)) {
			methods.Add(line)
		}
		methods.Id("StopCall").Params(jen.Id("c").Id(n.Call), jen.Id(n.Number).Int())
	})
}
