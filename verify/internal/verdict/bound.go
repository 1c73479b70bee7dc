package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// bound returns the proved bound of a machine that is proved to terminate, or nil.
// obliged reports whether the obligations on the claimed bound are proved. Each
// transition decreases progress, which is never negative, so a run has no more
// transitions than progress has values below its first one. A potential takes the place of progress.
func (j *judge) bound(b *Bound, obliged bool) expr.Expr {
	m := j.ranked
	if b.Potential != nil {
		if m, obliged = j.pays(b.Potential); m == nil {
			return nil
		}
	}
	switch {
	case m.Bound != nil && m.Rank == 1:
		if obliged {
			return m.Bound
		}
		return nil
	case m.Reactive():
		// Environment events may increase progress above its value at the start.
		return nil
	case m.Rank > 1 && core.HasChildren(m):
		// The number of ranks leaves out the transitions of child machines.
		return nil
	}
	for i, level := range b.Ceilings {
		if !j.ceilings(i, level) {
			return nil
		}
	}
	chain := Begin(j.theory, m, b.Ceilings)
	if chain == nil {
		return nil
	}
	for _, l := range b.Links {
		if !constant(m, l.Expr) || !j.proved(chain.Next(l.Expr), l.Proof) {
			return nil
		}
	}
	if m.Bound != nil && chain.Last != m.Bound {
		return nil
	}
	return chain.Last
}

// constant reports whether an expression is a number or a condition that is well formed and reads only parameters.
func constant(m *core.Machine, x expr.Expr) bool {
	return x != nil && formed(m, x) && !text(x) && !expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope != expr.Param })
}

// Chain is a list of expressions over the parameters. Provided that the problems which
// [Chain.Next] returns are proved, no expression is less than the one before it.
type Chain struct {
	// Last is the last expression, or nil if there is none yet.
	Last  expr.Expr
	e     *encode.Encoder
	least certificate.Poly
}

// Begin returns a chain that starts with a limit on the number of transitions of a run:
// the value of progress at the start or, for a lexicographic function, the number of
// values that the ceilings allow. The result is nil if ceilings are missing or
// superfluous.
//
// No run contains two configurations of equal rank. States are grouped into levels by
// the first component, if it is a constant in each state. Every other component is
// between 0 and its ceiling, so a level has at most as many ranks as the product of the
// ceilings, each plus 1. A run has at most as many transitions as there are ranks in
// all levels.
func Begin(t *encode.Theory, ranked *core.Machine, ceilings [][]Ceiling) *Chain {
	c := &Chain{e: t.Params()}
	if ranked.Rank == 1 {
		c.Last = obligation.AtStart(ranked)
		c.least = c.e.Poly(c.Last)
		return c
	}
	levels := Levels(ranked)
	if len(ceilings) != len(levels) {
		return nil
	}
	for i, l := range levels {
		if len(ceilings[i]) != ranked.Rank-l.From {
			return nil
		}
		count := certificate.Constant(1)
		for k := range ceilings[i] {
			count = count.Mul(c.e.Poly(ceilings[i][k].Most).Add(certificate.Constant(1)))
		}
		c.least = c.least.Add(count)
	}
	return c
}

// Next appends an expression, and returns the problem to prove: the expression is not
// less than the one before it.
func (c *Chain) Next(x expr.Expr) encode.Problem {
	before := c.least
	c.Last, c.least = x, c.e.Poly(x)
	return c.e.Problem(encode.AtLeast(c.least, before))
}

// ceilings reports whether the components of a level are proved to be at or below their
// ceilings in its states. A ceiling must not be negative, because the count of a level
// that no run visits must not be negative.
func (j *judge) ceilings(level int, list []Ceiling) bool {
	levels := Levels(j.ranked)
	if level >= len(levels) {
		return false
	}
	l := levels[level]
	for k := range list {
		c := &list[k]
		if !constant(j.machine, c.Most) || len(c.AtMost) != len(l.States) || l.From+k >= j.ranked.Rank {
			return false
		}
		theory := j.assuming(c.Assumed)
		if !j.proved(NotNegative(theory, c.Most), c.AtLeastZero) {
			return false
		}
		for i, s := range l.States {
			if !j.proved(NotAbove(theory, s, j.ranked.States[s].Progress[l.From+k], c.Most), c.AtMost[i]) {
				return false
			}
		}
	}
	return true
}

// NotNegative returns the problem that an expression over the parameters is at least 0.
func NotNegative(t *encode.Theory, x expr.Expr) encode.Problem {
	e := t.Params()
	return e.Problem(certificate.AtLeastZero(e.Poly(x)))
}

// NotAbove returns the problem that, in a state, value is at most the expression most.
func NotAbove(t *encode.Theory, state int, value, most expr.Expr) encode.Problem {
	e := t.In(state)
	return e.Problem(encode.AtLeast(e.Poly(most), e.Poly(value)))
}

// Level is a group of states in which the components of progress before From are the
// same constants.
type Level struct {
	States []int
	From   int
}

// Levels groups the states that are not terminal by their first component of progress,
// if it is a constant in each of them. Otherwise, all of them form one level.
func Levels(m *core.Machine) (out []Level) {
	whole := Level{}
	var values []int64
	grouped := true
	for s := range m.States {
		if m.Terminal(s) {
			continue
		}
		whole.States = append(whole.States, s)
		lit, ok := m.States[s].Progress[0].(*expr.Lit)
		if grouped = grouped && ok; !grouped {
			continue
		}
		at := slices.Index(values, lit.Value)
		if at < 0 {
			at = len(out)
			values = append(values, lit.Value)
			out = append(out, Level{From: 1})
		}
		out[at].States = append(out[at].States, s)
	}
	if !grouped {
		return []Level{whole}
	}
	return out
}
