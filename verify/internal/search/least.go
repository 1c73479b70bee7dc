package search

import (
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxLeast limits the arguments of a minimum.
const maxLeast = 4

// Least looks for a progress function that proves a claimed bound which is the minimum of others, such as min(a, b) + 1: it looks for one
// for each of these, from conditions with no other parameters, and adopts their minimum if that is proved. What each transition lowers in
// all arguments, it lowers in the minimum.
func (f Findings) Least(in *Input) Findings {
	m := in.Machine
	bounds := minima(m.Bound)
	if len(bounds) < 2 || len(bounds) > maxLeast {
		return f
	}
	parts := make([][]expr.Expr, len(m.States))
	for _, bound := range bounds {
		part := *in
		part.without = func(p *expr.Symbol) bool {
			return !expr.Uses(bound, func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == p.Index })
		}
		found := f.Amortize(&part)
		if found.Progress == nil {
			return f
		}
		for s := range m.States {
			parts[s] = append(parts[s], found.Progress[s][0])
		}
	}
	progress := make([]expr.Expr, len(m.States))
	for s := range m.States {
		if progress[s] = expr.Number(0); !m.Terminal(s) {
			progress[s] = &expr.Call{Op: expr.Min, Args: parts[s]}
		}
	}
	for _, mathematical := range []bool{false, true} {
		if out, broken, bounded := f.taking(in, scalar(progress), mathematical); broken == nil && bounded {
			return out
		}
	}
	return f
}

// minima returns a bound with each argument of its first minimum in the place of that; nil: there is none.
func minima(bound expr.Expr) (all []expr.Expr) {
	switch x := bound.(type) {
	case *expr.Call:
		if x.Op == expr.Min {
			return x.Args
		}
	case *expr.Binary:
		for _, y := range minima(x.X) {
			all = append(all, &expr.Binary{Op: x.Op, X: y, Y: x.Y})
		}
		if all != nil {
			return all
		}
		if x.Op == expr.Sub || x.Op == expr.Quo {
			return nil // of which it would be a maximum
		}
		for _, y := range minima(x.Y) {
			all = append(all, &expr.Binary{Op: x.Op, X: x.X, Y: y})
		}
	}
	return all
}
