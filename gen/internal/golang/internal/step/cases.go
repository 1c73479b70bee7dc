package step

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// test is a condition that an implied variable has a value: where a region is, or what is still to be handled.
type test struct {
	variable int
	value    int64
}

// minCases is the number of alternatives that are worth a switch.
const minCases = 3

// leading divides a guard into the tests at its beginning and the rest, which is nil if there is none.
func leading(m *core.Machine, guard expr.Expr) (tests []test, rest expr.Expr) {
	if and, ok := guard.(*expr.Binary); ok && and.Op == expr.And {
		tests, first := leading(m, and.X)
		if first != nil {
			return tests, expr.Both(first, and.Y)
		}
		more, rest := leading(m, and.Y)
		return append(tests, more...), rest
	}
	eq, ok := guard.(*expr.Binary)
	if !ok || eq.Op != expr.Eq {
		return nil, guard
	}
	ref, isRef := eq.X.(*expr.Ref)
	lit, isLit := eq.Y.(*expr.Lit)
	if !isRef || !isLit || ref.Symbol.Scope != expr.Var || !m.Vars[ref.Symbol.Index].Control() {
		return nil, guard
	}
	return []test{{ref.Symbol.Index, lit.Value}}, nil
}

// inCases emits alternatives that begin with tests of one variable as a switch, or as an if for one value. It returns how many
// these are; 0 if that is not worth it. never means that none after them can be taken.
func (g printer) inCases(body *jen.Group, alternatives []alternative) (n int, never bool) {
	var values []int64
	cases := map[int64][]alternative{}
	for ; n < len(alternatives); n++ {
		a := alternatives[n]
		if len(a.tests) == 0 || len(a.asks) > 0 || a.tests[0].variable != alternatives[0].tests[0].variable {
			break
		}
		value := a.tests[0].value
		if cases[value] == nil {
			values = append(values, value)
		}
		a.tests, a.guards = a.tests[1:], a.guards[1:]
		cases[value] = append(cases[value], a)
	}
	if n < minCases {
		return 0, false
	}
	v := alternatives[0].tests[0].variable
	of, field := g.m.Core.Vars[v].Type.Enum, jen.Id("m").Dot(g.m.Names.Vars[v].Field)
	if len(values) == 1 {
		body.If(field.Op("==").Id(g.m.Enum(of).Values[values[0]])).BlockFunc(func(body *jen.Group) { g.try(body, cases[values[0]]) })
		return n, false
	}
	never = len(values) == len(of.Values)
	body.Switch(field).BlockFunc(func(body *jen.Group) {
		for _, value := range values {
			body.Case(jen.Id(g.m.Enum(of).Values[value])).BlockFunc(func(body *jen.Group) {
				never = g.try(body, cases[value]) && never
			})
		}
	})
	return n, never
}

// guards writes a guard in full, then without its first test, without the first two, and so on. Each is "" if nothing is left.
func (g planner) guards(t *core.Transition, tests []test, rest expr.Expr, answers map[int]string) (list []string) {
	guard := t.Guard
	for k := 0; ; k++ {
		text := ""
		if guard != nil {
			text = code.Guard(g.m, guard, t.Event, answers)
		}
		list = append(list, text)
		if k == len(tests) {
			return list
		}
		guard = nil
		for _, x := range tests[k+1:] {
			v := &g.m.Core.Vars[x.variable]
			guard = expr.Both(guard, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: v.Symbol}, Y: &expr.Lit{T: v.Type, Value: x.value}})
		}
		if rest != nil {
			guard = expr.Both(guard, rest)
		}
	}
}
