package decl

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// transitionList emits the type of transitions and the function that lists
// them.
func (g printer) transitionList() {
	n := g.m.Names
	typ, function := n.Record.Transition, n.Record.TransitionList
	var elements []jen.Code
	for i := range g.m.Core.Transitions {
		if t := &g.m.Core.Transitions[i]; t.Effect == core.Take {
			elements = append(elements, jen.Line().Add(g.transition(t)))
		}
	}
	g.f.Doc(comment.Wrap(function + " returns all transitions, ordered by state and event. Of those with the same state and event, the first whose " +
		"guard holds is taken."))
	list := jen.Nil()
	if len(elements) > 0 {
		list = jen.Index().Id(typ).Values(append(elements, jen.Line())...)
	}
	g.f.Func().Id(function).Params().Index().Id(typ).Block(jen.Return(list))
}

func (g printer) transition(t *core.Transition) *jen.Statement {
	fields := []jen.Code{
		jen.Id("From").Op(":").Id(g.m.Names.States[t.From]),
		jen.Id("Event").Op(":").Id(g.m.Names.Events[t.Event].Const),
		jen.Id("To").Op(":").Id(g.m.Names.States[t.To]),
	}
	if t.Guard != nil {
		fields = append(fields, jen.Id("Guard").Op(":").Lit(expr.Print(source.Condition(g.m.Core, t), expr.Spec)))
	}
	if doc := strings.TrimSpace(t.Doc); doc != "" {
		fields = append(fields, jen.Id("Doc").Op(":").Lit(doc))
	}
	return jen.Values(fields...)
}
