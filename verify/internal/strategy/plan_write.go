package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/synthesis"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// shape is the kind of the functions that tell what is left in a state.
type shape int

const (
	// constants are numbers, one for each of some conditions.
	constants shape = iota
	// polynomial is one for the whole state.
	polynomial
	// polynomials are one for each of some conditions.
	polynomials
	shapes
)

// write returns the plan of the choices, without proofs, or nil if what is left cannot be written in a shape.
func (pl *planner) write(of shape) *verdict.Plan {
	m := pl.finder.Machine
	p := &verdict.Plan{Assumed: pl.finder.Theory.Claims()}
	spot := map[int]int{}
	for s := range m.States {
		if len(pl.visits[s]) == 0 {
			continue
		}
		left := pl.left(s, pl.visits[s], of)
		if left == nil {
			return nil
		}
		spot[s] = len(p.Spots)
		p.Spots = append(p.Spots, verdict.Spot{State: s, Left: left})
	}
	for i := range p.Spots {
		at := &p.Spots[i]
		for _, c := range pl.choices[at.State] {
			v := pl.finder.of(at.State)[c.option].move(c.when)
			for _, t := range m.On(at.State, v.Event) {
				to, planned := spot[t.To]
				switch {
				case t.Effect != core.Take:
					to = verdict.Never
				case pl.goal.Met(t.To) || !planned && pl.goal.Meets(t.To):
					to = verdict.Arrived
				case !planned:
					to = verdict.Never
				}
				v.Then = append(v.Then, to)
			}
			at.Moves = append(at.Moves, v)
		}
	}
	return p
}

// maxDepth limits the conditions after each other that tell what is left in one state, and maxBest those that are tried at each.
const (
	maxDepth = 6
	maxBest  = 3
)

// left returns a function of a shape that equals the length of a shortest run from each of the configurations, or nil.
func (pl *planner) left(state int, visits []visit, of shape) expr.Expr {
	fit := pl.fit
	switch of {
	case constants:
		fit = pl.same
	case polynomial:
		return pl.fit(state, visits)
	}
	var conditions []expr.Expr
	for _, c := range pl.choices[state] {
		if c.when != nil {
			conditions = append(conditions, c.when)
		}
	}
	conditions = append(conditions, pl.finder.atoms(state)...)
	if x := fit(state, visits); x != nil && (of != polynomials || len(pl.choices[state]) < 2) {
		return x
	}
	return pl.pieces(state, visits, conditions, maxDepth, fit)
}

// pieces returns functions that are told apart by conditions, or nil.
func (pl *planner) pieces(state int, visits []visit, conditions []expr.Expr, depth int, fit func(int, []visit) expr.Expr) expr.Expr {
	if depth < maxDepth {
		if x := fit(state, visits); x != nil {
			return x
		}
	}
	if depth == 0 {
		return nil
	}
	for _, cut := range pl.cuts(visits, conditions) {
		then := pl.pieces(state, cut.yes, conditions, depth-1, fit)
		if then == nil {
			continue
		}
		if other := pl.pieces(state, cut.no, conditions, depth-1, fit); other != nil {
			return &expr.Case{Of: cut.when, Values: []expr.Expr{other, then}}
		}
	}
	return nil
}

// cut is a condition that tells configurations apart.
type cut struct {
	when    expr.Expr
	yes, no []visit
	// lengths counts the different lengths on both sides.
	lengths int
}

// cuts lists conditions that tell configurations apart, the best ones first: those that leave the fewest different lengths.
func (pl *planner) cuts(visits []visit, conditions []expr.Expr) (list []cut) {
	for _, x := range conditions {
		if pl.finder.divided += len(visits); pl.finder.divided > maxDivided {
			return nil
		}
		c := cut{when: x}
		var lengths [2]map[int64]bool
		for side := range lengths {
			lengths[side] = map[int64]bool{}
		}
		for _, v := range visits {
			left, _ := v.remaining(v.Config)
			if v.holds(x, v.Vars) {
				c.yes, lengths[1][left] = append(c.yes, v), true
			} else {
				c.no, lengths[0][left] = append(c.no, v), true
			}
		}
		if c.lengths = len(lengths[0]) + len(lengths[1]); len(c.yes) > 0 && len(c.no) > 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b cut) int { return a.lengths - b.lengths })
	return list[:min(len(list), maxBest)]
}

// same returns the length of a shortest run, if that is the same from each of the configurations, or nil.
func (pl *planner) same(_ int, visits []visit) expr.Expr {
	first, _ := visits[0].remaining(visits[0].Config)
	for _, v := range visits {
		if left, _ := v.remaining(v.Config); left != first {
			return nil
		}
	}
	return expr.Number(first)
}

// fit returns a polynomial that equals the length of a shortest run from each of the configurations, or nil.
func (pl *planner) fit(state int, visits []visit) expr.Expr {
	symbols := ints(pl.finder.Machine, state)
	var values [][]int64
	var lengths []int64
	for _, v := range visits[:min(len(visits), maxFitted)] {
		row := make([]int64, len(symbols))
		for i, y := range symbols {
			if y.Scope == expr.Param {
				row[i] = v.Params[y.Index]
			} else {
				row[i] = v.Vars[y.Index]
			}
		}
		left, _ := v.remaining(v.Config)
		values, lengths = append(values, row), append(lengths, left)
	}
	if x, ok := synthesis.Fit(symbols, values, lengths, expr.Param); ok {
		return x
	}
	return nil
}
