package call

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// recall emits the method that starts again what runs, for a host that has not started it. With the face values, it leaves out the
// calls that a snapshot knows.
func (g printer) recall() {
	n := g.m.Names
	doc, taken, known := "recall has h start the calls that run, with their numbers", []string{"m"}, g.m.Core.Faces.Values
	if known {
		doc, taken = doc+", but for those that are known, by their names", append(taken, "known")
	}
	local := code.NewNames(g.f.Imports, taken...)
	host := local.Name("h", "host")
	params := []jen.Code{jen.Id(host).Id(n.CallSet)}
	if known {
		params = append(params, jen.Id("known").Map(jen.String()).Bool())
	}
	g.f.Doc(comment.Wrap(doc + "."))
	g.f.OnMachine("recall").Params(params...).BlockFunc(func(body *jen.Group) {
		for i := range g.m.Core.Calls {
			name, local := n.Calls[i], local.Clone()
			var args []string
			for _, a := range append([]string{n.Number}, name.Args...) {
				args = append(args, local.Name(a))
			}
			ok, list := local.Name("ok", "runs"), strings.Join(args, ", ")
			runs := jen.Id(ok)
			if known {
				runs.Op("&&").Op("!").Id("known").Index(jen.Lit(g.m.Core.Calls[i].Name))
			}
			body.If(jen.Id(list).Op(",").Id(ok).Op(":=").Id("m").Dot(name.Running).Call(), runs).Block(jen.Id(host).Dot(name.Start).Call(jen.Id(list)))
		}
	})
}
