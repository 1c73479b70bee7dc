package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// regional reports whether the declared progress names a state inside the regions of n.
func (l *hierarchy) regional(n *node, given map[*node]syntax.Progress) bool {
	for g := range given {
		if n.regions != nil && g != n && g.inside(n) {
			return true
		}
	}
	return false
}

// addRegions adds the progress of the regions of n to that of n. A final state without a value
// of its own has 0, and so has one with regions if the value is that of states inside them.
func (l *hierarchy) addRegions(s *core.State, n *node, given map[*node]syntax.Progress) {
	for _, r := range n.parts() {
		values := make([][]expr.Expr, l.machine.Rank)
		for _, leaf := range r.leaves {
			at := leaf.giving(given)
			ok := at != nil && at.region == r
			if !ok && !leaf.decl.Final.Given() && !l.regional(leaf, given) && l.regional(r.owner, given) {
				l.diags.Errorf(diag.CodeMissing, l.file.Progress[0].State.Span, "the progress function has no value for state `%s`", leaf.decl.Name.Value).
					Note(leaf.decl.Name.Span, "declared here").
					Helpf("add a line `%s: ...`; the value of `%s` is the sum of its own and those of its regions", leaf.decl.Name.Value, s.Name)
				continue
			}
			for k := range values {
				value := expr.Expr(expr.Number(0))
				if ok && k < len(given[at].Components) {
					value = l.parse(given[at].Components[k], expr.Type{Kind: expr.Int}, stateScope{l: l, state: n.index, event: -1})
				}
				values[k] = append(values[k], value)
			}
		}
		for k, list := range values {
			if len(list) == len(r.leaves) && r.outer != nil {
				list = append(list, expr.Number(0)) // the region is not active
			}
			if len(list) == len(r.symbol.Type.Enum.Values) && k < len(s.Progress) && !slices.ContainsFunc(list, func(e expr.Expr) bool { return e == nil }) && !allZero(list) {
				s.Progress[k] = expr.Simplify(&expr.Binary{Op: expr.Add, X: s.Progress[k], Y: &expr.Case{Of: &expr.Ref{Symbol: r.symbol}, Values: list}})
			}
		}
	}
}

func allZero(list []expr.Expr) bool {
	return !slices.ContainsFunc(list, func(e expr.Expr) bool {
		lit, ok := e.(*expr.Lit)
		return !ok || lit.Value != 0
	})
}
