package step

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// checkPayload writes the check of one field.
func (g printer) checkPayload(body *jen.Group, event, field int) {
	arg := g.m.Names.Events[event].Args[field]
	body.If(jen.Op("!").Id(arg).Dot("Valid").Call()).Block(
		jen.Return(jen.Op("&").Id(g.m.Names.Payload).Values(
			jen.Id("Event").Op(":").Id(g.m.Names.Events[event].Const),
			jen.Id("Field").Op(":").Lit(g.m.Events[event].Fields[field].Name),
			jen.Id("Value").Op(":").Int().Call(jen.Id(arg)),
		)),
	)
}

// refusesPayload reports whether any event method can return the error about
// payloads.
func refusesPayload(m *machine.Machine) bool {
	for e := range m.Events {
		if len(checked(m, e)) > 0 {
			return true
		}
	}
	return false
}

// checked returns the fields of an event whose values the machine depends on: enums that a
// guard, an update or an output reads.
func checked(m *machine.Machine, event int) []int {
	var out []int
	for i, f := range m.Events[event].Fields {
		reads := func(e expr.Expr) bool {
			return expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == i })
		}
		used := false
		for _, t := range m.Transitions {
			if t.Event != event {
				continue
			}
			used = used || reads(t.Guard)
			for _, a := range m.Questions(t.Guard) {
				used = used || slices.ContainsFunc(m.Asks[a].Args, reads)
			}
			for _, u := range t.Updates {
				used = used || reads(u.Value)
			}
			for _, e := range t.Emits {
				used = used || slices.ContainsFunc(e.Values, reads)
			}
		}
		if used && f.Type.Kind == expr.Enumerated {
			out = append(out, i)
		}
	}
	return out
}
