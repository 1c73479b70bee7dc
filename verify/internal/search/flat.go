package search

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxFlat limits the arguments of a max in [flat].
const maxFlat = 8

// maxFlatNodes limits the length of the value of a state, which has those of its successors inside.
const maxFlatNodes = 200

// maxFlatNumber limits the numbers in [split], so that one more is an int.
const maxFlatNumber = 1 << 30

// flat looks for a function with one component that says the same as one of two components whose first one is numbers in each state: in a
// state to which no run returns, it is one more than the largest value among the successors. Elsewhere, it is the second component plus the
// largest value where transitions lead out, if that is a number. It serves as evidence for the bound alone.
func flat(f Findings, progress [][]expr.Expr, in *Input) Findings {
	m := in.Machine
	if n := len(progress[m.Initial]); n != 2 && n != 3 {
		return f
	}
	l := &flattening{machine: m, progress: progress, values: make([]expr.Expr, len(m.States))}
	var out [][]expr.Expr
	for s := range m.States {
		x := l.value(s)
		if x == nil {
			return f
		}
		out = append(out, []expr.Expr{x})
	}
	found, _ := f.takes(in, out)
	return found
}

// flattening is one call of [flat].
type flattening struct {
	machine  *core.Machine
	progress [][]expr.Expr
	values   []expr.Expr
}

// level returns the first component of a state, the largest one of several numbers, or -1 if it is something else.
func (l *flattening) level(state int) int64 {
	if lit, ok := above(l.progress[state][0]).(*expr.Lit); ok {
		return lit.Value
	}
	return -1
}

// inside returns the second component of a state. A third one, which must be a number in each state, counts less than any change of that.
func (l *flattening) inside(state int) (x expr.Expr, ok bool) {
	list := l.progress[state]
	if len(list) == 2 {
		return list[1], true
	}
	most := int64(0)
	for s := range l.machine.States {
		if !l.machine.Terminal(s) {
			n, ok := l.progress[s][2].(*expr.Lit)
			if !ok || n.Value > maxFlatNumber {
				return nil, false
			}
			most = max(most, n.Value)
		}
	}
	times := &expr.Binary{Op: expr.Mul, X: expr.Number(most + 1), Y: list[1]}
	return expr.Simplify(&expr.Binary{Op: expr.Add, X: times, Y: list[2]}), true
}

// value returns the value of a state, or nil if there is none.
func (l *flattening) value(state int) expr.Expr {
	switch {
	case l.machine.Terminal(state):
		return expr.Number(0)
	case l.values[state] != nil:
		return l.values[state]
	case l.level(state) < 0:
		return nil
	}
	cyclic := l.again(state)
	more, ok := l.next(state, cyclic)
	second, known := l.inside(state)
	if !known {
		return nil
	}
	if ok && (cyclic || !expr.Equal(second, expr.Number(0))) {
		_, ok = more.(*expr.Lit)
		more = &expr.Binary{Op: expr.Add, X: second, Y: more}
	}
	if !ok || expr.Uses(more, func(s *expr.Symbol) bool { return s.Scope != expr.Param && s.Scope != expr.Var }) {
		return nil
	}
	nodes := 0
	more = expr.Simplify(more)
	if expr.Walk(more, func(expr.Expr) { nodes++ }); nodes > maxFlatNodes {
		return nil
	}
	l.values[state] = more
	return more
}

// next returns one more than the largest value where transitions lead from a state to lower levels or, if it is in a cycle, from all states
// of its level. ok is false if there is none.
func (l *flattening) next(state int, cyclic bool) (most expr.Expr, ok bool) {
	var next, rest []expr.Expr
	lowest, highest := int64(maxFlatNumber), int64(0)
	for i := range l.machine.Transitions {
		t := &l.machine.Transitions[i]
		if t.Effect != core.Take || t.From != state && (!cyclic || l.level(t.From) != l.level(state)) {
			continue
		}
		if !l.machine.Terminal(t.To) && l.level(t.To) >= l.level(state) {
			continue
		}
		x := l.value(t.To)
		if x == nil || len(next) == maxFlat {
			return nil, false
		}
		x = expr.Simplify(expr.Substitute(x, t.Updated))
		without, n := split(x)
		next, rest = append(next, x), append(rest, without)
		if _, number := without.(*expr.Lit); !number {
			lowest = min(lowest, n)
		}
		highest = max(highest, n)
	}
	one := expr.Expr(expr.Number(1))
	switch {
	case len(next) == 0:
		return one, true
	case lowest == highest: // max(a, b) + n for max(a + n, b + n)
		next, one = rest, expr.Number(highest+1)
	}
	return expr.Simplify(&expr.Binary{Op: expr.Add, X: &expr.Call{Op: expr.Max, Args: next}, Y: one}), true
}

// again reports whether a run can come back to a state without leaving its level.
func (l *flattening) again(state int) bool {
	reached := make([]bool, len(l.machine.States))
	for more := true; more; {
		more = false
		for i := range l.machine.Transitions {
			t := &l.machine.Transitions[i]
			if t.Effect == core.Take && !l.machine.Terminal(t.To) && l.level(t.To) == l.level(state) && !reached[t.To] && (t.From == state || reached[t.From]) {
				reached[t.To], more = true, true
			}
		}
	}
	return reached[state]
}

// split returns a sum without the number that it adds, and the number. A number is 0 and itself.
func split(x expr.Expr) (expr.Expr, int64) {
	if n, ok := x.(*expr.Lit); ok && n.Value >= 0 && n.Value < maxFlatNumber {
		return expr.Number(0), n.Value
	}
	if sum, ok := x.(*expr.Binary); ok && sum.Op == expr.Add {
		if n, ok := sum.Y.(*expr.Lit); ok && n.Value < maxFlatNumber {
			return sum.X, n.Value
		}
	}
	return x, 0
}
