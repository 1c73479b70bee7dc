package overflow

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// operations are the checked operators: their names, and the condition that the result of
// x op y is correct.
var operations = []struct {
	op         expr.Op
	name, good string
}{
	{expr.Add, "add", "(x+y > x) == (y > 0)"},
	{expr.Sub, "sub", "(x-y < x) == (y > 0)"},
	{expr.Mul, "mul", "(x == 0 || x*y/x == y && (x != -1 || y != math.MinInt))"},
	{expr.Quo, "quo", "(y != 0 && (x != math.MinInt || y != -1))"},
	{expr.Rem, "rem", "(y != 0)"},
}

// Operations declares the checked operators that some expressions need.
// Each clears ok when its result does not fit in an int.
func (g *Checker) Operations(body *jen.Group, es []expr.Expr) {
	used := map[expr.Op]bool{}
	for _, e := range es {
		expr.Walk(e, func(e expr.Expr) {
			switch e := e.(type) {
			case *expr.Binary:
				used[e.Op] = true
			case *expr.Unary:
				used[expr.Sub] = true
			}
		})
	}
	body.Id("ok").Op(":=").True().Comment("// no overflow so far")
	for _, o := range operations {
		if !used[o.op] {
			continue
		}
		body.Id(o.name).Op(":=").Func().Params(jen.List(jen.Id("x"), jen.Id("y")).Int()).Int().BlockFunc(func(body *jen.Group) {
			result := jen.Return(jen.Id("x").Op(o.op.String()).Id("y"))
			if o.op == expr.Quo || o.op == expr.Rem {
				body.If(jen.Op("!").Add(code.WithMath(o.good))).Block(
					jen.Id("ok").Op("=").False(),
					jen.Return(jen.Lit(0)),
				)
			} else {
				body.Id("ok").Op("=").Id("ok").Op("&&").Add(code.WithMath(o.good))
			}
			body.Add(result)
		})
	}
}

// Checked writes e in terms of the checked operators.
func (g *Checker) Checked(e expr.Expr) string {
	switch e := e.(type) {
	case *expr.Unary:
		return "sub(0, " + g.Checked(e.X) + ")"
	case *expr.Binary:
		for _, o := range operations {
			if o.op == e.Op {
				return o.name + "(" + g.Checked(e.X) + ", " + g.Checked(e.Y) + ")"
			}
		}
	case *expr.Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = g.Checked(a)
		}
		return e.Op.String() + "(" + strings.Join(args, ", ") + ")"
	}
	return code.Int(g.m, e, "p")
}

// Operation reports whether an expression is one that can overflow.
func Operation(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Unary:
		return e.Op == expr.Neg
	case *expr.Binary:
		return e.Op <= expr.Rem
	}
	return false
}
