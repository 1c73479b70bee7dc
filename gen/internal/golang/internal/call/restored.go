package call

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// invokes emits the method that tells in which states a call runs.
func (g printer) invokes() {
	g.f.Doc(comment.Wrap("invokes reports whether c is a call of the current state."))
	g.f.OnMachine("invokes").Params(jen.Id("c").Id(g.m.Names.Call)).Bool().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("c")).BlockFunc(func(cases *jen.Group) {
			for i := range g.m.Core.Calls {
				if states := g.m.Calls().States(i); len(states) > 0 {
					cases.Case(jen.Id(g.m.Names.Calls[i].Const)).Block(jen.Return(g.invoked(i, states)))
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		})
	})
}

// invoked writes the condition that a call is one of the current state, or of its leaves.
func (g printer) invoked(call int, states []int) *jen.Statement {
	limited := map[int]*core.Invocation{}
	for i := range g.m.Core.Invocations {
		if inv := &g.m.Core.Invocations[i]; inv.Call == call && inv.Within != nil {
			limited[inv.States[0]] = inv
		}
	}
	var out *jen.Statement
	or := func(x *jen.Statement) {
		if out == nil {
			out = x
		} else {
			out = out.Op("||").Add(x)
		}
	}
	if whole := slices.DeleteFunc(slices.Clone(states), func(s int) bool { return limited[s] != nil }); len(whole) > 0 {
		or(code.AnyState(g.m, "m.state", whole))
	}
	for _, s := range states {
		if inv := limited[s]; inv != nil {
			or(code.AnyState(g.m, "m.state", []int{s}).Op("&&").Add(code.Active(g.m, s, inv.Within)))
		}
	}
	return out
}
