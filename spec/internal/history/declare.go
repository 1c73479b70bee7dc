package history

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

// Declare adds to the machine a variable for each composite state to which a transition returns from outside.
func Declare(in pass.Input, states *tree.Tree) *Memories {
	l := &Memories{file: in.File, machine: in.Machine, names: in.Names, diags: in.Diags, tree: states, memories: map[*tree.Node][]*memory{}}
	l.declare()
	return l
}

// declare adds the variables.
func (l *Memories) declare() {
	walk.EachAlternative(l.file, func(s *syntax.State, a *syntax.Alternative) {
		n := l.tree.Nodes[a.To.Value]
		if !a.History.Given() || a.Wrong || n == nil {
			return
		}
		if at := l.withRegions(n); at != nil {
			l.diags.Errorf(diag.CodeParallel, a.History.Span, "a transition cannot return to state `%s`, because regions are inside it or around it: nothing remembers where they were", a.To.Value).
				Note(at.Decl.Name.Span, "the regions are here").Helpf("remove `history:`, and store what is needed in variables")
			l.Unsure = true
			return
		}
		if !n.Composite() {
			l.diags.Errorf(diag.CodeHistory, a.History.Span, "state `%s` has no history, because no states are inside it", a.To.Value).
				Note(n.Decl.Name.Span, "declared here").Helpf("remove `history:`, or name a composite state")
			l.Unsure = true
			return
		}
		within := s != nil && l.tree.Nodes[s.Name.Value] != nil && l.tree.Nodes[s.Name.Value].Inside(n)
		if !within && l.remembered(n, a.History.Value == "deep") == nil {
			l.remember(n, a.History)
		}
	})
}

// remember declares the variable of a composite state.
func (l *Memories) remember(n *tree.Node, kind syntax.Text) {
	m := l.machine
	h := &memory{deep: kind.Value == "deep"}
	for _, inner := range l.insideOf(n, h.deep) {
		if inner.Index < 0 || !m.Terminal(inner.Index) {
			h.states = append(h.states, inner)
		}
	}
	// The order of states in a spec has no meaning, and enum values have numbers.
	slices.SortFunc(h.states, func(a, b *tree.Node) int { return strings.Compare(a.Decl.Name.Value, b.Decl.Name.Value) })
	name := n.Decl.Name.Value + map[bool]string{false: "History", true: "DeepHistory"}[h.deep]
	enum := &expr.Enum{Name: name, Doc: name + " is the state to return to inside " + n.Decl.Name.Value + ".", Values: []string{"none"}, Span: kind.Span}
	for _, inner := range h.states {
		l.tree.NotNone(inner, "a return to `%s` has this name for no state", n.Decl.Name.Value)
		enum.Values = append(enum.Values, inner.Decl.Name.Value)
	}
	variable := memoryName(n.Decl.Name.Value, h.deep)
	if at, taken := l.names.Taken(variable, name); taken {
		l.diags.Errorf(diag.CodeDuplicate, at, "this has the name of the history of state `%s`", n.Decl.Name.Value).Note(kind.Span, "a transition returns to it here").
			Helpf("choose another name than `%s` or `%s`", variable, name)
		l.Unsure = true
		return
	}
	if len(enum.Values) > 256 {
		l.diags.Errorf(diag.CodeTooBig, kind.Span, "state `%s` has more than 255 states inside it to return to", n.Decl.Name.Value).Helpf("use history: shallow")
		l.Unsure = true
		return
	}
	t := expr.Type{Kind: expr.Enumerated, Enum: enum}
	h.symbol = &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: variable, Type: t}
	m.Enums = append(m.Enums, enum)
	m.Vars = append(m.Vars, core.Var{Name: variable, Doc: "where the machine was when it left " + n.Decl.Name.Value, Type: t, State: -1, Implied: core.Remembered, Symbol: h.symbol, Init: &expr.Lit{T: t}, Span: kind.Span})
	l.memories[n] = append(l.memories[n], h)
	l.oldMemory(n, h)
}

// insideOf lists the states directly inside a composite state, or all plain ones.
func (l *Memories) insideOf(n *tree.Node, deep bool) (out []*tree.Node) {
	for _, s := range n.Decl.States {
		inner := l.tree.Nodes[s.Name.Value]
		switch {
		case inner == nil || inner.Parent != n:
		case deep && inner.Composite():
			out = append(out, l.insideOf(inner, true)...)
		default:
			out = append(out, inner)
		}
	}
	return out
}

// withRegions returns a state with regions that is n, or inside or around it, or nil.
func (l *Memories) withRegions(n *tree.Node) *tree.Node {
	for _, p := range l.tree.Plain {
		if p.Regions != nil && (p.Inside(n) || n.Inside(p)) {
			return p
		}
	}
	return nil
}
