package claim

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// progress resolves the declared progress function. The expression of a composite
// state applies to each state inside it without an expression of its own.
func (l *claims) progress() {
	m := l.machine
	if len(l.file.Progress) == 0 {
		return
	}
	seen := map[string]diag.Span{}
	given := map[*tree.Node]syntax.Progress{}
	misspelled := l.tree.UnsureOfTerminals || len(l.file.Terminal) == 0 && !m.Reactive() // reported before
	for _, p := range l.file.Progress {
		n := l.tree.Nodes[p.State.Value]
		switch {
		case n == nil:
			l.names.Unknown(p.State, "state", l.tree.StateNames())
			misspelled = true
		case n.Index >= 0 && m.Terminal(n.Index):
			l.diags.Errorf(diag.CodeTerminalExit, p.State.Span, "the progress function cannot list the terminal state `%s`, where it is always 0", diag.Clip(p.State.Value)).
				Helpf("remove this line")
		case l.names.Once(seen, p.State, "the progress of `%s` is given twice", "first given here"):
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
		n := giving(l.tree.Plain[i], given)
		if n == nil && misspelled {
			continue // the misspelled name is the likely reason
		}
		if n == nil && inRegions(l.tree.Plain[i], given) {
			s.Progress = slices.Repeat([]expr.Expr{expr.Number(0)}, m.Rank)
			l.addRegions(s, l.tree.Plain[i], given)
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
			s.Progress = append(s.Progress, l.names.Parse(c, expr.Type{Kind: expr.Int}, scope.State{Env: l.env, At: i, Event: -1}))
		}
		l.addRegions(s, l.tree.Plain[i], given)
	}
}

// giving returns the state whose declared progress applies in n: n itself, or the nearest one around
// it. It is nil if there is none.
func giving(n *tree.Node, given map[*tree.Node]syntax.Progress) *tree.Node {
	for ; n != nil; n = n.Parent {
		if _, ok := given[n]; ok {
			break
		}
	}
	return n
}

// checkRank reports a progress value with more or fewer components than the
// first one has.
func (l *claims) checkRank(p syntax.Progress) {
	m := l.machine
	if m.Rank == 0 {
		m.Rank = len(p.Components)
	}
	if len(p.Components) != m.Rank && len(p.Components) > 0 {
		l.diags.Errorf(diag.CodeType, p.State.Span, "the progress of `%s` has %d components, but that of the first state has %d", diag.Clip(p.State.Value), len(p.Components), m.Rank).
			Helpf("all lists must have the same length; pad them with 0")
	}
}

// inRegions reports whether the declared progress names a state inside the regions of n.
func inRegions(n *tree.Node, given map[*tree.Node]syntax.Progress) bool {
	for g := range given {
		if n.Regions != nil && g != n && g.Inside(n) {
			return true
		}
	}
	return false
}

// addRegions adds the progress of the regions of n to that of n. A final state without a value
// of its own has 0, and so has one with regions if the value is that of states inside them.
func (l *claims) addRegions(s *core.State, n *tree.Node, given map[*tree.Node]syntax.Progress) {
	for _, r := range n.Parts() {
		values := make([][]expr.Expr, l.machine.Rank)
		for _, leaf := range r.Leaves {
			at := giving(leaf, given)
			ok := at != nil && at.Region == r
			if !ok && !leaf.Decl.Final.Given() && !inRegions(leaf, given) && inRegions(r.Owner, given) {
				l.diags.Errorf(diag.CodeMissing, l.file.Progress[0].State.Span, "the progress function has no value for state `%s`", leaf.Decl.Name.Value).
					Note(leaf.Decl.Name.Span, "declared here").
					Helpf("add a line `%s: ...`; the value of `%s` is the sum of its own and those of its regions", leaf.Decl.Name.Value, s.Name)
				continue
			}
			for k := range values {
				value := expr.Expr(expr.Number(0))
				if ok && k < len(given[at].Components) {
					value = l.names.Parse(given[at].Components[k], expr.Type{Kind: expr.Int}, scope.State{Env: l.env, At: n.Index, Event: -1})
				}
				values[k] = append(values[k], value)
			}
		}
		for k, list := range values {
			if len(list) == len(r.Leaves) && r.Outer != nil {
				list = append(list, expr.Number(0)) // the region is not active
			}
			if len(list) == len(r.Symbol.Type.Enum.Values) && k < len(s.Progress) && !slices.ContainsFunc(list, func(e expr.Expr) bool { return e == nil }) && !allZero(list) {
				s.Progress[k] = expr.Simplify(&expr.Binary{Op: expr.Add, X: s.Progress[k], Y: &expr.Case{Of: &expr.Ref{Symbol: r.Symbol}, Values: list}})
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
