package overflow

import (
	"math"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Checker writes checks for the expressions of one machine.
type Checker struct {
	m         *machine.Machine
	intervals *intervals
}

// New returns the checker of a machine.
func New(m *machine.Machine) *Checker { return &Checker{m, newIntervals(m.Core)} }

// natural reports whether no part of e can be negative or divide by zero.
func (g *Checker) natural(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(e expr.Expr) { ok = ok && g.intervals.of(e).atLeast(0) })
	return ok
}

// Fit is the check that an expression fits in an int: conditions, to be evaluated in this
// order, one of which is true exactly if some part does not fit; or checked operations; or
// neither, if no check is needed.
type Fit struct {
	Conditions []string
	Checked    bool
}

// maxConditions is the maximum number of comparisons for one expression; more would be hard
// to read.
const maxConditions = 4

// Fit returns the check that e, over the parameters, fits in an int.
func (g *Checker) Fit(e expr.Expr) Fit {
	if _, isRef := e.(*expr.Ref); isRef || g.small(e) {
		return Fit{}
	}
	parts := 0
	expr.Walk(e, func(expr.Expr) { parts++ })
	if parts > 16*maxConditions || !g.natural(e) {
		return Fit{Checked: true}
	}
	var out Fit
	for _, c := range g.exceeds(e, maxInt()) {
		if !slices.Contains(out.Conditions, c) {
			out.Conditions = append(out.Conditions, c)
		}
	}
	if len(out.Conditions) > maxConditions {
		return Fit{Checked: true}
	}
	return out
}

// Needed reports whether there is anything to check.
func (f Fit) Needed() bool { return f.Checked || len(f.Conditions) > 0 }

// exceeds returns the conditions, to be evaluated in this order, one of which is true exactly
// if a natural expression is above the limit. There are none if the ranges of the parameters
// imply the limit.
func (g *Checker) exceeds(e expr.Expr, max limit) []string {
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
		if n, ok := Literal(x); ok {
			return g.exceeds(y, max.less(n))
		}
		if n, ok := Literal(y); ok {
			return g.exceeds(x, max.less(n))
		}
		return append(g.both(x, y), g.operand(x)+" > "+max.String()+"-"+g.operand(y))
	case expr.Mul:
		if _, ok := Literal(y); ok {
			x, y = y, x
		}
		var conds []string
		if max.least.Sign() < 0 {
			// A product is above a negative limit, which a division below would round to 0.
			conds = append(conds, max.String()+" < 0")
		}
		if n, ok := Literal(x); ok {
			if n == 0 {
				return conds
			}
			return append(conds, g.exceeds(y, max.over(n))...)
		}
		conds = append(conds, g.both(x, y)...)
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

func (g *Checker) exceedsAtom(e expr.Expr, max limit) []string {
	var conds []string
	if c, ok := e.(*expr.Call); ok {
		conds = g.both(c.Args...)
	}
	return append(conds, g.compare(e, max)...)
}

// both returns the conditions under which operands do not fit in an int.
func (g *Checker) both(operands ...expr.Expr) []string {
	var conds []string
	for _, x := range operands {
		conds = append(conds, g.exceeds(x, maxInt())...)
	}
	return conds
}

// compare compares a value that fits in an int with a limit. No value is above the largest
// int.
func (g *Checker) compare(e expr.Expr, max limit) []string {
	if max.String() == maxInt().String() {
		return nil
	}
	return []string{g.operand(e) + " > " + max.String()}
}

// small reports whether every part of e fits in 32 bits.
func (g *Checker) small(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(e expr.Expr) {
		r := g.intervals.of(e)
		ok = ok && r.atLeast(math.MinInt32) && r.high != nil && r.high.Cmp(big.NewInt(math.MaxInt32)) <= 0
	})
	return ok
}

// Fits reports whether ints suffice to compute an expression over parameters and variables in their ranges.
func (g *Checker) Fits(e expr.Expr) bool {
	fits := true
	expr.Walk(e, func(part expr.Expr) { fits = fits && (!Operation(part) || g.small(part)) })
	return fits
}

// operand writes e as an operand of any operator.
func (g *Checker) operand(e expr.Expr) string {
	if _, ok := e.(*expr.Binary); ok {
		return "(" + code.Expr(g.m, e, "p", -1) + ")"
	}
	return code.Expr(g.m, e, "p", -1)
}

// Literal returns the value of an expression that is a literal.
func Literal(e expr.Expr) (int64, bool) {
	l, ok := e.(*expr.Lit)
	if !ok {
		return 0, false
	}
	return l.Value, true
}
