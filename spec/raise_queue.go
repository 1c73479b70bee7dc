package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// queue is a list of pending events.
type queue []int

func (q queue) key() string {
	var b strings.Builder
	for _, e := range q {
		b.WriteRune(rune(e + 1))
	}
	return b.String()
}

// pending is a state with a queue.
type pending struct {
	state int
	key   string
	// where tells where the regions of the state are: see [raising.places].
	where string
}

// raising turns raised events into transitions without an event and a variable, whose values are
// the queues.
type raising struct {
	*crossing
	// queues are all queues, by key, and in the order in which they were found.
	queues map[string]queue
	order  []string
	// at lists the queues that are possible in each state.
	at map[int][]string
	// from tells how each pair was reached.
	from map[pending]step
	// steps tells which transitions are taken with which queues before them.
	steps map[taking]bool
	// left are the results of remainders, by the transition and the queue that it finds.
	left map[taking][]remainder
	// takers are the results of takes, and answers those of takesAfter.
	takers  map[[2]int]expr.Expr
	answers map[answer]expr.Expr
	// symbol is the variable of pending events. Its values are the queues, the empty one first.
	symbol *expr.Symbol
	wrong  bool
	// last are the values that were asked for last: most questions are about the same place.
	last valuation
}

// taking is a transition and the queue before it.
type taking struct {
	t   *core.Transition
	key string
}

// step is a transition from one pair to another, and the queue of that.
type step struct {
	before pending
	t      *core.Transition
	left   queue
}

// settle returns the queue that is left in a state without regions: events that the state ignores are gone, and a
// terminal state handles none.
func (r *raising) settle(state int, q queue) queue {
	if r.machine.Terminal(state) {
		return nil
	}
	for len(q) > 0 && r.ignores(state, q[0]) && len(r.machine.Always(state)) == 0 {
		q = q[1:]
	}
	return q
}

// ignores reports whether a state accepts an event without effect, or rejects it, in all cases.
func (r *raising) ignores(state, event int) bool {
	list := r.machine.On(state, event)
	return len(list) > 0 && list[0].Guard == nil && list[0].Effect != core.Take
}

// explore finds the queues that are possible in each state.
func (r *raising) explore() {
	m := r.machine
	first := r.started()
	if r.wrong {
		return
	}
	start := pending{m.Initial, first.key(), r.first()}
	r.reach(start, first, step{})
	for todo := []pending{start}; len(todo) > 0 && !r.wrong; {
		p := todo[0]
		todo = todo[1:]
		r.each(p, func(t *core.Transition, left queue) {
			if next := (pending{t.To, left.key(), r.next(p, t)}); r.reach(next, left, step{p, t, left}) {
				todo = append(todo, next)
			}
		})
	}
}

// each calls use for each transition that may be taken next, with the queue that it leaves behind.
func (r *raising) each(p pending, use func(t *core.Transition, left queue)) {
	m, state, q := r.machine, p.state, r.queues[p.key]
	take := func(list []core.Transition, rest queue) (sure bool) {
		for i := range list {
			t := &list[i]
			if t.Effect == core.Take && r.possible(p, t) {
				r.steps[taking{t, p.key}] = true
				for _, x := range r.remainders(t, rest) {
					use(t, x.left)
				}
			}
			if t.Guard == nil {
				return t.Effect == core.Take || !r.drops(state)
			}
		}
		return false
	}
	if take(m.Always(state), q) || r.midway(p) {
		return
	}
	if len(q) > 0 {
		r.check(p, q)
		take(m.On(state, q[0]), q[1:])
		return
	}
	for e := range m.Events {
		if !m.Events[e].Eventless && !r.only(e, state) {
			take(m.On(state, e), nil)
		}
	}
}

// only reports whether an event can only be raised in a state: nobody sends it, and no timer does.
func (r *raising) only(event, state int) bool {
	return r.machine.Events[event].Internal && !r.timing.timed(state, event)
}

// drops reports whether a state drops a pending event that none of its alternatives is for: one with
// regions does. The variable then keeps its value until the next step, which sets it.
func (r *raising) drops(state int) bool { return len(r.machine.States[state].Regions) > 0 }

// reach notes a queue of a state. It reports whether the pair is new.
func (r *raising) reach(p pending, q queue, s step) bool {
	if _, known := r.from[p]; known {
		return false
	}
	r.from[p] = s
	if !slices.Contains(r.at[p.state], p.key) {
		r.at[p.state] = append(r.at[p.state], p.key)
	}
	if _, known := r.queues[p.key]; !known {
		r.queues[p.key] = q
		r.order = append(r.order, p.key)
	}
	if (len(q) > maxPending || len(r.order) > maxQueues) && !r.wrong {
		r.wrong = true
		at := r.machine.States[p.state].Span
		if s.t != nil {
			at = s.t.Span
		}
		d := r.diags.Errorf(diag.CodeRaise, at, "more and more raised events can be pending: %s", r.names(q))
		r.chain(d, p)
		d.Helpf("raise fewer events than are handled: each of these transitions handles at most one")
	}
	return true
}
