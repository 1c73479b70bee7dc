package raise

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Lower gives the machine the variable of pending events, and transitions that handle them. Because
// the machine handles an event only when none is pending, the queue that a transition leaves behind
// follows from the one before it.
//
// The transitions of the machine must be complete, and sorted; none may be wrong. Rests are the variables for what regions of a
// state are still to handle of an event. Lower returns false if it has reported an error.
func Lower(in pass.Input, states *tree.Tree, rests map[*tree.Node]*expr.Symbol) bool {
	r := &lowering{
		machine: in.Machine, names: in.Names, diags: in.Diags, tree: states, rests: rests,
		queues: map[string]queue{}, at: map[int][]string{}, from: map[situation]step{}, steps: map[choice]bool{},
		left: map[choice][]remainder{}, takers: map[[2]int]expr.Expr{}, answers: map[answer]expr.Expr{},
	}
	r.explore()
	if r.wrong || !r.declare() {
		return false
	}
	r.rewrite()
	return true
}
