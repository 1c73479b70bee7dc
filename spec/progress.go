package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// progress resolves the declared progress function. The expression of a composite
// state applies to each state inside it without an expression of its own.
func (l *hierarchy) progress() {
	m := l.machine
	if len(l.file.Progress) == 0 {
		return
	}
	seen := map[string]diag.Span{}
	given := map[*node]syntax.Progress{}
	misspelled := l.unsureOfTerminals
	for _, p := range l.file.Progress {
		n := l.nodes[p.State.Value]
		switch {
		case n == nil:
			l.unknown(p.State, "state", l.stateNames())
			misspelled = true
		case n.index >= 0 && m.Terminal(n.index):
			l.diags.Errorf(diag.CodeTerminalExit, p.State.Span, "the progress function cannot list the terminal state `%s`, where it is always 0", diag.Clip(p.State.Value)).
				Helpf("remove this line")
		case l.once(seen, p.State, "the progress of `%s` is given twice", "first given here"):
			given[n] = p
			l.checkRank(p)
		}
	}
	for i := range m.States {
		s := &m.States[i]
		if m.Terminal(i) {
			for range m.Rank {
				s.Progress = append(s.Progress, expr.Number(0))
			}
			continue
		}
		n := l.plain[i].giving(given)
		if n == nil && misspelled {
			continue // the misspelled name is the likely reason
		}
		if n == nil && l.regional(l.plain[i], given) {
			s.Progress = slices.Repeat([]expr.Expr{expr.Number(0)}, m.Rank)
			l.addRegions(s, l.plain[i], given)
			continue
		}
		if n == nil {
			l.diags.Errorf(diag.CodeMissing, l.file.Progress[0].State.Span, "the progress function has no value for state `%s`", s.Name).
				Note(s.Span, "declared here").
				Helpf("add a line `%s: ...` with an expression that decreases on every transition out of the state", s.Name)
			continue
		}
		s.ProgressSpan = given[n].State.Span
		for _, c := range given[n].Components {
			s.Progress = append(s.Progress, l.parse(c, expr.Type{Kind: expr.Int}, stateScope{l: l, state: i, event: -1}))
		}
		l.addRegions(s, l.plain[i], given)
	}
}

// giving returns the state whose declared progress applies in n: n itself, or the nearest one around
// it. It is nil if there is none.
func (n *node) giving(given map[*node]syntax.Progress) *node {
	for ; n != nil; n = n.parent {
		if _, ok := given[n]; ok {
			break
		}
	}
	return n
}

// checkRank reports a progress value with more or fewer components than the
// first one has.
func (l *hierarchy) checkRank(p syntax.Progress) {
	m := l.machine
	if m.Rank == 0 {
		m.Rank = len(p.Components)
	}
	if len(p.Components) != m.Rank && len(p.Components) > 0 {
		l.diags.Errorf(diag.CodeType, p.State.Span, "the progress of `%s` has %d components, but that of the first state has %d", diag.Clip(p.State.Value), len(p.Components), m.Rank).
			Helpf("all lists must have the same length; pad them with 0")
	}
}

// regional reports whether the declared progress names a state inside the regions of n.
func (l *hierarchy) regional(n *node, given map[*node]syntax.Progress) bool {
	for g := range given {
		if n.regions != nil && g != n && g.inside(n) {
			return true
		}
	}
	return false
}

// addRegions adds the progress of the regions of n to that of n. A final state without a value
// of its own has 0, and so has one with regions if the value is that of states inside them.
func (l *hierarchy) addRegions(s *core.State, n *node, given map[*node]syntax.Progress) {
	for _, r := range n.parts() {
		values := make([][]expr.Expr, l.machine.Rank)
		for _, leaf := range r.leaves {
			at := leaf.giving(given)
			ok := at != nil && at.region == r
			if !ok && !leaf.decl.Final.Given() && !l.regional(leaf, given) && l.regional(r.owner, given) {
				l.diags.Errorf(diag.CodeMissing, l.file.Progress[0].State.Span, "the progress function has no value for state `%s`", leaf.decl.Name.Value).
					Note(leaf.decl.Name.Span, "declared here").
					Helpf("add a line `%s: ...`; the value of `%s` is the sum of its own and those of its regions", leaf.decl.Name.Value, s.Name)
				continue
			}
			for k := range values {
				value := expr.Expr(expr.Number(0))
				if ok && k < len(given[at].Components) {
					value = l.parse(given[at].Components[k], expr.Type{Kind: expr.Int}, stateScope{l: l, state: n.index, event: -1})
				}
				values[k] = append(values[k], value)
			}
		}
		for k, list := range values {
			if len(list) == len(r.leaves) && r.outer != nil {
				list = append(list, expr.Number(0)) // the region is not active
			}
			if len(list) == len(r.symbol.Type.Enum.Values) && k < len(s.Progress) && !slices.ContainsFunc(list, func(e expr.Expr) bool { return e == nil }) && !allZero(list) {
				s.Progress[k] = expr.Simplify(&expr.Binary{Op: expr.Add, X: s.Progress[k], Y: &expr.Case{Of: &expr.Ref{Symbol: r.symbol}, Values: list}})
			}
		}
	}
}

func allZero(list []expr.Expr) bool {
	return !slices.ContainsFunc(list, func(e expr.Expr) bool {
		lit, ok := e.(*expr.Lit)
		return !ok || lit.Value != 0
	})
}
