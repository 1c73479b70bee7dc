package migrate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// value writes what sets a value of the new version. from is the old parameter or variable that gives it, or -1; state is the old state
// of a datum, or -1.
func (g *generator) value(s *expr.Symbol, into string, state, from int) {
	target := into + "[" + strconv.Quote(s.Name) + "]"
	if x := g.plan.m.Given[slotOf(s)]; x != nil {
		g.given(target, s, x)
		return
	}
	var o *expr.Symbol
	if from >= 0 && s.Scope == expr.Param {
		o = g.plan.a.Params[from].Symbol
	} else if from >= 0 {
		o = g.plan.a.Vars[from].Symbol
	}
	if !g.plan.m.Decided[slotOf(s)] {
		if o != nil {
			g.keep(target, s, o)
		}
		return
	}
	if fits := g.fits(s, state, o); fits != "" {
		g.file.line("if %s {", fits)
		g.keep(target, s, o)
		g.file.line("} else {")
		g.ask(target, s)
		g.file.line("}")
		return
	}
	g.ask(target, s)
}

// ask writes the call of a decision.
func (g *generator) ask(target string, s *expr.Symbol) {
	i := slices.IndexFunc(g.plan.Decisions, func(d Decision) bool { return d.to != nil && slotOf(d.to) == slotOf(s) })
	f := g.plan.Decisions[i].Field
	g.file.line("{\nvalue, err := d.%s(old)\nif err != nil {\n%s\n}", f, g.file.errorf(g.typeDecisions+"."+f+": %w", "err"))
	if s.Type.Kind == expr.Opaque && s.Type.Go.Text == "error" {
		g.file.line("%s = nil\nif value != nil {\n%s = value.Error()\n}\n}", target, target)
		return
	}
	g.file.line("%s = value\n}", target)
}

// given writes a value that a person has given.
func (g *generator) given(target string, s *expr.Symbol, x expr.Expr) {
	switch x := x.(type) {
	case *expr.Ref:
		g.keep(target, s, x.Symbol)
	case *expr.Lit:
		if x.T.Kind == expr.Enumerated {
			g.file.line("%s = %s", target, g.new.Enums[slices.Index(g.plan.b.Enums, x.T.Enum)].Values[x.Value])
			return
		}
		g.file.line("%s = %s", target, g.goExpr(x))
	default:
		g.file.line("%s = %s", target, g.goExpr(x))
	}
}

// keep writes a value that the old version has. Its JSON stays as it is, except for values of enums: they get their stored texts,
// or the those of the new version if its spec does not list these texts.
func (g *generator) keep(target string, s, o *expr.Symbol) {
	from := g.raw(o)
	if o.Type.Kind == expr.Enumerated {
		from = g.field(o)
	}
	g.file.line("%s = %s", target, from)
	if s.Type.Kind != expr.Enumerated || g.plan.m.Was[s.Type.Enum] == nil {
		return
	}
	e := s.Type.Enum
	var cases []string
	for v := range e.Values {
		for _, text := range g.plan.m.Was[e][v] {
			if o.Type.Kind == expr.String || slices.Contains(valueTexts(o.Type.Enum), text) {
				cases = append(cases, fmt.Sprintf("case %q:\n%s = %s", text, target, g.new.Enums[slices.Index(g.plan.b.Enums, e)].Values[v]))
			}
		}
	}
	if len(cases) > 0 {
		g.file.line("switch %s {\n%s\n}", g.field(o), strings.Join(cases, "\n"))
	}
}

// fits writes the condition that an old value is one of the new version, or "" if that cannot be said before Restore.
func (p *Plan) fitting(s *expr.Symbol, state int, o *expr.Symbol) (names []string, holds expr.Expr) {
	switch {
	case o == nil || !compatible(o.Type, s.Type):
	case s.Type.Kind == expr.Enumerated:
		for v := range s.Type.Enum.Values {
			names = append(names, p.m.Texts(p.a, p.b, s.Type.Enum, v)...)
		}
	case s.Type.Kind == expr.Int:
		low, high := p.ends(s)
		var all expr.Expr = expr.Truth(true)
		value := &expr.Ref{Symbol: o}
		for _, end := range []struct {
			op expr.Op
			e  expr.Expr
		}{{expr.Ge, low}, {expr.Le, high}} {
			if end.e == nil {
				continue
			}
			limit := p.m.Express(p.a, p.b, state, end.e, nil)
			if limit == nil || stored.Divides(limit) {
				return nil, nil
			}
			all = &expr.Binary{Op: expr.And, X: all, Y: &expr.Binary{Op: end.op, X: value, Y: limit}}
		}
		return nil, expr.Simplify(all)
	}
	return names, nil
}

func (g *generator) fits(s *expr.Symbol, state int, o *expr.Symbol) string {
	names, holds := g.plan.fitting(s, state, o)
	switch {
	case names != nil:
		return g.file.use("slices") + ".Contains([]string{" + quoted(names) + "}, " + g.field(o) + ")"
	case holds != nil:
		return g.goExpr(holds)
	}
	return ""
}
