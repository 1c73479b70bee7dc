package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/search"
)

// counts reports whether a progress function uses bools or enum values as numbers,
// which a spec cannot express.
func counts(m *core.Machine, progress [][]expr.Expr) bool { return search.Counts(m, progress) }

// progressYAML formats a progress function as the `progress:` section of a spec.
func progressYAML(m *core.Machine, progress [][]expr.Expr) string {
	if own, leaves, ok := apart(m, progress); ok {
		return progressLines(m, own, leaves)
	}
	return progressLines(m, progress, nil)
}

// declarable reports whether a spec can declare the progress function that was found although it uses what is active in regions.
func (r *Report) declarable() bool {
	_, _, ok := apart(r.Machine, r.Synthesized)
	return ok
}

// progressLines writes a line for each state that is not terminal, followed by the values of the leaves in its regions, if there are some.
func progressLines(m *core.Machine, progress [][]expr.Expr, leaves map[int][]leafValue) string {
	var b strings.Builder
	b.WriteString("progress:\n")
	for s := range m.States {
		if m.Terminal(s) {
			continue
		}
		fmt.Fprintf(&b, "  %s: %s\n", m.States[s].Name, written(progress[s]))
		for _, leaf := range leaves[s] {
			fmt.Fprintf(&b, "  %s: %d\n", leaf.name, leaf.value)
		}
	}
	return b.String()
}

// leafValue is the progress of a state inside a region.
type leafValue struct {
	name  string
	value int64
}

// apart divides a function that uses what is active in regions as numbers into values of states and of those in their regions, which a spec
// adds up. It reports whether a spec can declare the result.
func apart(m *core.Machine, progress [][]expr.Expr) (own [][]expr.Expr, leaves map[int][]leafValue, ok bool) {
	if !counts(m, progress) {
		return nil, nil, false
	}
	v := notation.New(m, encode.Empty(m).Params())
	own, leaves = slices.Clone(progress), map[int][]leafValue{}
	for s := range m.States {
		if m.Terminal(s) || len(m.States[s].Regions) == 0 {
			continue
		}
		if len(progress[s]) != 1 {
			return nil, nil, false
		}
		rest, given := listed(m, s, progress[s][0])
		p, ok := v.Polynomial(rest)
		for r := range m.States[s].Regions {
			if !ok {
				break
			}
			values, is := given[m.States[s].Regions[r].Var]
			if !is {
				p, values, ok = without(v, &m.States[s].Regions[r], p)
			}
			leaves[s] = append(leaves[s], values...)
		}
		if !ok {
			return nil, nil, false
		}
		x, ok := v.Expression(p)
		if !ok {
			return nil, nil, false
		}
		own[s] = []expr.Expr{x}
	}
	return own, leaves, !counts(m, own)
}

// listed returns the progress of a state without the sum of what it has for the leaves of regions, one by one, and these, by the variable
// of the region. A spec adds them up if those that are final have 0.
func listed(m *core.Machine, state int, progress expr.Expr) (rest expr.Expr, leaves map[int][]leafValue) {
	if b, ok := progress.(*expr.Binary); ok && b.Op == expr.Add {
		x, left := listed(m, state, b.X)
		y, right := listed(m, state, b.Y)
		maps.Copy(left, right)
		return &expr.Binary{Op: expr.Add, X: x, Y: y}, left
	}
	leaves = map[int][]leafValue{}
	c, ok := progress.(*expr.Case)
	if !ok {
		return progress, leaves
	}
	of, ok := c.Of.(*expr.Ref)
	if !ok {
		return progress, leaves
	}
	for i := range m.States[state].Regions {
		r := &m.States[state].Regions[i]
		if of.Symbol.Scope != expr.Var || of.Symbol.Index != r.Var {
			continue
		}
		values := []leafValue{}
		for k, value := range c.Values {
			lit, ok := value.(*expr.Lit)
			inside := k < len(r.Leaves) && (r.Inside == nil || k < len(c.Values)-1) // else the region is not active
			if !ok || lit.Value < 0 || lit.Value > maxLeafValue || lit.Value != 0 && (!inside || r.Leaves[k].Final) {
				return progress, leaves
			}
			if inside && !r.Leaves[k].Final {
				values = append(values, leafValue{r.Leaves[k].Name, lit.Value})
			}
		}
		leaves[r.Var] = values
		return expr.Number(0), leaves
	}
	return progress, leaves
}

// without returns a polynomial without the variable of a region, and the values of the leaves of the region, which are 0 for those that
// are final, and not negative. The sum of both has the same value.
func without(v *notation.Vocabulary, r *core.Region, p certificate.Poly) (rest certificate.Poly, values []leafValue, ok bool) {
	if r.Inside != nil {
		return nil, nil, false
	}
	is := func(s certificate.Symbol) bool { return v.Spec(s).Scope == expr.Var && v.Spec(s).Index == r.Var }
	var by int64
	for _, t := range p {
		switch {
		case !slices.ContainsFunc(t.Symbols, is):
		case len(t.Symbols) > 1 || !t.Coeff.IsInt64() || t.Coeff.Int64() > maxLeafValue || t.Coeff.Int64() < -maxLeafValue:
			return nil, nil, false
		default:
			by = t.Coeff.Int64()
		}
	}
	zero := slices.IndexFunc(r.Leaves, func(leaf core.Leaf) bool { return leaf.Final })
	if zero < 0 && by < 0 {
		zero = len(r.Leaves) - 1
	}
	zero = max(zero, 0)
	for i, leaf := range r.Leaves {
		value := by * int64(i-zero)
		if value < 0 || leaf.Final && value != 0 {
			return nil, nil, false
		}
		if !leaf.Final {
			values = append(values, leafValue{leaf.Name, value})
		}
	}
	rest, ok = notation.Replace(p, func(s certificate.Symbol) (certificate.Poly, bool) {
		if is(s) {
			return certificate.Constant(int64(zero)), true
		}
		return certificate.Variable(s), true
	})
	return rest, values, ok
}

// maxLeafValue limits the values of leaves.
const maxLeafValue = 1 << 20

// written formats the value of a progress function as in a spec: an expression, or a
// list of expressions.
func written(progress []expr.Expr) string {
	if len(progress) == 1 {
		return expr.PrintNumber(progress[0], expr.Spec)
	}
	var parts []string
	for _, p := range progress {
		part := expr.PrintNumber(p, expr.Spec)
		if strings.ContainsAny(part, ",") {
			part = `"` + part + `"`
		}
		parts = append(parts, part)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
