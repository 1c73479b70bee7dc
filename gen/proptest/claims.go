package proptest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// claims prints what the spec says of the machine beside its transitions:
// outcomes, progress, bound and ranges.
func (p *printer) claims() {
	p.comment("Outcome is the terminal set that the present state belongs to.")
	p.method("Outcome").Params().Id(p.names.Outcome).BlockFunc(func(g *jen.Group) {
		if len(p.m.Outcomes) > 0 {
			g.Switch(jen.Id("m").Dot("State")).BlockFunc(func(g *jen.Group) {
				for i, o := range p.m.Outcomes {
					g.CaseFunc(func(g *jen.Group) {
						for _, s := range o.States {
							g.Lit(p.m.States[s].Name)
						}
					}).Block(jen.Return(jen.Id(p.names.Outcomes[i])))
				}
			})
		}
		g.Return(jen.Id(p.names.Running))
	})
	if p.m.Rank > 0 {
		p.progress()
	}
	if p.m.Bound != nil {
		p.comment("Bound is the number of transitions that the spec allows at most.")
		p.method("Bound").Params().Int().Block(jen.Return(p.expr(p.m.Bound, inOracle)))
	}
	p.ranges()
}

// progressType is int, or an array of ints for a lexicographic progress.
func (p *printer) progressType() *jen.Statement {
	if p.m.Rank == 1 {
		return jen.Int()
	}
	return jen.Index(jen.Lit(p.m.Rank)).Int()
}

func (p *printer) progress() {
	p.comment("Progress is the progress function of the spec.")
	p.method("Progress").Params().Add(p.progressType()).Block(
		jen.Switch(jen.Id("m").Dot("State")).BlockFunc(func(g *jen.Group) {
			for i, s := range p.m.States {
				if p.m.Terminal(i) {
					continue
				}
				parts := make([]string, len(s.Progress))
				for k, e := range s.Progress {
					parts[k] = p.code(e, inOracle)
				}
				value := jen.Op(parts[0])
				if p.m.Rank > 1 {
					value = jen.Index(jen.Lit(p.m.Rank)).Int().Op("{" + strings.Join(parts, ", ") + "}")
				}
				g.Case(jen.Lit(s.Name)).Block(jen.Return(value))
			}
		}),
		jen.ReturnFunc(func(g *jen.Group) {
			if p.m.Rank == 1 {
				g.Lit(0)
				return
			}
			g.Add(p.progressType()).Values()
		}),
	)
}

// ranges prints the declared ranges of parameters and of variables.
func (p *printer) ranges() {
	var params, vars []string
	for i, q := range p.m.Params {
		name := "p." + p.names.Fields[i]
		params = append(params, p.between(name, q.Min, q.Max, scope{params: "p", event: -1})...)
	}
	for i, v := range p.m.Vars {
		claims := p.between("m."+p.names.Vars[i].Field, v.Min, v.Max, inOracle)
		if v.State >= 0 && len(claims) > 0 {
			claims = []string{"(m.State != " + strconv.Quote(p.m.States[v.State].Name) + " || " + strings.Join(claims, " && ") + ")"}
		}
		vars = append(vars, claims...)
	}
	for _, claim := range p.m.Invariants {
		if claim.State >= 0 {
			vars = append(vars, "(m.State != "+strconv.Quote(p.m.States[claim.State].Name)+" || ("+p.code(claim.Expr, inOracle)+"))")
			continue
		}
		for _, part := range conjuncts(claim.Expr) {
			vars = append(vars, "("+p.code(part, inOracle)+")")
		}
	}
	name := "p"
	if len(params) == 0 {
		name = "_"
	}
	p.comment(p.prefix + "OracleValid reports whether parameters are in their declared ranges.")
	p.file.Func().Add(p.id("OracleValid")).Params(jen.Id(name).Id(p.names.Params)).Add(
		returns(jen.Bool(), "valid", p.paramsDivide(), jen.Return(conjunction(params))))
	what := "the variables are in their declared ranges"
	if len(p.m.Invariants) > 0 {
		what += " and the\ninvariants hold"
	}
	p.comment("InRange reports whether " + what + ".")
	p.method("InRange").Params().Add(returns(jen.Bool(), "holds", p.claimsDivide(), jen.Return(conjunction(vars))))
}

// between writes the conditions that keep a value in its range.
func (p *printer) between(name string, lo, hi expr.Expr, in scope) []string {
	var out []string
	if lo != nil {
		out = append(out, name+" >= "+p.code(lo, in))
	}
	if hi != nil {
		out = append(out, name+" <= "+p.code(hi, in))
	}
	return out
}

// conjuncts returns the operands of && in an expression.
func conjuncts(e expr.Expr) []expr.Expr {
	if b, ok := e.(*expr.Binary); ok && b.Op == expr.And {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []expr.Expr{e}
}

// conjunction writes that all claims hold, each once: an invariant can say what
// a range says.
func conjunction(claims []string) *jen.Statement {
	var different []string
	for _, c := range claims {
		if !slices.Contains(different, c) && !slices.Contains(different, strings.TrimSuffix(strings.TrimPrefix(c, "("), ")")) {
			different = append(different, c)
		}
	}
	claims = different
	if len(claims) == 0 {
		return jen.True()
	}
	return jen.Op(strings.Join(claims, " &&\n"))
}

// environment writes that event e is one of the environment, or is "" when
// there is none.
func (p *printer) environment() string {
	var out []string
	for i, e := range p.m.Events {
		if e.Environment {
			out = append(out, "e.Event == "+p.names.Events[i].Const)
		}
	}
	return strings.Join(out, " || ")
}
