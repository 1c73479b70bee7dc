package step

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/internal/source"
)

// checkNumber emits the check that a result is that of the start of its call that runs.
func (g printer) checkNumber(body *jen.Group, event int) {
	call := g.m.Core.Caller(event)
	if call < 0 {
		return
	}
	n := g.m.Names
	number := func() *jen.Statement { return jen.Id(n.Number) }
	body.If(number().Op("<=").Lit(0).Op("||").Add(number()).Op("!=").Id("m.calls").Index(jen.Id(n.Calls[call].Const))).Block(
		jen.Return(jen.Op("&").Id(n.StaleCall).Values(
			jen.Id("State").Op(":").Id("m").Dot("state"),
			jen.Id("Call").Op(":").Id(n.Calls[call].Const),
			jen.Id("Number").Op(":").Add(number()),
		)))
}

// endCall emits the statement that notes that the call of a result runs no longer.
func (g printer) endCall(body *jen.Group, event int) {
	n := g.m.Names
	body.Id("m.calls").Index(jen.Id(n.Calls[g.m.Core.Caller(event)].Const)).Op("=").Op("-").Id(n.Number)
}

// certain reports whether the state accepts an event for sure when its reactions are tried: it is a
// result of a call that runs, and each state in which that can be has a reaction.
func (g printer) certain(event int, reactions []reaction) bool {
	call := g.m.Core.Caller(event)
	if call < 0 {
		return false
	}
	states := 0
	for _, r := range reactions {
		states += len(r.states)
	}
	return states > 0 && states == len(g.m.Calls().States(call))
}

// reactSurely emits the effects of an event, one of which is that of the current state.
func (g printer) reactSurely(body *jen.Group, reactions []reaction, illegal *jen.Statement) {
	last := len(reactions) - 1
	if last == 0 {
		if !g.try(body, reactions[0].alternatives) {
			body.Add(illegal)
		}
		return
	}
	ends := true
	body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
		for i, r := range reactions {
			group := func(body *jen.Group) { ends = g.try(body, r.alternatives) && ends }
			if i < last {
				cases.CaseFunc(code.States(g.m, r.states)).BlockFunc(group)
			} else {
				cases.Default().BlockFunc(group)
			}
		}
	})
	if !ends {
		body.Add(illegal)
	}
}

// resultText is what the method of a result does.
func (g printer) resultText(event int) string {
	return "handles the result " + source.ResultName(g.m.Core, event) + " of " + g.m.Calls().Text(g.m.Core.Caller(event))
}
