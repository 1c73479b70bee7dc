package raise

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/timer"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// remainder is a queue that a transition can leave behind, and the condition under which it does, over the values before
// the transition; nil: always. The conditions of a list are tried in order.
type remainder struct {
	left queue
	when expr.Expr
}

// answer is a question to takesAfter.
type answer struct {
	t     *core.Transition
	event int
}

// valuation are the values at a place: see [lowering.env].
type valuation struct {
	place situation
	env   *expr.Env
	known func(*expr.Symbol) bool
}

// lowering turns raised events into transitions without an event and a variable, whose values are
// the queues.
type lowering struct {
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	tree    *tree.Tree
	// rests are the variables for what regions of a state are still to handle of an event.
	rests map[*tree.Node]*expr.Symbol
	// queues are all queues, by key, and in the order in which they were found.
	queues map[string]queue
	order  []string
	// at lists the queues that are possible in each state.
	at map[int][]string
	// from tells how each pair was reached.
	from map[situation]step
	// steps tells which transitions are taken with which queues before them.
	steps map[choice]bool
	// left are the results of remainders, by the transition and the queue that it finds.
	left map[choice][]remainder
	// takers are the results of takes, and answers those of takesAfter.
	takers  map[[2]int]expr.Expr
	answers map[answer]expr.Expr
	// symbol is the variable of pending events. Its values are the queues, the empty one first.
	symbol *expr.Symbol
	wrong  bool
	// last are the values that were asked for last: most questions are about the same place.
	last valuation
}

// ignores reports whether a state accepts an event without effect, or rejects it, in all cases.
func (r *lowering) ignores(state, event int) bool {
	list := r.machine.On(state, event)
	return len(list) > 0 && list[0].Guard == nil && list[0].Effect != core.Take
}

// drops reports whether a state drops a pending event that none of its alternatives is for: one with
// regions does. The variable then keeps its value until the next step, which sets it.
func (r *lowering) drops(state int) bool { return len(r.machine.States[state].Regions) > 0 }

// settle returns the queue that is left in a state without regions: events that the state ignores are gone, and a
// terminal state handles none.
func (r *lowering) settle(state int, q queue) queue {
	if r.machine.Terminal(state) {
		return nil
	}
	for len(q) > 0 && r.ignores(state, q[0]) && len(r.machine.Always(state)) == 0 {
		q = q[1:]
	}
	return q
}

// only reports whether an event can only be raised in a state: nobody sends it, and no timer does.
func (r *lowering) only(event, state int) bool {
	return r.machine.Events[event].Internal && !timer.Timed(r.machine, state, event)
}
