package instance

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// progress emits the progress function, if the spec declares one.
func (g printer) progress() {
	if g.m.Core.Rank == 0 {
		return
	}
	each := "each transition"
	if environment := g.m.Environment(); len(environment) > 0 {
		each += " except those of the environment (" + comment.List(environment) + ")"
	}
	end, allEnd := ". It is 0 at the end", ". All components are 0 at the end"
	if len(g.m.Core.Outcomes) == 0 {
		end, allEnd = "", ""
	}
	what := "returns the value of the spec's progress function, which is never negative and decreases with " + each + end
	result := jen.Int()
	zero := jen.Lit(0)
	if g.m.Core.Rank > 1 {
		what = "returns the value of the spec's progress function, which decreases in lexicographic order with " + each + allEnd
		result = jen.Index(jen.Lit(g.m.Core.Rank)).Int()
		zero = jen.Index(jen.Lit(g.m.Core.Rank)).Int().Values()
	}
	exact := overflow.New(g.m).Exact("p")
	values := make([]*jen.Statement, len(g.m.Core.States))
	for i := range g.m.Core.States {
		if !g.m.Core.Terminal(i) {
			values[i] = g.progressIn(exact, i)
		}
	}
	if exact.Clamps() {
		what += ". A component that does not fit in an int is math.MaxInt"
	}
	g.f.Doc(comment.Wrap("Progress " + what + "."))
	g.f.OnMachine("Progress").Params().Add(result).BlockFunc(func(body *jen.Group) {
		if g.progressUsesParams() {
			body.Id("p").Op(":=").Id("m").Dot("params")
		}
		exact.Operators(body)
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for i, value := range values {
				if value != nil {
					cases.Case(jen.Id(g.m.Names.States[i])).Block(jen.Return(value))
				}
			}
			cases.Default().Block(jen.Return(zero))
		})
	})
}

// progressUsesParams reports whether the progress function reads a parameter.
func (g printer) progressUsesParams() bool {
	for i, s := range g.m.Core.States {
		for _, e := range s.Progress {
			if !g.m.Core.Terminal(i) && expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Param }) {
				return true
			}
		}
	}
	return false
}

func (g printer) progressIn(exact *overflow.Exact, state int) *jen.Statement {
	components := g.m.Core.States[state].Progress
	if len(components) == 1 {
		return jen.Id(code.Int(g.m, components[0], "p"))
	}
	return jen.Index(jen.Lit(len(components))).Int().ValuesFunc(func(list *jen.Group) {
		for _, e := range components {
			list.Id(exact.Clamped(e))
		}
	})
}
