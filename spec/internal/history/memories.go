package history

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Memories remember where the machine was when it left composite states.
type Memories struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	tree    *tree.Tree
	// memories are the variables of each composite state to which a transition returns.
	memories map[*tree.Node][]*memory
	// Unsure is set when a `history:` was reported as wrong.
	Unsure bool
}

// memory is a variable that remembers where the machine was when it left a composite state.
type memory struct {
	// symbol is the variable, an enum whose value 0 is "none", before the state is left for the
	// first time. The others are the states inside: those directly inside it, or all plain ones.
	symbol *expr.Symbol
	deep   bool
	states []*tree.Node
}

// remembered returns the variable of a composite state, or nil.
func (l *Memories) remembered(n *tree.Node, deep bool) *memory {
	for _, m := range l.memories[n] {
		if m.deep == deep {
			return m
		}
	}
	return nil
}

// Leave returns the updates with which a transition remembers where it leaves a composite state: in which state inside. They are
// for the place of the transition.
func (l *Memories) Leave(from, n *tree.Node, at diag.Span) (out []core.Update) {
	for _, h := range l.memories[n] {
		if i := slices.IndexFunc(h.states, from.Inside); i >= 0 {
			out = append(out, core.Update{Var: h.symbol.Index, Value: &expr.Lit{T: h.symbol.Type, Value: int64(i + 1)}, Implied: true, Span: at})
		}
	}
	return out
}
