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
	// params is the Go expression for the parameters.
	params string
	// used are the operators that the conditions need, and whether they need any.
	used map[expr.Op]bool
	any  bool
	// clamps is set if a value is clamped.
	clamps bool
}

// Exact returns a writer of conditions. params is the Go expression for the parameters.
func (g *Checker) Exact(params string) *Exact {
	return &Exact{Checker: g, params: params, used: map[expr.Op]bool{}}
}

// Broken writes that a condition does not hold. The ranges of variables must have been
// checked before it is evaluated.
func (x *Exact) Broken(e expr.Expr) string {
	e = goexpr.Plain(e)
	if x.fits(e) {
		return code.Expr(x.m, &expr.Unary{Op: expr.Not, X: e}, x.params, -1)
	}
	switch e := e.(type) {
	case *expr.Unary:
		return x.condition(e.X, false)
	case *expr.Binary:
		if e.X.Type().Kind == expr.Int {
			return x.compare(e.X, opposite[e.Op], e.Y)
		}
	}
	return "!" + x.condition(e, false)
}

// opposite maps each comparison to the one that holds exactly if it does not.
var opposite = map[expr.Op]expr.Op{
	expr.Eq: expr.Ne, expr.Ne: expr.Eq, expr.Lt: expr.Ge, expr.Ge: expr.Lt, expr.Le: expr.Gt, expr.Gt: expr.Le,
}

// Compare writes the comparison of a variable with the end of its range.
func (x *Exact) Compare(field string, op expr.Op, end expr.Expr) string {
	end = goexpr.Plain(end)
	if x.fits(end) {
		return field + " " + op.String() + " " + code.Expr(x.m, end, x.params, -1)
	}
	x.any = true
	return "num(" + field + ").Cmp(" + x.number(end) + ") " + op.String() + " 0"
}

// fits reports whether ints suffice to compute an expression.
func (x *Exact) fits(e expr.Expr) bool { return x.Fits(e) }

// condition writes a condition as an operand: of && or || if logic is set, or of any
// operator.
func (x *Exact) condition(e expr.Expr, logic bool) string {
	if x.fits(e) {
		return x.operand(e, logic)
	}
	switch e := e.(type) {
	case *expr.Unary:
		return "!" + x.condition(e.X, false)
	case *expr.Binary:
		if e.X.Type().Kind != expr.Int {
			logic := e.Op == expr.And || e.Op == expr.Or
			return "(" + x.condition(e.X, logic) + " " + e.Op.String() + " " + x.condition(e.Y, logic) + ")"
		}
		text := x.compare(e.X, e.Op, e.Y)
		if !logic {
			text = "(" + text + ")"
		}
		return text
	}
	panic("unreachable: a condition with arithmetic that compares nothing")
}

// compare writes the comparison of two ints.
func (x *Exact) compare(a expr.Expr, op expr.Op, b expr.Expr) string {
	x.any = true
	return x.number(a) + ".Cmp(" + x.number(b) + ") " + op.String() + " 0"
}

// operand writes a condition without overflow. logic means that it is an operand of && or
// ||.
func (x *Exact) operand(e expr.Expr, logic bool) string {
	if b, ok := e.(*expr.Binary); ok && (!logic || b.Op == expr.And || b.Op == expr.Or) {
		return "(" + code.Expr(x.m, e, x.params, -1) + ")"
	}
	return code.Expr(x.m, e, x.params, -1)
}

// number writes an int as an integer of any size.
func (x *Exact) number(e expr.Expr) string {
	if x.fits(e) {
		return "num(" + code.Expr(x.m, e, x.params, -1) + ")"
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
	case *expr.Case:
		values := make([]string, len(e.Values))
		for i, v := range e.Values {
			values[i] = x.number(v)
		}
		return "[...]*big.Int{" + strings.Join(values, ", ") + "}[" + code.Expr(x.m, e.Of, x.params, -1) + "]"
	}
	panic("unreachable: arithmetic without operands")
}

// exact are the operators on integers of any size.
var exact = map[expr.Op]struct{ name, method string }{
	expr.Add: {"add", "Add"}, expr.Sub: {"sub", "Sub"}, expr.Mul: {"mul", "Mul"}, expr.Quo: {"quo", "Quo"}, expr.Rem: {"rem", "Rem"},
	expr.Min: {"least", "MinFunc"}, expr.Max: {"greatest", "MaxFunc"},
}

// Clamped writes the value of an int that is never negative, or the largest int if the value
// does not fit. The intermediate results of an int may wrap around if it fits itself.
func (x *Exact) Clamped(e expr.Expr) string {
	e = goexpr.Plain(e)
	fits := true
	for _, bits := range []uint{32, 64} {
		word := newIntervalsOf(x.m.Core, bits)
		of := word.of(e)
		fits = fits && of.low != nil && of.high != nil && of.low.Cmp(word.word.low) >= 0 && of.high.Cmp(word.word.high) <= 0
	}
	if fits {
		return code.Expr(x.m, e, x.params, -1)
	}
	x.any, x.clamps = true, true
	return "clamp(" + x.number(e) + ")"
}

// Clamps reports whether some value has been clamped that might not fit.
func (x *Exact) Clamps() bool { return x.clamps }

// Operators declares the operators of the conditions that have been written.
func (x *Exact) Operators(body *jen.Group) {
	define := func(name, params string) *jen.Statement {
		return body.Id(name).Op(":= func(" + params).Add(integer()).Op(")").Add(integer())
	}
	if x.any {
		body.Id("num").Op(":= func(n int)").Add(integer()).Op("{ return").Qual("math/big", "NewInt").Op("(int64(n)) }")
	}
	if x.clamps {
		body.Id("clamp").Op(":=").Func().Params(jen.Id("n").Add(integer())).Int().Block(
			jen.If(jen.Id("n").Dot("Cmp").Call(jen.Id("num").Call(jen.Qual("math", "MaxInt"))).Op(">").Lit(0)).Block(jen.Return(jen.Qual("math", "MaxInt"))),
			jen.Return(jen.Int().Call(jen.Id("n").Dot("Int64").Call())))
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
