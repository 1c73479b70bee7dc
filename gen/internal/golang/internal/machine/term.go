package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// leafSet is a condition on one region: the leaves of which one is active.
type leafSet struct {
	of    *expr.Symbol
	holds []bool
}

// empty reports whether the condition never holds.
func (l leafSet) empty() bool { return !slices.Contains(l.holds, true) }

// leafSets are conditions on several regions, each with its leaves.
type leafSets []leafSet

// add adds a condition: to the leaves of its region, or with narrow, so that only common leaves stay.
func (s *leafSets) add(more leafSet, narrow bool) {
	i := slices.IndexFunc(*s, func(l leafSet) bool { return l.of == more.of })
	if i < 0 {
		*s = append(*s, leafSet{more.of, slices.Clone(more.holds)})
		return
	}
	for leaf, holds := range more.holds {
		if narrow {
			(*s)[i].holds[leaf] = (*s)[i].holds[leaf] && holds
		} else {
			(*s)[i].holds[leaf] = (*s)[i].holds[leaf] || holds
		}
	}
}

// imply reports whether a condition is among those of which one holds.
func (s leafSets) imply(l leafSet) bool {
	return slices.ContainsFunc(s, func(all leafSet) bool {
		for leaf, holds := range l.holds {
			if all.of != l.of || holds && !all.holds[leaf] {
				return false
			}
		}
		return true
	})
}

// term is one of several conditions that suffice: all of its parts hold.
type term struct {
	sets leafSets
	rest expr.Expr // nil: nothing else
}

// anyTerm writes a condition on the regions of a state with as few comparisons as it takes for those that read one region. It is nil if the
// condition always holds.
func anyTerm(m *core.Machine, state int, condition expr.Expr) expr.Expr {
	var sets leafSets
	var terms []term
	for _, x := range operands(condition, expr.Or) {
		if lit, ok := x.(*expr.Lit); ok {
			if lit.Value != 0 {
				return nil
			}
			continue
		}
		switch t := newTerm(x); {
		case slices.ContainsFunc(t.sets, leafSet.empty): // never holds
		case len(t.sets) == 1 && t.rest == nil:
			sets.add(t.sets[0], false)
		default:
			terms = append(terms, t)
		}
	}
	var parts []expr.Expr
	for _, s := range sets {
		if !slices.Contains(s.holds, false) {
			return nil
		}
		if outer, inside := around(m, state, s); !inside || !sets.imply(outer) {
			parts = append(parts, s.expr())
		}
	}
	for _, t := range terms {
		if !slices.ContainsFunc(t.sets, sets.imply) {
			parts = append(parts, t.expr())
		}
	}
	if len(parts) == 0 {
		return expr.Truth(false)
	}
	return expr.AnyOf(parts...)
}

// around returns the condition that the leaf is active which has the region of another condition. ok is false if there is none, or if the
// other condition also holds without it.
func around(m *core.Machine, state int, l leafSet) (outer leafSet, ok bool) {
	regions := m.States[state].Regions
	for _, r := range regions {
		if r.Inside == nil || m.Vars[r.Var].Symbol != l.of || l.holds[len(l.holds)-1] {
			continue
		}
		of := m.Vars[regions[r.Inside.Region].Var].Symbol
		outer = leafSet{of, make([]bool, len(of.Type.Enum.Values))}
		outer.holds[r.Inside.Leaves[0]] = true
		return outer, true
	}
	return leafSet{}, false
}

// newTerm divides a condition into its parts.
func newTerm(condition expr.Expr) (t term) {
	for _, x := range operands(condition, expr.And) {
		if of, holds := leaves(x); of != nil {
			t.sets.add(leafSet{of, holds}, true)
		} else {
			t.rest = expr.Both(t.rest, x)
		}
	}
	return t
}

// operands returns the operands of a chain of && or ||.
func operands(e expr.Expr, op expr.Op) []expr.Expr {
	if chain, ok := e.(*expr.Binary); ok && chain.Op == op {
		return append(operands(chain.X, op), operands(chain.Y, op)...)
	}
	return []expr.Expr{e}
}

func (t term) expr() (out expr.Expr) {
	for _, s := range t.sets {
		if slices.Contains(s.holds, false) {
			out = expr.Both(out, s.expr())
		}
	}
	return expr.Both(out, t.rest)
}

// expr writes the condition that one of the leaves is active, or that the only other one is not.
func (l leafSet) expr() expr.Expr {
	compare := func(op expr.Op, leaf int) expr.Expr {
		return &expr.Binary{Op: op, X: &expr.Ref{Symbol: l.of}, Y: &expr.Lit{T: l.of.Type, Value: int64(leaf)}}
	}
	var in, out []expr.Expr
	for leaf, holds := range l.holds {
		if holds {
			in = append(in, compare(expr.Eq, leaf))
		} else {
			out = append(out, compare(expr.Ne, leaf))
		}
	}
	if len(out) == 1 && len(in) > 1 {
		return out[0]
	}
	return expr.AnyOf(in...)
}
