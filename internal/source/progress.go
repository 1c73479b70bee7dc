package source

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Divide divides a progress function in a state with regions, such as the declared one: own has what holds wherever they
// are, and leaves what each leaf of each region adds, with one expression for each component; nil stands for 0.
func Divide(m *core.Machine, state int, progress []expr.Expr) (own []expr.Expr, leaves [][][]expr.Expr) {
	s := &m.States[state]
	for r := range s.Regions {
		leaves = append(leaves, make([][]expr.Expr, len(s.Regions[r].Leaves)))
	}
	for k, sum := range progress {
		var rest expr.Expr
		for _, x := range summands(sum) {
			region := -1
			c, ok := x.(*expr.Case)
			if ok {
				of, _ := c.Of.(*expr.Ref)
				region = slices.IndexFunc(s.Regions, func(r core.Region) bool { return of != nil && of.Symbol == m.Vars[r.Var].Symbol })
			}
			switch {
			case region >= 0:
				for l, value := range c.Values {
					for len(leaves[region][l]) < k {
						leaves[region][l] = append(leaves[region][l], expr.Number(0))
					}
					leaves[region][l] = append(leaves[region][l], value)
				}
			case rest == nil:
				rest = x
			default:
				rest = &expr.Binary{Op: expr.Add, X: rest, Y: x}
			}
		}
		if rest == nil {
			rest = expr.Number(0)
		}
		own = append(own, rest)
		for r := range leaves {
			for l := range leaves[r] {
				if n := len(leaves[r][l]); n > 0 && n <= k {
					leaves[r][l] = append(leaves[r][l], expr.Number(0))
				}
			}
		}
	}
	return own, leaves
}

// summands returns the parts of a sum.
func summands(e expr.Expr) []expr.Expr {
	if sum, ok := e.(*expr.Binary); ok && sum.Op == expr.Add {
		return append(summands(sum.X), summands(sum.Y)...)
	}
	return []expr.Expr{e}
}
