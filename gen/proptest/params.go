package proptest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// drawParams prints the choice of parameters.
func (p *printer) drawParams() {
	ints := false
	for _, q := range p.m.Params {
		ints = ints || q.Type.Kind == expr.Int
	}
	spread, choose := "spread", "choose"
	if !ints {
		spread = "_"
	}
	if len(p.m.Params) == 0 {
		choose = "_"
	}
	p.comment(p.prefix + "TestParams makes parameters at most spread above their minimum. choose\nreturns a number below n, or 0 when there is none.")
	p.file.Func().Add(p.id("TestParams")).Params(
		jen.Id(spread).Int(), jen.Id(choose).Func().Params(jen.Id("n").Int()).Int(),
	).Add(returns(jen.Id(p.names.Params), "p", p.paramsDivide(), p.drawing()...))
}

// drawing writes the choice of each parameter.
func (p *printer) drawing() (body []jen.Code) {
	if !p.paramsDivide() {
		body = append(body, jen.Var().Id("p").Id(p.names.Params))
	}
	for i, q := range p.m.Params {
		set := jen.Id("p").Dot(p.names.Fields[i]).Op("=")
		switch q.Type.Kind {
		case expr.Int:
			body = append(body, set.Op(p.drawInt(q.Min, q.Max, scope{params: "p", event: -1})))
		case expr.Bool, expr.Enumerated:
			body = append(body, set.Add(p.choice(q.Type)))
		case expr.String:
			body = append(body, set.Add(p.pick(p.textValues(i))))
		}
	}
	return append(body, jen.Return(jen.Id("p")))
}

// smaller prints the parameters that are smaller than some: each in turn at its
// minimum, or nearer to it.
func (p *printer) smaller() {
	body := "least := " + p.prefix + "TestParams(0, func(int) int { return 0 })\n"
	for i, q := range p.m.Params {
		field := p.names.Fields[i]
		change := func(value string) string {
			return "q := p\nq." + field + " = " + value + "\nall = append(all, q)\n"
		}
		switch q.Type.Kind {
		case expr.Int:
			body += "for _, v := range " + p.prefix + "TestNearer(p." + field + ", least." + field + ") {\n" + change("v") + "}\n"
		case expr.Bool:
			body += "if p." + field + " {\n" + change("false") + "}\n"
		case expr.Enumerated, expr.String:
			body += "if p." + field + " != least." + field + " {\n" + change("least."+field) + "}\n"
		}
	}
	p.comment(p.prefix + "TestSmaller returns parameters that are smaller in one thing, but perhaps out of\nrange.")
	signature := jen.Id("p").Id(p.names.Params)
	if !strings.Contains(body, "q := p") {
		p.file.Func().Add(p.id("TestSmaller")).Params(jen.Id(p.names.Params)).Index().Id(p.names.Params).Block(jen.Return(jen.Nil()))
		return
	}
	if !strings.Contains(body, "least.") {
		body = body[strings.Index(body, "\n")+1:]
	}
	p.file.Func().Add(p.id("TestSmaller")).Params(signature).Params(jen.Id("all").Index().Id(p.names.Params)).Block(
		source(body + "return all"))
}

// drawInt writes a choice of an int in a range, by its distance from the
// minimum.
func (p *printer) drawInt(lo, hi expr.Expr, in scope) string {
	switch {
	case lo == nil && hi == nil:
		return "choose(spread+1) - 1"
	case lo == nil:
		return p.code(hi, in) + " - choose(spread+1)"
	case hi == nil:
		if l, ok := lo.(*expr.Lit); ok && l.Value == 0 {
			return "choose(spread+1)"
		}
		return p.code(lo, in) + " + choose(spread+1)"
	}
	width := p.code(difference(hi, lo), in)
	if l, ok := lo.(*expr.Lit); ok && l.Value == 0 {
		return "choose(min(spread, " + width + ")+1)"
	}
	return p.code(lo, in) + " + choose(min(spread, " + width + ")+1)"
}

// difference returns x - y, folded when both are constants.
func difference(x, y expr.Expr) expr.Expr {
	lx, okX := x.(*expr.Lit)
	ly, okY := y.(*expr.Lit)
	switch {
	case okX && okY:
		return expr.Number(lx.Value - ly.Value)
	case okY && ly.Value == 0:
		return x
	}
	return &expr.Binary{Op: expr.Sub, X: x, Y: y}
}

// textValues returns values for a string parameter: two of no meaning and those
// that the spec compares it with.
func (p *printer) textValues(param int) []string {
	out := []string{strconv.Quote(""), strconv.Quote("x")}
	is := func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == param }
	for _, t := range p.m.Transitions {
		if t.Guard == nil {
			continue
		}
		expr.Walk(t.Guard, func(e expr.Expr) {
			b, ok := e.(*expr.Binary)
			if !ok || b.X.Type().Kind != expr.String {
				return
			}
			for _, pair := range [][2]expr.Expr{{b.X, b.Y}, {b.Y, b.X}} {
				if text, ok := pair[1].(*expr.Text); ok && expr.Uses(pair[0], is) {
					out = append(out, strconv.Quote(text.Value))
				}
			}
		})
	}
	return out
}

// spread is how far above its minimum each int parameter goes in the walk: 2,
// or less when there are many parameters.
func (p *printer) spread() int {
	for spread := 2; spread > 0; spread-- {
		machines := 1
		for _, q := range p.m.Params {
			switch q.Type.Kind {
			case expr.Int:
				machines *= spread + 1
			case expr.Bool, expr.String:
				machines *= 2
			case expr.Enumerated:
				machines *= len(q.Type.Enum.Values)
			}
		}
		if machines <= 100 {
			return spread
		}
	}
	return 1
}

// defaultsHold reports whether DefaultParams exists and is in range: a
// parameter without a default has Go's zero value there, which may not be.
func (p *printer) defaultsHold() bool {
	env, some := p.defaults()
	return some && p.valid(env)
}

// defaults returns the default parameters, and whether the spec has any.
func (p *printer) defaults() (*expr.Env, bool) {
	env := &expr.Env{Params: make([]int64, len(p.m.Params)), Intern: func(string) int64 { return 0 }}
	some := false
	for i, q := range p.m.Params {
		if q.Default != nil {
			some = true
			if v, err := expr.Eval(q.Default, env); err == nil {
				env.Params[i] = v
			}
		}
	}
	return env, some
}

// check is a comparison of a default with the spec, as Go.
type check struct{ Name, Field, Differs string }

// large is a parameter with a large value.
type large struct{ Field, Value string }

// large writes the value of a parameter that is 1000 above its minimum, or as large as
// it can be.
func (p *printer) large(param int) large {
	q, in := p.m.Params[param], scope{params: "of.Params", event: -1}
	value := "1000"
	if q.Min != nil {
		value = p.code(sum(q.Min, 1000), in)
	}
	if q.Max != nil {
		value = "min(" + value + ", " + p.code(q.Max, in) + ")"
	}
	return large{p.names.Fields[param], value}
}

// zero writes the zero value of a type that is not one of the program.
func zero(t expr.Type) string {
	return map[expr.Kind]string{expr.Bool: "false", expr.Int: "0", expr.String: `""`, expr.Enumerated: "0"}[t.Kind]
}

// defaultChecks compares DefaultParams with the defaults of the spec.
func (p *printer) defaultChecks() []check {
	var out []check
	for i, q := range p.m.Params {
		if q.Type.Kind == expr.Opaque || !slices.ContainsFunc(p.m.Params, func(q core.Param) bool { return q.Default != nil }) {
			continue
		}
		field, want := "defaults."+p.names.Fields[i], zero(q.Type)
		if q.Default != nil {
			want = p.code(q.Default, scope{params: "defaults", event: -1})
		}
		differs := field + " != " + want
		switch want {
		case "true":
			differs = "!" + field
		case "false":
			differs = field
		}
		out = append(out, check{q.Name, p.names.Fields[i], differs})
	}
	return out
}
