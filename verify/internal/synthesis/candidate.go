package synthesis

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Candidate is a guess at a progress function. It does not change.
type Candidate struct {
	machine  *core.Machine
	tables   []table
	shapes   []shape
	sums     bool
	progress []expr.Expr
}

// shape is a polynomial, the maximum of a polynomial and a number, the largest of several linear
// functions, or one more than the largest value of the successors.
type shape struct {
	peaks   *peaks
	poly    poly
	floored bool
	floor   int64
	next    bool
}

// Progress returns an expression for each state, which is 0 in terminal states.
func (c *Candidate) Progress() []expr.Expr { return c.progress }

// Exact reports whether configurations that a candidate cannot tell apart all
// had longest runs of the same length.
func (c *Candidate) Exact() bool {
	return !slices.ContainsFunc(c.tables, func(t table) bool { return t.merged })
}

// Floored returns a candidate like c whose value in the state is at least the length of the
// shortest of the longest runs that were explored from there. It fits the explored
// configurations just as well. The second result is false if c cannot be floored there,
// for example because it is already.
func (c *Candidate) Floored(state int) (*Candidate, bool) {
	s := c.shapes[state]
	if s.peaks != nil && !s.peaks.low {
		out := c.clone()
		out.shapes[state].peaks = s.peaks.changed(1, 0, true)
		return out, out.write()
	}
	if s.next || s.floored || s.poly.constant() {
		return nil, false
	}
	out := c.clone()
	out.shapes[state].floored, out.shapes[state].floor = true, c.tables[state].least()
	return out, out.write()
}

func (c *Candidate) clone() *Candidate {
	out := *c
	out.shapes = slices.Clone(c.shapes)
	return &out
}

// lifted avoids max, which can overflow where sums cannot: it increases polynomials that
// have a minimum value until they are large enough, and replaces the maximum of successors
// by their sum.
func (c *Candidate) lifted() *Candidate {
	out := c.clone()
	out.sums = true
	for s := range out.shapes {
		if at := &out.shapes[s]; at.floored {
			at.floored = false
			var lack int64
			for _, r := range c.tables[s].rows {
				lack = max(lack, r.remaining*at.poly.over-at.poly.numerator(r))
			}
			at.poly = at.poly.plus(lack)
		}
	}
	return out
}

// scaled multiplies all polynomials by a common denominator, which removes divisions.
func (c *Candidate) scaled() *Candidate {
	common := int64(1)
	for _, s := range c.shapes {
		common = lcm(common, max(1, s.poly.over))
	}
	out := c.clone()
	for s := range out.shapes {
		out.shapes[s].poly = out.shapes[s].poly.times(common)
		out.shapes[s].floor *= common
		out.shapes[s].peaks = out.shapes[s].peaks.changed(common, 0, false)
	}
	return out
}

// raised adds 1 in each state, for the last step into a terminal one.
func (c *Candidate) raised() *Candidate {
	out := c.clone()
	for s := range out.shapes {
		if out.shapes[s].peaks != nil {
			out.shapes[s].peaks = out.shapes[s].peaks.changed(1, 1, false)
			continue
		}
		if !c.machine.Terminal(s) && !out.shapes[s].next {
			out.shapes[s].poly = out.shapes[s].poly.plus(max(1, out.shapes[s].poly.over))
		}
	}
	return out
}

// write fills in the expressions. It returns false if the value of a successor cannot be
// written as an expression.
func (c *Candidate) write() bool {
	c.progress = make([]expr.Expr, len(c.shapes))
	for s := range c.shapes {
		if !c.at(s) {
			return false
		}
	}
	return true
}

// at fills in the expression of a state.
func (c *Candidate) at(state int) bool {
	if c.progress[state] != nil {
		return true
	}
	if !c.shapes[state].next {
		c.progress[state] = c.shapes[state].expr()
		return true
	}
	for _, t := range counted(c.machine, state) {
		if !c.at(t.To) {
			return false
		}
	}
	c.progress[state] = c.after(state)
	return c.progress[state] != nil
}

func (c *Candidate) text() string {
	var b strings.Builder
	for _, e := range c.progress {
		b.WriteString(expr.Print(e, expr.Spec) + "\n")
	}
	return b.String()
}
