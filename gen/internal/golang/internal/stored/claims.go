package stored

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// claims adds the check of everything that is claimed about the values in the current
// state: ranges, invariants, and the conditions that proofs assume in addition. All of
// them are proved for the machine, so only values that the program supplies need the check.
func (g printer) claims() {
	if !g.m.Data().Claimed() {
		return
	}
	exact := overflow.New(g.m).Exact("m.params")
	checks := g.claimsOf(exact, -1)
	var cases []jen.Code
	for s := range g.m.Core.States {
		if g.m.Data().ClaimedIn(s) {
			cases = append(cases, jen.Case(jen.Id(g.m.Names.States[s])).Block(g.claimsOf(exact, s)...))
		}
	}
	if len(cases) > 0 {
		cases = append(cases, jen.Default().Comment("// has no claims of its own"))
		checks = append(checks, jen.Switch(jen.Id("m").Dot("state")).Block(cases...))
	}
	what := "range or invariant"
	if len(g.m.Conditions) > 0 {
		what = "range, invariant or condition of the proofs"
	}
	g.f.Doc(comment.Wrap("checkClaims returns an error that names the first " + what + " that does not hold in the current state."))
	g.f.OnMachine("checkClaims").Params().Error().BlockFunc(func(body *jen.Group) {
		exact.Operators(body)
		for _, c := range checks {
			body.Add(c)
		}
		body.Return(jen.Nil())
	})
}

// claimsOf returns the checks of the claims about a state and its data, or for -1 about
// all states and the variables. Ranges come first: other checks rely on them.
func (g printer) claimsOf(exact *overflow.Exact, state int) (checks []jen.Code) {
	for _, i := range g.m.Data().In(state) {
		v, field := &g.m.Core.Vars[i], "m."+g.m.Names.Vars[i].Field
		var outside []string
		if v.Min != nil {
			outside = append(outside, exact.Compare(field, expr.Lt, v.Min))
		}
		if v.Max != nil {
			outside = append(outside, exact.Compare(field, expr.Gt, v.Max))
		}
		if outside != nil {
			text := v.Name + " is " + code.Verb(v.Type) + ", must be " + comment.Escape(prose.Range(v.Min, v.Max))
			checks = append(checks, g.refuse(strings.Join(outside, " || "), text, jen.Id(field)))
		}
	}
	check := func(e expr.Expr, text string) {
		values, args := g.reads(e)
		checks = append(checks, g.refuse(exact.Broken(e), text+values, args...))
	}
	for _, i := range g.m.Core.Invariants {
		if i.State != state {
			continue
		}
		where := ""
		if state >= 0 {
			where = " of state " + g.m.Core.States[state].Name
		}
		check(i.Expr, "the invariant "+comment.Escape(expr.Print(i.Expr, expr.Spec))+where+" does not hold:")
	}
	for _, c := range g.m.Conditions {
		if c.State != state {
			continue
		}
		condition, state := comment.Escape(expr.Print(c.Expr, expr.Spec)), g.m.Core.States[state].Name
		text := "every run has " + condition + " in state " + state + ", but"
		if c.Limits {
			text = "progress in state " + state + " would exceed the bound: every run has " + condition + " there, but"
		}
		check(c.Expr, text)
	}
	return checks
}

// reads returns the end of a message, and its arguments, with the values that a condition
// reads.
func (g printer) reads(e expr.Expr) (text string, args []jen.Code) {
	var parts []string
	expr.Uses(e, func(s *expr.Symbol) bool {
		field := "m.params."
		if s.Scope == expr.Param {
			field += g.m.Names.Fields[s.Index]
		} else {
			field = "m." + g.m.Names.Vars[s.Index].Field
		}
		verb := strings.Replace(code.Verb(s.Type), "%q", "%.40q", 1)
		if part := s.Name + " is " + verb; !slices.Contains(parts, part) {
			parts = append(parts, part)
			args = append(args, jen.Id(field))
		}
		return false
	})
	return " " + comment.List(parts), args
}

// refuse returns a statement that returns an error if a condition is true.
func (g printer) refuse(condition, text string, args ...jen.Code) jen.Code {
	return jen.If(jen.Id(condition)).Block(jen.Return(g.f.Errorf(text, args...)))
}
