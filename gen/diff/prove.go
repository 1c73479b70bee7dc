package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// relation is what is proved about an old and a new expression, for all values. For conditions, true is greater than
// false. If one of them is missing, nothing is proved.
type relation struct {
	// identical: the same text, once simplified, or both missing.
	identical bool
	// atLeast: old >= new. atMost: old <= new.
	atLeast, atMost bool
	// above: old > new for some values. below: old < new for some.
	above, below bool
}

func (r relation) equal() bool { return r.identical || r.atLeast && r.atMost }

// assumption is the range of a number that both versions share, with the names of the new one.
type assumption struct {
	value     expr.Expr
	low, high expr.Expr
}

// assume collects the ranges of parameters in both versions, and those of variables that both reports prove. Proofs
// assume nothing else.
func (c *comparison) assume() {
	r, s := c.oldReader(), c.newReader()
	common := func(p, q expr.Expr) expr.Expr {
		if r.expr(-1, p) == s.expr(-1, q) {
			return q
		}
		return nil
	}
	for i := range c.a.Params {
		if q, ok := c.toNew[part{param, i, 0}]; ok {
			old, new := &c.a.Params[i], &c.b.Params[q.i]
			c.assumed = append(c.assumed, assumption{&expr.Ref{Symbol: new.Symbol}, common(old.Min, new.Min), common(old.Max, new.Max)})
		}
	}
	for i := range c.a.Vars {
		q, ok := c.toNew[part{variable, i, 0}]
		if !ok {
			continue
		}
		old, new := &c.a.Vars[i], &c.b.Vars[q.i]
		a := assumption{value: &expr.Ref{Symbol: new.Symbol}}
		if holds(c.old.Report, i, verify.AtLeastMin) && holds(c.new.Report, q.i, verify.AtLeastMin) {
			a.low = common(old.Min, new.Min)
		}
		if holds(c.old.Report, i, verify.AtMostMax) && holds(c.new.Report, q.i, verify.AtMostMax) {
			a.high = common(old.Max, new.Max)
		}
		c.assumed = append(c.assumed, a)
	}
}

// holds reports whether one end of the range of a variable is proved.
func holds(r *verify.Report, variable int, side verify.Side) bool {
	return r != nil && slices.Contains(r.Facts, verify.Fact{Var: variable, Side: side})
}

// maxQuestions is the maximum number of pairs of expressions to compare by proof, each of which takes a few
// milliseconds. Others count as different.
const maxQuestions = 500

// relate compares an expression of the old version with one of the new, each with
// the event whose payload it reads, or -1.
func (c *comparison) relate(oldEvent int, old expr.Expr, newEvent int, new expr.Expr) relation {
	id := [2]string{c.oldReader().expr(oldEvent, old), c.newReader().expr(newEvent, new)}
	if id[0] == id[1] {
		return relation{identical: true, atLeast: old != nil, atMost: old != nil}
	}
	if old == nil || new == nil {
		return relation{}
	}
	if r, known := c.answers[id]; known || len(c.answers) >= maxQuestions {
		return r
	}
	q := &question{c: c, known: map[string]*expr.Symbol{}}
	x, y := q.old(oldEvent, old), q.new(newEvent, new)
	r := relation{}
	if !q.failed {
		r = q.ask(x, y)
	}
	c.answers[id] = r
	return r
}
