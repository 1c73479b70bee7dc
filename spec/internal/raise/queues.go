package raise

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// explore finds the queues that are possible in each state.
func (r *lowering) explore() {
	m := r.machine
	first := r.started()
	if r.wrong {
		return
	}
	start := situation{m.Initial, first.key(), r.first()}
	r.reach(start, first, step{})
	for todo := []situation{start}; len(todo) > 0 && !r.wrong; {
		p := todo[0]
		todo = todo[1:]
		r.each(p, func(t *core.Transition, left queue) {
			if next := (situation{t.To, left.key(), r.next(p, t)}); r.reach(next, left, step{p, t, left}) {
				todo = append(todo, next)
			}
		})
	}
}

// each calls use for each transition that may be taken next, with the queue that it leaves behind.
func (r *lowering) each(p situation, use func(t *core.Transition, left queue)) {
	m, state, q := r.machine, p.state, r.queues[p.key]
	take := func(list []core.Transition, rest queue) (sure bool) {
		for i := range list {
			t := &list[i]
			if t.Effect == core.Take && r.possible(p, t) {
				r.steps[choice{t, p.key}] = true
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

// reach notes a queue of a state. It reports whether the pair is new.
func (r *lowering) reach(p situation, q queue, s step) bool {
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
		d := r.diags.Errorf(diag.CodeRaise, at, "more and more raised events can be pending: %s", r.eventNames(q))
		r.chain(d, p)
		d.Helpf("raise fewer events than are handled: each of these transitions handles at most one")
	}
	return true
}
