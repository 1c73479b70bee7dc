package overflow

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Exact writes conditions on a configuration in terms of integers of any size, where ints
// could overflow. Nothing is known about the quotient and the remainder of a division by
// zero; they are 0.
//
// A configuration that a machine can reach may have values for which a condition that
// holds cannot be computed with ints.
type Exact struct {
	*Checker
	// used are the operators that the conditions need, and whether they need any.
	used map[expr.Op]bool
	any  bool
}

// Exact returns a writer of conditions.
func (g *Checker) Exact() *Exact { return &Exact{Checker: g, used: map[expr.Op]bool{}} }

// Condition writes a condition as an operand of any operator. The ranges of variables must
// have been checked before it is evaluated.
func (x *Exact) Condition(e expr.Expr) string { return x.condition(goexpr.Plain(e)) }

// Compare writes the comparison of a variable with the end of its range.
func (x *Exact) Compare(field string, op expr.Op, end expr.Expr) string {
	end = goexpr.Plain(end)
	if x.fits(end) {
		return field + " " + op.String() + " " + code.Expr(x.m, end, "m.params", -1)
	}
	x.any = true
	return "num(" + field + ").Cmp(" + x.number(end) + ") " + op.String() + " 0"
}

// fits reports whether ints suffice to compute an expression.
func (x *Exact) fits(e expr.Expr) bool {
	fits := true
	expr.Walk(e, func(part expr.Expr) { fits = fits && (!Operation(part) || x.small(part)) })
	return fits
}

func (x *Exact) condition(e expr.Expr) string {
	if x.fits(e) {
		return x.operand(e)
	}
	switch e := e.(type) {
	case *expr.Unary:
		return "!" + x.condition(e.X)
	case *expr.Binary:
		if e.X.Type().Kind != expr.Int {
			return "(" + x.condition(e.X) + " " + e.Op.String() + " " + x.condition(e.Y) + ")"
		}
		x.any = true
		return "(" + x.number(e.X) + ".Cmp(" + x.number(e.Y) + ") " + e.Op.String() + " 0)"
	}
	panic("unreachable: a condition with arithmetic that compares nothing")
}

// operand writes a condition without overflow.
func (x *Exact) operand(e expr.Expr) string {
	if _, ok := e.(*expr.Binary); ok {
		return "(" + code.Expr(x.m, e, "m.params", -1) + ")"
	}
	return code.Expr(x.m, e, "m.params", -1)
}

// number writes an int as an integer of any size.
func (x *Exact) number(e expr.Expr) string {
	if x.fits(e) {
		return "num(" + code.Expr(x.m, e, "m.params", -1) + ")"
	}
	list := func(op expr.Op, name string, operands ...expr.Expr) string {
		x.used[op] = true
		texts := make([]string, len(operands))
		for i, o := range operands {
			texts[i] = x.number(o)
		}
		return name + "(" + strings.Join(texts, ", ") + ")"
	}
	switch e := e.(type) {
	case *expr.Unary:
		return list(expr.Sub, "sub", expr.Number(0), e.X)
	case *expr.Binary:
		return list(e.Op, exact[e.Op].name, e.X, e.Y)
	case *expr.Call:
		return list(e.Op, exact[e.Op].name, e.Args...)
	}
	panic("unreachable: arithmetic without operands")
}

// exact are the operators on integers of any size.
var exact = map[expr.Op]struct{ name, method string }{
	expr.Add: {"add", "Add"}, expr.Sub: {"sub", "Sub"}, expr.Mul: {"mul", "Mul"}, expr.Quo: {"quo", "Quo"}, expr.Rem: {"rem", "Rem"},
	expr.Min: {"least", "MinFunc"}, expr.Max: {"greatest", "MaxFunc"},
}

// Operators declares the operators of the conditions that have been written.
func (x *Exact) Operators(body *jen.Group) {
	define := func(name, params string) *jen.Statement {
		return body.Id(name).Op(":= func(" + params).Add(integer()).Op(")").Add(integer())
	}
	if x.any {
		body.Id("num").Op(":= func(n int)").Add(integer()).Op("{ return").Qual("math/big", "NewInt").Op("(int64(n)) }")
	}
	for op := expr.Add; op <= expr.Max; op++ {
		o := exact[op]
		switch {
		case !x.used[op]:
		case op == expr.Min || op == expr.Max:
			define(o.name, "list ...").Op("{ return").Qual("slices", o.method).Op("(list, (").Add(integer()).Op(").Cmp) }")
		case op == expr.Quo || op == expr.Rem:
			define(o.name, "x, y").Block(
				jen.If(jen.Id("y").Dot("Sign").Call().Op("==").Lit(0)).Block(jen.Return(jen.Id("y"))),
				jen.Return(jen.New(jen.Qual("math/big", "Int")).Dot(o.method).Call(jen.Id("x"), jen.Id("y"))))
		default:
			define(o.name, "x, y").Op("{ return new(").Qual("math/big", "Int").Op(")." + o.method + "(x, y) }")
		}
	}
}

func integer() *jen.Statement { return jen.Op("*").Qual("math/big", "Int") }
