package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// history is where the machine was when it left composite states.
type history struct {
	*hierarchy
	// memories are the variables of each composite state to which a transition returns.
	memories map[*node][]*memory
}

// memory is a variable that remembers where the machine was when it left a composite state.
type memory struct {
	// symbol is the variable, an enum whose value 0 is "none", before the state is left for the
	// first time. The others are the states inside: those directly inside it, or all plain ones.
	symbol *expr.Symbol
	deep   bool
	states []*node
}

// variables declares a variable for each composite state to which a transition returns from outside.
func (l *history) variables() {
	eachAlternative(l.file, func(s *syntax.State, a *syntax.Alternative) {
		n := l.nodes[a.To.Value]
		if !a.History.Given() || a.Wrong || n == nil {
			return
		}
		if at := l.withRegions(n); at != nil {
			l.diags.Errorf(diag.CodeParallel, a.History.Span, "a transition cannot return to state `%s`, because regions are inside it or around it: nothing remembers where they were", a.To.Value).
				Note(at.decl.Name.Span, "the regions are here").Helpf("remove `history:`, and store what is needed in variables")
			l.unsureOfTransitions = true
			return
		}
		if !n.composite() {
			l.diags.Errorf(diag.CodeHistory, a.History.Span, "state `%s` has no history, because no states are inside it", a.To.Value).
				Note(n.decl.Name.Span, "declared here").Helpf("remove `history:`, or name a composite state")
			l.unsureOfTransitions = true
			return
		}
		within := s != nil && l.nodes[s.Name.Value] != nil && l.nodes[s.Name.Value].inside(n)
		if !within && l.remembered(n, a.History.Value == "deep") == nil {
			l.remember(n, a.History)
		}
	})
}

// remembered returns the variable of a composite state, or nil.
func (l *history) remembered(n *node, deep bool) *memory {
	for _, m := range l.memories[n] {
		if m.deep == deep {
			return m
		}
	}
	return nil
}

// remember declares the variable of a composite state.
func (l *history) remember(n *node, kind syntax.Text) {
	m := l.machine
	h := &memory{deep: kind.Value == "deep"}
	for _, inner := range l.insideOf(n, h.deep) {
		if inner.index < 0 || !m.Terminal(inner.index) {
			h.states = append(h.states, inner)
		}
	}
	// The order of states in a spec has no meaning, and enum values have numbers.
	slices.SortFunc(h.states, func(a, b *node) int { return strings.Compare(a.decl.Name.Value, b.decl.Name.Value) })
	name := n.decl.Name.Value + map[bool]string{false: "History", true: "DeepHistory"}[h.deep]
	enum := &expr.Enum{Name: name, Doc: name + " is the state to return to inside " + n.decl.Name.Value + ".", Values: []string{"none"}, Span: kind.Span}
	for _, inner := range h.states {
		l.notNone(inner, "a return to `%s` has this name for no state", n.decl.Name.Value)
		enum.Values = append(enum.Values, inner.decl.Name.Value)
	}
	variable := memoryName(n.decl.Name.Value, h.deep)
	if at, taken := l.taken(variable, name); taken {
		l.diags.Errorf(diag.CodeDuplicate, at, "this has the name of the history of state `%s`", n.decl.Name.Value).Note(kind.Span, "a transition returns to it here").
			Helpf("choose another name than `%s` or `%s`", variable, name)
		l.unsureOfTransitions = true
		return
	}
	if len(enum.Values) > 256 {
		l.diags.Errorf(diag.CodeTooBig, kind.Span, "state `%s` has more than 255 states inside it to return to", n.decl.Name.Value).Helpf("use history: shallow")
		l.unsureOfTransitions = true
		return
	}
	t := expr.Type{Kind: expr.Enumerated, Enum: enum}
	h.symbol = &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: variable, Type: t}
	m.Enums = append(m.Enums, enum)
	m.Vars = append(m.Vars, core.Var{Name: variable, Doc: "where the machine was when it left " + n.decl.Name.Value, Type: t, State: -1, Implied: core.Remembered, Symbol: h.symbol, Init: &expr.Lit{T: t}, Span: kind.Span})
	l.memories[n] = append(l.memories[n], h)
	l.oldMemory(n, h)
}

// insideOf lists the states directly inside a composite state, or all plain ones.
func (l *history) insideOf(n *node, deep bool) (out []*node) {
	for _, s := range n.decl.States {
		inner := l.nodes[s.Name.Value]
		switch {
		case inner == nil || inner.parent != n:
		case deep && inner.composite():
			out = append(out, l.insideOf(inner, true)...)
		default:
			out = append(out, inner)
		}
	}
	return out
}

// leaves returns the updates with which a transition remembers where it leaves a composite state.
func (l *history) leaves(from, n *node, at diag.Span) (out []core.Update) {
	for _, h := range l.memories[n] {
		if i := slices.IndexFunc(h.states, from.inside); i >= 0 {
			out = append(out, core.Update{Var: h.symbol.Index, Value: &expr.Lit{T: h.symbol.Type, Value: int64(i + 1)}, Implied: true, Span: at})
		}
	}
	return out
}

// returns gives an alternative of a state that returns to a composite state one form for each state that can
// be remembered. The last one, without a condition of its own, is for the initial state.
func (l *history) returns(from *node, a syntax.Alternative) (forms []form) {
	n := l.nodes[a.To.Value]
	if !a.History.Given() || a.Wrong || n == nil || !n.composite() {
		return []form{{alternative: a}}
	}
	to := core.Return{Composite: n.decl.Name.Value, Deep: a.History.Value == "deep"}
	first := l.target(a.To)
	if first == nil {
		return nil
	}
	if from.inside(n) {
		// The transition leaves the composite state first, and so remembers where it is now.
		if goal := l.target(from.directly(n, to.Deep).decl.Name); goal != nil {
			return []form{{alternative: a, goal: goal, returns: to}}
		}
		return nil
	}
	h := l.remembered(n, to.Deep)
	if h == nil {
		return nil
	}
	for i, s := range h.states {
		goal := l.target(s.decl.Name)
		if goal == nil {
			return nil
		}
		if goal == first {
			continue
		}
		is := &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: h.symbol}, Y: &expr.Lit{T: h.symbol.Type, Value: int64(i + 1)}}
		forms = append(forms, form{a, goal, is, to})
	}
	return append(forms, form{alternative: a, returns: to})
}

// form is one of the transitions that an alternative stands for.
type form struct {
	alternative syntax.Alternative
	// goal is the plain state to go to, or nil for that of the alternative, and when the condition
	// under which it applies, or nil.
	goal *node
	when expr.Expr
	// returns is the history to which the alternative leads.
	returns core.Return
}

// directly returns the state directly inside a composite state around n that is or contains n, or n itself
// for deep history.
func (n *node) directly(outer *node, deep bool) *node {
	for !deep && n.parent != outer {
		n = n.parent
	}
	return n
}

// withRegions returns a state with regions that is n, or inside or around it, or nil.
func (l *history) withRegions(n *node) *node {
	for _, p := range l.plain {
		if p.regions != nil && (p.inside(n) || n.inside(p)) {
			return p
		}
	}
	return nil
}
