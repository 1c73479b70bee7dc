package diff

import (
	"context"
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
	// event is the index of the event of whose payload the number is, or -1.
	event     int
	value     expr.Expr
	low, high expr.Expr
}

// prover compares expressions of two versions by proof.
type prover struct {
	matching *matching
	ctx      context.Context
	// assumed are the ranges that both versions share.
	assumed []assumption
	// answers are the relations that are already proved, by the two expressions.
	answers map[[2]string]relation
}

// newProver collects the ranges of parameters and of payloads in both versions, and those of variables that both reports prove. Proofs
// assume nothing else.
func newProver(ctx context.Context, m *matching, old, new *verify.Report) *prover {
	by := &prover{matching: m, ctx: ctx, answers: map[[2]string]relation{}}
	r, s := m.oldReader(), m.newReader()
	common := func(p, q expr.Expr) expr.Expr {
		if r.expr(-1, p) == s.expr(-1, q) {
			return q
		}
		return nil
	}
	for i := range m.a.Params {
		if q, ok := m.toNew[part{param, i, 0}]; ok {
			x, y := &m.a.Params[i], &m.b.Params[q.i]
			by.assumed = append(by.assumed, assumption{-1, &expr.Ref{Symbol: y.Symbol}, common(x.Min, y.Min), common(x.Max, y.Max)})
		}
	}
	for i := range m.a.Vars {
		q, ok := m.toNew[part{variable, i, 0}]
		if !ok {
			continue
		}
		x, y := &m.a.Vars[i], &m.b.Vars[q.i]
		a := assumption{event: -1, value: &expr.Ref{Symbol: y.Symbol}}
		if holds(old, i, verify.AtLeastMin) && holds(new, q.i, verify.AtLeastMin) {
			a.low = common(x.Min, y.Min)
		}
		if holds(old, i, verify.AtMostMax) && holds(new, q.i, verify.AtMostMax) {
			a.high = common(x.Max, y.Max)
		}
		by.assumed = append(by.assumed, a)
	}
	by.payloads(common)
	return by
}

// payloads collects the ranges of payloads that are the same in both versions. Both refuse other values before any alternative is tried.
func (by *prover) payloads(common func(p, q expr.Expr) expr.Expr) {
	m := by.matching
	for i := range m.a.Events {
		for k := range m.a.Events[i].Fields {
			q, ok := m.toNew[part{field, i, k}]
			if !ok {
				continue
			}
			x, y := &m.a.Events[i].Fields[k], &m.b.Events[q.i].Fields[q.j]
			by.assumed = append(by.assumed, assumption{q.i, &expr.Ref{Symbol: y.Symbol}, common(x.Min, y.Min), common(x.Max, y.Max)})
		}
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
func (by *prover) relate(oldEvent int, old expr.Expr, newEvent int, new expr.Expr) relation {
	id := [2]string{by.matching.oldReader().expr(oldEvent, old), by.matching.newReader().expr(newEvent, new)}
	if id[0] == id[1] {
		return relation{identical: true, atLeast: old != nil, atMost: old != nil}
	}
	if old == nil || new == nil {
		return relation{}
	}
	if r, known := by.answers[id]; known || len(by.answers) >= maxQuestions {
		return r
	}
	q := &question{by: by, known: map[string]*expr.Symbol{}}
	x, y := q.old(oldEvent, old), q.new(newEvent, new)
	r := relation{}
	if !q.failed {
		r = q.ask(x, y)
	}
	by.answers[id] = r
	return r
}

// expr compares two values that do not depend on a payload.
func (by *prover) expr(what string, old, new expr.Expr) []Detail {
	if by.relate(-1, old, -1, new).equal() {
		return nil
	}
	return []Detail{{What: what, Old: written(old), New: written(new)}}
}
