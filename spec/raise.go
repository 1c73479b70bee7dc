package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// pendingName and pendingType are the names of the variable of pending events and its enum.
	pendingName, pendingType = "raised", "Raised"
	// maxPending limits how many events can be pending at a time.
	maxPending = 8
	// maxQueues limits the lists of pending events.
	maxQueues = 100
	// maxNotes limits the steps of a chain that a message shows.
	maxNotes = 5
)

// eachState calls use for each state as written, outer ones first.
func (l *declarations) eachState(use func(*syntax.State)) {
	var walk func([]*syntax.State)
	walk = func(states []*syntax.State) {
		for _, s := range states {
			use(s)
			walk(s.States)
		}
	}
	walk(l.file.States)
}

// eachAlternative calls use for each alternative as written.
func (l *declarations) eachAlternative(use func(*syntax.Alternative)) {
	handlers := func(on []syntax.Handler) {
		for _, h := range on {
			for i := range h.Alternatives {
				use(&h.Alternatives[i])
			}
		}
	}
	handlers(l.file.On)
	l.eachState(func(s *syntax.State) {
		handlers(s.On)
		handlers([]syntax.Handler{s.Done})
		for _, i := range s.Invoke {
			handlers(i.On)
		}
	})
}

// eachRaise calls use for each event that something other than a timer raises.
func (l *declarations) eachRaise(use func(syntax.Text)) {
	each := func(list []syntax.Text) {
		for _, t := range list {
			use(t)
		}
	}
	l.eachAlternative(func(a *syntax.Alternative) { each(a.Raise) })
	l.eachState(func(s *syntax.State) {
		each(s.RaiseExit)
		each(s.RaiseEntry)
	})
}

// firstRaise returns an event that something other than a timer raises.
func (l *declarations) firstRaise() (at syntax.Text, ok bool) {
	l.eachRaise(func(t syntax.Text) {
		if !ok {
			at, ok = t, true
		}
	})
	return at, ok
}

// collectRaised notes the names of the events that are raised, and reports those that cannot be.
func (l *flow) collectRaised() {
	m := l.machine
	l.eachRaise(func(t syntax.Text) {
		l.raises[t.Value] = true
		e := l.event(t.Value)
		if e < 0 {
			l.unknown(t, "event", l.eventNames())
			l.unsureOfTransitions = true
			return
		}
		l.used[m.Events[e].Span] = true
		switch {
		case m.Events[e].Result:
			l.checkNoResult(e, t)
		case len(m.Events[e].Fields) > 0 || m.Events[e].Environment || m.Events[e].Cancellation:
			l.diags.Errorf(diag.CodeRaise, t.Span, "event `%s` cannot be raised, because it has a payload or comes from outside", t.Value).
				Note(m.Events[e].Span, "declared here").Helpf("declare an event for this, as in %s: {internal: true}, and pass values in variables", "Next")
			l.unsureOfTransitions = true
		}
	})
}

// raised resolves a list of raised events.
func (l *flow) raised(list []syntax.Text) (out []int) {
	for _, t := range list {
		if e := l.event(t.Value); e >= 0 {
			out = append(out, e)
		}
	}
	return out
}

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
}

// raising turns raised events into transitions without an event and a variable, whose values are
// the queues.
type raising struct {
	*flow
	// queues are all queues, by key, and in the order in which they were found.
	queues map[string]queue
	order  []string
	// at lists the queues that are possible in each state.
	at map[int][]string
	// from tells how each pair was reached.
	from map[pending]step
	// symbol is the variable of pending events. Its values are the queues, the empty one first.
	symbol *expr.Symbol
	wrong  bool
}

// step is a transition from one pair to another.
type step struct {
	before pending
	t      *core.Transition
}

// raise gives the machine the variable of pending events, and transitions that handle them. Because
// the machine handles an event only when none is pending, the queue that a transition leaves behind
// follows from the one before it.
func (l *flow) raise() {
	if len(l.raises) == 0 || l.unsureOfTransitions || l.diags.HasErrors() {
		return
	}
	r := &raising{flow: l, queues: map[string]queue{}, at: map[int][]string{}, from: map[pending]step{}}
	r.explore()
	if r.wrong || !r.declare() {
		l.unsureOfTransitions = true
		return
	}
	r.rewrite()
}

// settle returns the queue that is left in a state: events that the state ignores are gone, and a
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

// after returns the queue that a transition leaves behind.
func (r *raising) after(t *core.Transition, rest queue) queue {
	return r.settle(t.To, slices.Concat(rest, t.Raises))
}

// explore finds the queues that are possible in each state.
func (r *raising) explore() {
	m := r.machine
	first := r.settle(m.Initial, r.opening)
	r.reach(m.Initial, first, step{})
	for todo := []pending{{m.Initial, first.key()}}; len(todo) > 0 && !r.wrong; {
		p := todo[0]
		todo = todo[1:]
		r.each(p.state, r.queues[p.key], func(t *core.Transition, left queue) {
			if next := (pending{t.To, left.key()}); r.reach(t.To, left, step{p, t}) {
				todo = append(todo, next)
			}
		})
	}
}

// each calls use for each transition that may be taken next, with the queue that it leaves behind.
func (r *raising) each(state int, q queue, use func(t *core.Transition, left queue)) {
	m := r.machine
	take := func(list []core.Transition, rest queue) (sure bool) {
		for i := range list {
			t := &list[i]
			if t.Effect == core.Take {
				use(t, r.after(t, rest))
			}
			if t.Guard == nil {
				return true
			}
		}
		return false
	}
	if take(m.Always(state), q) {
		return
	}
	if len(q) > 0 {
		r.check(state, q)
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
	return r.machine.Events[event].Internal && !r.timed(state, event)
}

// check reports a state that does not handle a pending event in all cases.
func (r *raising) check(state int, q queue) {
	m := r.machine
	list := m.On(state, q[0])
	event, name := &m.Events[q[0]], m.States[state].Name
	fault := func(at diag.Span, format string, args ...any) *diag.Diagnostic {
		r.wrong = true
		d := r.diags.Errorf(diag.CodeRaise, at, format, args...)
		r.chain(d, pending{state, q.key()})
		return d
	}
	switch n := len(list); {
	case r.wrong:
	case n == 0:
		fault(m.States[state].Span, "event `%s` can be raised before the machine waits in state `%s`, which does not handle it", event.Name, name).
			Helpf("handle `%s` under `on:`, or list it under `ignore:`", event.Name)
	case r.ignores(state, q[0]):
		fault(list[0].Span, "event `%s` can be raised before the machine waits in state `%s`, which ignores it, but has alternatives under `always`", event.Name, name).
			Helpf("handle the event there, or do not raise it on the way to the state")
	case list[n-1].Guard != nil || list[n-1].Effect != core.Take:
		fault(list[n-1].Span, "event `%s` can be raised before the machine waits in state `%s`, which does not handle it in all cases", event.Name, name).
			Helpf("end the alternatives with one that has no `if:` and takes a transition, or raise the event under a condition")
	}
	for i := range list {
		t := &list[i]
		if t.Guard != nil && expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External }) && !r.wrong {
			fault(t.Span, "an alternative for the raised event `%s` cannot depend on an external guard: what the machine does before it waits must follow from its values", event.Name).
				Helpf("use the guard where the event is raised, and store the answer in a variable")
		}
	}
}

// reach notes a queue of a state. It reports whether the pair is new.
func (r *raising) reach(state int, q queue, s step) bool {
	p := pending{state, q.key()}
	if _, known := r.from[p]; known {
		return false
	}
	r.from[p] = s
	r.at[state] = append(r.at[state], p.key)
	if _, known := r.queues[p.key]; !known {
		r.queues[p.key] = q
		r.order = append(r.order, p.key)
	}
	if (len(q) > maxPending || len(r.order) > maxQueues) && !r.wrong {
		r.wrong = true
		at := r.machine.States[state].Span
		if s.t != nil {
			at = s.t.Span
		}
		d := r.diags.Errorf(diag.CodeRaise, at, "more and more raised events can be pending: %s", r.names(q))
		r.chain(d, p)
		d.Helpf("raise fewer events than are handled: each of these transitions handles at most one")
	}
	return true
}

// names lists the events of a queue.
func (r *raising) names(q queue) string {
	var out []string
	for _, e := range q {
		out = append(out, r.machine.Events[e].Name)
	}
	return join(out)
}

// chain adds notes that show how a pair was reached since the machine last waited.
func (r *raising) chain(d *diag.Diagnostic, p pending) {
	var notes []step
	for len(notes) < maxPending+2 {
		s := r.from[p]
		if s.t == nil {
			break
		}
		notes = append(notes, s)
		if s.before.key == "" && !r.machine.Events[s.t.Event].Eventless {
			break
		}
		p = s.before
	}
	slices.Reverse(notes)
	notes = notes[:min(len(notes), maxNotes)]
	for _, s := range notes {
		after := r.names(r.after(s.t, r.rest(s)))
		if after == "" {
			after = "nothing"
		}
		d.Note(s.t.Span, "after this step from `%s` to `%s`, %s is pending", r.machine.States[s.t.From].Name, r.machine.States[s.t.To].Name, after)
	}
}

// rest returns the queue before the events that a step raises.
func (r *raising) rest(s step) queue {
	q := r.queues[s.before.key]
	if len(q) > 0 && !r.machine.Events[s.t.Event].Eventless {
		return q[1:]
	}
	return q
}

// declare adds the enum and the variable. It reports whether their names are free.
func (r *raising) declare() bool {
	m := r.machine
	enum := &expr.Enum{Name: pendingType, Doc: "Raised is a list of raised events that are still to be handled.", Values: []string{"none"}, Span: m.Events[m.Eventless()].Span}
	slices.SortStableFunc(r.order, func(a, b string) int { return len(a) - len(b) })
	if r.order[0] != "" {
		r.order = slices.Insert(r.order, 0, "")
	}
	for _, k := range r.order[1:] {
		var parts []string
		for _, e := range r.queues[k] {
			parts = append(parts, m.Events[e].Name)
		}
		name := strings.Join(parts, "_")
		for slices.Contains(enum.Values, name) {
			name += "_"
		}
		enum.Values = append(enum.Values, name)
	}
	if at, taken := r.taken(pendingName, pendingType); taken {
		r.diags.Errorf(diag.CodeRaise, at, "this has the name of the variable or the type of the events that this machine raises").
			Helpf("choose another name than `%s` or `%s`", pendingName, pendingType)
		return false
	}
	m.Enums = append(m.Enums, enum)
	t := expr.Type{Kind: expr.Enumerated, Enum: enum}
	r.symbol = &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: pendingName, Type: t}
	m.Vars = append(m.Vars, core.Var{
		Name: pendingName, Doc: "the raised events that are still to be handled", Type: t, State: -1, Span: enum.Span,
		Symbol: r.symbol, Init: r.value(r.settle(m.Initial, r.opening)),
	})
	return true
}

// value returns a queue as a value of the variable.
func (r *raising) value(q queue) expr.Expr {
	return &expr.Lit{T: r.symbol.Type, Value: int64(slices.Index(r.order, q.key()))}
}

// rewrite gives each state transitions for the events that can be pending there.
func (r *raising) rewrite() {
	m := r.machine
	var out []core.Transition
	for s := range m.States {
		for _, t := range m.Always(s) {
			out = append(out, r.always(t)...)
		}
		out = append(out, r.pending(s)...)
		if n := len(out); n > 0 && out[n-1].From == s && out[n-1].Guard == nil {
			continue // the machine never waits in the state
		}
		for _, t := range m.From(s) {
			if m.Events[t.Event].Eventless || r.only(t.Event, s) {
				continue
			}
			if t.Effect == core.Take {
				if left := r.after(&t, nil); len(left) > 0 {
					t.Updates = append(t.Updates, r.sets(left, t.Span))
				}
			}
			out = append(out, t)
		}
	}
	m.Transitions = out
}

// sets returns the update of the variable.
func (r *raising) sets(q queue, at diag.Span) core.Update {
	return core.Update{Var: r.symbol.Index, Value: r.value(q), Implied: true, Span: at}
}

// group are queues after which a transition leaves the same one behind.
type group struct {
	keys []string
	left queue
}

// groups divides the queues of a state by what is left of them.
func (r *raising) groups(keys []string, after func(queue) queue) (out []group) {
	for _, k := range keys {
		left := after(r.queues[k])
		i := slices.IndexFunc(out, func(g group) bool { return g.left.key() == left.key() })
		if i < 0 {
			i = len(out)
			out = append(out, group{left: left})
		}
		out[i].keys = append(out[i].keys, k)
	}
	return out
}

// when returns the condition that one of the queues of a group is pending, and that another
// condition holds, which may be nil.
func (r *raising) when(g group, guard expr.Expr) expr.Expr {
	var any []expr.Expr
	for _, k := range g.keys {
		any = append(any, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: r.symbol}, Y: r.value(r.queues[k])})
	}
	return expr.Both(expr.AnyOf(any...), guard)
}

// copies returns a transition once for each group. The condition of the last one says nothing of
// queues if no others are left.
func (r *raising) copies(t core.Transition, groups []group, others bool) (out []core.Transition) {
	for i, g := range groups {
		u := t
		if others || i < len(groups)-1 {
			u.Guard, u.Written = r.when(g, t.Guard), r.when(g, t.Written)
		}
		u.Updates = append(slices.Clip(t.Updates), r.sets(g.left, t.Span))
		out = append(out, u)
	}
	return out
}

// always returns a transition without an event, once for each queue that it leaves behind.
func (r *raising) always(t core.Transition) []core.Transition {
	keys := r.at[t.From]
	if !slices.ContainsFunc(keys, func(k string) bool { return r.after(&t, r.queues[k]).key() != k }) {
		return []core.Transition{t}
	}
	return r.copies(t, r.groups(keys, func(q queue) queue { return r.after(&t, q) }), false)
}

// pending returns the transitions for the events that can be pending in a state, as transitions
// without an event.
func (r *raising) pending(s int) (out []core.Transition) {
	m := r.machine
	byHead := map[int][]string{}
	var heads []int
	for _, k := range r.at[s] {
		if q := r.queues[k]; len(q) > 0 {
			if byHead[q[0]] == nil {
				heads = append(heads, q[0])
			}
			byHead[q[0]] = append(byHead[q[0]], k)
		}
	}
	waits := slices.Contains(r.at[s], "")
	for i, head := range heads {
		for _, t := range m.On(s, head) {
			groups := r.groups(byHead[head], func(q queue) queue { return r.after(&t, q[1:]) })
			t.Event, t.Handles = m.Eventless(), m.Events[head].Name
			out = append(out, r.copies(t, groups, waits || i < len(heads)-1)...)
		}
	}
	return out
}
