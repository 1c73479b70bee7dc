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

// claim is a check of something that is claimed about the values in some states, or in all.
type claim struct {
	states []int // nil: all
	broken string
	// before and after are the text of the error around the name of the state, and args what it tells. A text without an end does not
	// name the state.
	before, after string
	args          []jen.Code
	common        bool // it reads nothing that only some states have
}

// claims adds the check of everything that is claimed about the values in the current
// state: ranges, invariants, and the conditions that proofs assume in addition. All of
// them are proved for the machine, so only values that the program supplies need the check.
func (g printer) claims() {
	if !g.m.Data().Claimed() {
		return
	}
	exact := overflow.New(g.m).Exact("m.params")
	list := g.claimsOf(exact, -1)
	for s := range g.m.Core.States {
		for _, c := range g.claimsOf(exact, s) {
			if at := slices.IndexFunc(list, c.same); at >= 0 {
				if !slices.Contains(list[at].states, s) {
					list[at].states = append(list[at].states, s)
				}
				continue
			}
			list = append(list, c)
		}
	}
	what := "range or invariant"
	if len(g.m.Conditions) > 0 {
		what = "range, invariant or condition of the proofs"
	}
	g.f.Doc(comment.Wrap("checkClaims returns an error that names the first " + what + " that does not hold in the current state."))
	g.f.OnMachine("checkClaims").Params().Error().BlockFunc(func(body *jen.Group) {
		exact.Operators(body)
		var checks []code.Refusal
		for _, c := range list {
			checks = append(checks, g.refusal(c))
		}
		code.Refuse(body, checks)
		body.Return(jen.Nil())
	})
}

// same reports whether a check in a state is one that other states have, too. No ranges of their data need come before it.
func (c claim) same(other claim) bool {
	return c.common && c.states != nil && other.states != nil && c.broken == other.broken && c.before == other.before && c.after == other.after
}

// refusal is the check as code.
func (g printer) refusal(c claim) code.Refusal {
	if len(c.states) == 0 {
		return code.Refusal{If: jen.Id(c.broken), Returns: g.f.Errorf(c.before+c.after, c.args...)}
	}
	in, name, args := code.AnyState(g.m, "m.state", c.states), "", c.args
	switch {
	case len(c.states) > 1:
		in, name, args = jen.Parens(in), "%v", append([]jen.Code{jen.Id("m.state")}, args...)
	case c.after != "":
		name = g.m.Core.States[c.states[0]].Name
	}
	return code.Refusal{If: in.Op("&&").Id(grouped(c.broken)), Returns: g.f.Errorf(c.before+name+c.after, args...)}
}

// grouped puts parentheses around a condition of alternatives, unless it has some.
func grouped(condition string) string {
	depth := 0
	for i, c := range condition {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 && condition[i:i+2] == "||" {
				return "(" + condition + ")"
			}
		}
	}
	return condition
}

// claimsOf returns the checks of the claims about a state and its data, or for -1 about
// all states and the variables. Ranges come first: other checks rely on them.
func (g printer) claimsOf(exact *overflow.Exact, state int) (checks []claim) {
	var states []int
	if state >= 0 {
		states = []int{state}
	}
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
			checks = append(checks, claim{states: states, broken: strings.Join(outside, " || "), before: text, args: []jen.Code{jen.Id(field)}})
		}
	}
	check := func(e expr.Expr, before, after string) {
		values, args := g.reads(e)
		data := expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Var && g.m.Core.Vars[s.Index].State >= 0 })
		checks = append(checks, claim{states: slices.Clone(states), broken: exact.Broken(e), before: before, after: after + values, args: args, common: !data})
	}
	for _, i := range g.m.Core.Invariants {
		if i.State != state {
			continue
		}
		before, after := "the invariant "+comment.Escape(expr.Print(i.Expr, expr.Spec)), " does not hold:"
		if state >= 0 {
			before += " of state "
		}
		check(i.Expr, before, after)
	}
	for _, c := range g.m.Conditions {
		if c.State != state {
			continue
		}
		before, after := "every run has "+comment.Escape(expr.Print(c.Expr, expr.Spec))+" in state ", ", but"
		if c.Limits {
			before, after = "progress in state ", " would exceed the bound: every run has "+comment.Escape(expr.Print(c.Expr, expr.Spec))+" there, but"
		}
		check(c.Expr, before, after)
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
