package step

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// checkPayload writes the checks of the fields of an event, in their order.
func (g printer) checkPayload(body *jen.Group, event int) {
	enums := checked(g.m, event)
	for i := range g.m.Core.Events[event].Fields {
		f, arg := &g.m.Core.Events[event].Fields[i], g.m.Names.Events[event].Args[i]
		if slices.Contains(enums, i) {
			body.If(jen.Op("!").Id(arg).Dot("Valid").Call()).Block(g.invalid(event, i))
		}
		if outside := f.Outside(); outside != nil {
			body.If(jen.Id(code.Guard(g.m, outside, event, nil))).Block(g.invalid(event, i, jen.Id("Range").Op(":").Add(g.rangeOf(f))))
		}
	}
}

// checksPayload reports whether the method of an event checks its fields.
func checksPayload(m *machine.Machine, event int) bool {
	return len(checked(m, event)) > 0 || m.Core.Events[event].Outside() != nil
}

// invalid is the statement that refuses the value of a field.
func (g printer) invalid(event, field int, more ...jen.Code) *jen.Statement {
	arg, t := jen.Id(g.m.Names.Events[event].Args[field]), g.m.Core.Events[event].Fields[field].Type
	if t.Kind == expr.Enumerated || t.Duration {
		arg = jen.Int().Call(arg)
	}
	if t.Duration {
		more = append(more, jen.Id("Duration").Op(":").True())
	}
	return jen.Return(jen.Op("&").Id(g.m.Names.Payload).Values(append([]jen.Code{
		jen.Id("Event").Op(":").Id(g.m.Names.Events[event].Const),
		jen.Id("Field").Op(":").Lit(g.m.Core.Events[event].Fields[field].Name),
		jen.Id("Value").Op(":").Add(arg),
	}, more...)...))
}

// rangeOf is the text of a range with the values of its limits.
func (g printer) rangeOf(f *core.Field) *jen.Statement {
	var values []jen.Code
	limit := func(word string, e expr.Expr) string {
		if lit, constant := expr.Simplify(e).(*expr.Lit); constant {
			if f.Type.Duration {
				return word + time.Duration(lit.Value).String()
			}
			return word + strconv.FormatInt(lit.Value, 10)
		}
		values = append(values, jen.Id(code.Expr(g.m, e, "m.params", -1)))
		return word + code.Verb(f.Type)
	}
	text := ""
	switch {
	case f.Max == nil:
		text = limit("at least ", f.Min)
	case f.Min == nil:
		text = limit("at most ", f.Max)
	default:
		text = limit("from ", f.Min) + limit(" to ", f.Max)
	}
	if len(values) == 0 {
		return jen.Lit(text)
	}
	return jen.Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(text)}, values...)...)
}

// ranges documents the ranges of the payload of an event.
func (g printer) ranges(event int) []string {
	var parts []string
	for i, f := range g.m.Core.Events[event].Fields {
		if text := prose.Range(f.Min, f.Max); text != "" {
			parts = append(parts, g.m.Names.Events[event].Args[i]+" must be "+text)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return comment.Wrap(strings.Join(parts, ", ") + ": another value is refused with *" + g.m.Names.Payload + ".")
}

// refusesPayload reports whether any event method can return the error about
// payloads.
func refusesPayload(m *machine.Machine) bool {
	for e := range m.Core.Events {
		if checksPayload(m, e) {
			return true
		}
	}
	return false
}

// checked returns the fields of an event whose values the machine depends on: enums that a
// guard, an update or an output reads.
func checked(m *machine.Machine, event int) []int {
	var out []int
	for i, f := range m.Core.Events[event].Fields {
		reads := func(e expr.Expr) bool {
			return expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == i })
		}
		used := false
		for _, t := range m.Core.Transitions {
			if t.Event != event {
				continue
			}
			used = used || reads(t.Guard)
			for _, a := range m.Questions(t.Guard) {
				used = used || slices.ContainsFunc(m.Core.Asks[a].Args, reads)
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
