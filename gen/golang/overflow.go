package golang

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// An expression over the parameters must fit in an int before it is used.
// Where no part of it can be negative, which is the rule, plain comparisons
// decide that exactly, each of them safe once those before it are false:
//
//	maxRetries > (math.MaxInt-3)/2 || providers > (math.MaxInt-2)/(2*maxRetries+3)
//
// Other expressions, and those that would need many comparisons, are computed
// by checked operations.

// limit is the greatest value that a part of an expression may have:
// math.MaxInt, less an offset or divided by a constant, once or more.
type limit struct {
	text   string   // without the offset
	offset *big.Int // not negative
	least  *big.Int // its value where int has 32 bits
}

func maxInt() limit { return limit{"math.MaxInt", new(big.Int), big.NewInt(math.MaxInt32)} }

func (l limit) String() string {
	if l.offset.Sign() == 0 {
		return l.text
	}
	return l.text + "-" + l.offset.String()
}

// factor writes the limit as the operand of a division.
func (l limit) factor() string {
	if l.offset.Sign() == 0 && !strings.Contains(l.text, "/") {
		return l.text
	}
	return "(" + l.String() + ")"
}

func (l limit) less(n int64) limit {
	return limit{l.text, new(big.Int).Add(l.offset, big.NewInt(n)), new(big.Int).Sub(l.least, big.NewInt(n))}
}

func (l limit) over(n int64) limit {
	return limit{fmt.Sprintf("%s/%d", l.factor(), n), new(big.Int), new(big.Int).Quo(l.least, big.NewInt(n))}
}

// natural reports whether no part of e can be negative or divide by zero.
func (g *generator) natural(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(e expr.Expr) { ok = ok && g.intervals.of(e).atLeast(0) })
	return ok
}

// fit says how the check that some expression fits in an int is written: as
// conditions, to be tried in this order, one of which is true exactly when
// some part does not fit; by checked operations; or, with neither, not at all.
type fit struct {
	conditions []string
	checked    bool
}

// maxConditions is how many comparisons of one expression stay readable.
const maxConditions = 4

func (g *generator) fit(e expr.Expr) fit {
	if _, isRef := e.(*expr.Ref); isRef || g.small(e) {
		return fit{}
	}
	parts := 0
	expr.Walk(e, func(expr.Expr) { parts++ })
	if parts > 16*maxConditions || !g.natural(e) {
		return fit{checked: true}
	}
	var out fit
	for _, c := range g.exceeds(e, maxInt()) {
		if !slices.Contains(out.conditions, c) {
			out.conditions = append(out.conditions, c)
		}
	}
	if len(out.conditions) > maxConditions {
		return fit{checked: true}
	}
	return out
}

func (f fit) needed() bool { return f.checked || len(f.conditions) > 0 }

// exceeds returns the conditions, to be tried in this order, one of which is
// true exactly when a natural expression is above the limit. There are none
// when the ranges of the parameters alone keep it below.
func (g *generator) exceeds(e expr.Expr, max limit) []string {
	if g.small(e) && g.intervals.of(e).high.Cmp(max.least) <= 0 {
		return nil
	}
	b, ok := e.(*expr.Binary)
	if !ok {
		return g.exceedsAtom(e, max)
	}
	x, y := b.X, b.Y
	switch b.Op {
	case expr.Add:
		if n, ok := literal(x); ok {
			return g.exceeds(y, max.less(n))
		}
		if n, ok := literal(y); ok {
			return g.exceeds(x, max.less(n))
		}
		return append(g.both(x, y), g.operand(x)+" > "+max.String()+"-"+g.operand(y))
	case expr.Mul:
		if _, ok := literal(y); ok {
			x, y = y, x
		}
		if n, ok := literal(x); ok {
			if n == 0 {
				return nil
			}
			return g.exceeds(y, max.over(n))
		}
		conds := g.both(x, y)
		if !g.intervals.of(y).atLeast(1) {
			x, y = y, x
		}
		cond := g.operand(x) + " > " + max.factor() + "/" + g.operand(y)
		if !g.intervals.of(y).atLeast(1) {
			cond = g.operand(y) + " > 0 && " + cond
		}
		return append(conds, cond)
	}
	return append(g.both(x, y), g.compare(e, max)...)
}

func (g *generator) exceedsAtom(e expr.Expr, max limit) []string {
	var conds []string
	if c, ok := e.(*expr.Call); ok {
		conds = g.both(c.Args...)
	}
	return append(conds, g.compare(e, max)...)
}

// both returns the conditions under which operands do not fit in an int.
func (g *generator) both(operands ...expr.Expr) []string {
	var conds []string
	for _, x := range operands {
		conds = append(conds, g.exceeds(x, maxInt())...)
	}
	return conds
}

// compare compares a value that fits in an int with a limit. Nothing is above
// the greatest int.
func (g *generator) compare(e expr.Expr, max limit) []string {
	if max.String() == maxInt().String() {
		return nil
	}
	return []string{g.operand(e) + " > " + max.String()}
}

// small reports whether every part of e fits in 32 bits.
func (g *generator) small(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(e expr.Expr) {
		r := g.intervals.of(e)
		ok = ok && r.atLeast(math.MinInt32) && r.high != nil && r.high.Cmp(big.NewInt(math.MaxInt32)) <= 0
	})
	return ok
}

// operand writes e so that any operator may stand beside it.
func (g *generator) operand(e expr.Expr) string {
	if _, ok := e.(*expr.Binary); ok {
		return "(" + g.code(e, "p", -1) + ")"
	}
	return g.code(e, "p", -1)
}

func literal(e expr.Expr) (int64, bool) {
	l, ok := e.(*expr.Lit)
	if !ok {
		return 0, false
	}
	return l.Value, true
}

// operations are the checked operators: their names and when the result of
// x op y is right.
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

// checkedOperations declares the checked operators that some expressions need.
// Each clears ok when its result does not fit in an int.
func (g *generator) checkedOperations(body *jen.Group, es []expr.Expr) {
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
				body.If(jen.Op("!").Add(withMath(o.good))).Block(
					jen.Id("ok").Op("=").False(),
					jen.Return(jen.Lit(0)),
				)
			} else {
				body.Id("ok").Op("=").Id("ok").Op("&&").Add(withMath(o.good))
			}
			body.Add(result)
		})
	}
}

// withMath writes code in which the only package is math.
func withMath(code string) *jen.Statement {
	out := jen.Null()
	for i, part := range strings.Split(code, "math.") {
		name := ""
		if i > 0 {
			name, part = part[:len("MaxInt")], part[len("MaxInt"):]
			out.Qual("math", name)
		}
		if part != "" {
			out.Op(part)
		}
	}
	return out
}

// checkedCode writes e in terms of the checked operators.
func (g *generator) checkedCode(e expr.Expr) string {
	switch e := e.(type) {
	case *expr.Unary:
		return "sub(0, " + g.checkedCode(e.X) + ")"
	case *expr.Binary:
		for _, o := range operations {
			if o.op == e.Op {
				return o.name + "(" + g.checkedCode(e.X) + ", " + g.checkedCode(e.Y) + ")"
			}
		}
	case *expr.Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = g.checkedCode(a)
		}
		return e.Op.String() + "(" + strings.Join(args, ", ") + ")"
	}
	return g.code(e, "p", -1)
}
