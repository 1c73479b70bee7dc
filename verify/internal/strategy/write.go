package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// write returns the strategy of plays, without proofs. tight means that it must reach the bound. The
// result is nil if it cannot be written.
func (f *finder) write(p *plays, left map[int]expr.Expr, given []expr.Expr, tight bool) *verdict.Strategy {
	m := f.Machine
	s := &verdict.Strategy{Given: given, Least: f.Bound, Assumed: f.Theory.Claims()}
	if !tight {
		if len(p.approach) > 0 {
			return nil // what is left where transitions begin to count need not be one of the parameters
		}
		s.Least = expr.Simplify(expr.Substitute(plus(left[m.Initial], m.ChildCost(m.Invoked())), obligation.Initially(m)))
		if expr.Uses(s.Least, func(y *expr.Symbol) bool { return y.Scope != expr.Param }) {
			return nil
		}
	}
	for _, a := range p.approach {
		s.Spots = append(s.Spots, verdict.Spot{State: a.state, Approach: true})
	}
	states := f.order(p)
	spot := map[int]int{}
	for _, state := range states {
		spot[state] = len(s.Spots)
		at := verdict.Spot{State: state, Left: left[state]}
		if m.Terminal(state) {
			at.Left = expr.Number(0)
		}
		s.Spots = append(s.Spots, at)
	}
	then := func(state, event int, to func(core.Transition) int) (out []int) {
		for _, t := range m.On(state, event) {
			if t.Effect != core.Take {
				out = append(out, -1)
				continue
			}
			out = append(out, to(t))
		}
		return out
	}
	counting := func(t core.Transition) int {
		if at, ok := spot[t.To]; ok {
			return at
		}
		return -1
	}
	for i, a := range p.approach {
		next := func(t core.Transition) int {
			switch {
			case i == len(p.approach)-1:
				return counting(t)
			case p.approach[i+1].state == t.To:
				return i + 1
			}
			return -1
		}
		v := f.of(a.state)[a.option].move(nil)
		v.Then = then(a.state, v.Event, next)
		s.Spots[i].Moves = []verdict.Move{v}
	}
	for _, state := range states {
		for _, c := range p.choices[state] {
			v := f.of(state)[c.option].move(c.when)
			v.Then = then(state, v.Event, counting)
			at := &s.Spots[spot[state]]
			at.Moves = append(at.Moves, v)
		}
	}
	return s
}

// order lists the states in which transitions count, and the terminal states to which they
// lead. The initial state is the first one, if transitions count from the start.
func (f *finder) order(p *plays) (out []int) {
	m := f.Machine
	for s := range m.States {
		if len(p.visits[s]) > 0 {
			out = append(out, s)
		}
	}
	for _, s := range slices.Clone(out) {
		for _, c := range p.choices[s] {
			for _, t := range m.On(s, f.of(s)[c.option].event) {
				if t.Effect == core.Take && m.Terminal(t.To) && !slices.Contains(out, t.To) {
					out = append(out, t.To)
				}
			}
		}
	}
	if i := slices.Index(out, m.Initial); i > 0 && len(p.approach) == 0 {
		out = slices.Insert(slices.Delete(out, i, i+1), 0, m.Initial)
	}
	return out
}

// plus adds two numbers, the second of which may be nil.
func plus(x, y expr.Expr) expr.Expr {
	if y == nil {
		return x
	}
	return &expr.Binary{Op: expr.Add, X: x, Y: y}
}
