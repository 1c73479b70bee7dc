package scxml

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// An event that the machine sends to itself with a delay comes whatever happens until then. A timer of a spec runs as long as the
// machine is in a state. They are the same if the event is sent whenever the state is entered, and only then, and nobody hears it
// after the state is left.

// timer raises an event in the spec.
type timer struct {
	pending
	// scope is the state in which the timer runs; nil for the whole machine.
	scope *node
	at    diag.Span
}

// started is the way to the initial state. It does not enter the root.
func (r *reader) started() *rule {
	end, entries, _ := r.doc.root.descend()
	return &rule{at: end.at, end: end, later: r.doc.starting, entered: entries[1:]}
}

// time finds the timers of the spec, and where they run. What nobody hears needs none.
func (r clocks) time() {
	done := make(map[pending]bool)
	runs := make(map[occasion]bool)
	needed := make(map[string]bool)
	senders := append([]*rule{r.reader.started()}, r.reader.reachable()...)
	ways := r.ways()
	for _, a := range senders {
		for _, p := range a.later {
			if done[p] {
				continue
			}
			done[p] = true
			t := r.timer(p, senders, ways)
			if r.reader.out.Failed() {
				return
			}
			if t == nil {
				continue
			}
			needed[p.key] = true
			r.reader.doc.timers = append(r.reader.doc.timers, t.timer)
			for _, i := range t.active {
				for _, l := range append([]*leaf{r.reader.doc.places[i].leaf}, r.reader.doc.places[i].leaf.node.regional()...) {
					runs[occasion{l.node, p.key}] = true
				}
			}
		}
	}
	r.apart(senders)
	quiet := func(key string) bool { return !needed[key] && slices.Contains(r.reader.doc.delayed, key) }
	lister(r).silence(quiet, func(p pending) bool {
		return !slices.ContainsFunc(r.reader.doc.timers, func(t *timer) bool { return t.pending == p })
	})
	r.reader.doc.delayed = slices.DeleteFunc(r.reader.doc.delayed, quiet)
	r.reader.doc.runs = runs
	lister(r).unreach()
}

// apart reports timers that a spec cannot have beside each other, or that SCXML does not order.
func (r clocks) apart(senders []*rule) {
	for i, t := range r.reader.doc.timers {
		for _, u := range r.reader.doc.timers[:i] {
			if t.scope == u.scope && (t.key == u.key || t.delay == u.delay) && !r.reader.out.Failed() {
				r.reader.lacks(r.reader.doc.sends[t.pending], "give each of them its own event, and another delay", "several `send` of the same event, or with the same delay, in a state").Note(diag.Span{}, "%s and %s", u.text(), t.text())
			}
		}
	}
	for _, a := range senders {
		for i, p := range a.later {
			if slices.ContainsFunc(a.later[:i], func(q pending) bool { return q.delay == p.delay }) && !r.reader.out.Failed() {
				r.reader.lacks(r.reader.doc.sends[p], "give each of them another delay", "several `send` with the same delay at a time").Note(diag.Span{}, "%s", p.text())
			}
		}
	}
}

// reachable lists the rules of all plain states that are reached.
func (r *reader) reachable() (list []*rule) {
	for _, l := range r.doc.leaves {
		if !l.reached {
			continue
		}
		for _, key := range slices.Concat([]string{""}, r.doc.keys()) {
			for i := range l.rules[key] {
				list = append(list, &l.rules[key][i])
			}
		}
	}
	return list
}

// running is a timer with the places in which it can run while the machine waits.
type running struct {
	*timer
	active []int
}

// timer returns the timer for an event after a delay. It is nil if nobody hears the event, or after a report.
func (r clocks) timer(p pending, senders []*rule, ways map[int][]edge) *running {
	var first *rule
	sends := func(a *rule) bool { return slices.Contains(a.later, p) }
	for _, a := range senders {
		if first == nil && sends(a) {
			first = a
		}
	}
	if !r.heard(p.key, sends, ways) {
		return nil
	}
	if at := r.besides(p); at != nil {
		if t := r.ofState(p, first); t != nil {
			return t
		}
		r.reader.lacks(at.at, "cancel it in `onexit` of the state whose entry sends it", "`cancel` in a region of what comes after a delay outside of it")
		return nil
	}
	scopes := slices.DeleteFunc(slices.Clone(first.entered), func(n *node) bool { return !r.fits(n, p, senders) })
	if !slices.ContainsFunc(senders[1:], sends) && count(senders[0].later, p) == 1 {
		scopes = append(scopes, nil)
	}
	for _, n := range scopes {
		active, ok := r.follows(n, p, sends, ways)
		switch {
		case ok && !slices.ContainsFunc(active, func(i int) bool { return r.reader.doc.places[i].hears(p.key) }):
			return nil
		case ok:
			return &running{&timer{p, n, first.at}, active}
		}
	}
	if t := r.ofState(p, first); t != nil {
		return t
	}
	r.reader.lacks(r.reader.doc.sends[p], "cancel it in `onexit` of the state whose entry sends it; or let nothing be for the event after this state is left, even if the program sends an event of this name before",
		"`send` with a delay of an event that can come after the state is left in which it is sent").Note(diag.Span{}, "%s is sent on the way into %s", p.text(), first.goal().label())
	return nil
}

// besides returns a rule that cancels an event inside a region, which [clocks.follows] does not see, or nil.
func (r clocks) besides(p pending) *rule {
	for _, l := range r.reader.doc.leaves {
		if !l.reached || l.node.region == nil {
			continue
		}
		for _, key := range slices.Concat([]string{""}, r.reader.doc.keys()) {
			for i := range l.rules[key] {
				if a := &l.rules[key][i]; a.takesBack(p) && (a.end == nil || a.end.region != nil) {
					return a
				}
			}
		}
	}
	return nil
}

// ofState finds the state whose timer an event after a delay becomes: the innermost one that is entered when it is sent.
func (r clocks) ofState(p pending, first *rule) *running {
	if r.reader.rough == nil || len(first.entered) == 0 {
		return nil
	}
	n := first.entered[len(first.entered)-1]
	for _, s := range first.entered {
		if slices.ContainsFunc(s.entry, func(a *action) bool { return a.at == r.reader.doc.sends[p] }) {
			n = s
		}
	}
	if n.parallel && n.region != nil || n.ends() {
		return nil
	}
	if !r.reader.rough.timed[p] {
		r.reader.rough.timed[p] = true
		r.reader.out.Warn(r.reader.doc.sends[p], "%s becomes a timer of %s: it starts whenever the state is entered, and ends when it is left or the timer fires", p.text(), n.label())
	}
	var active []int
	for i, at := range r.reader.doc.places {
		if s := at.leaf.node; s == n || s.inside(n) || s.parallel && n.inside(s) {
			active = append(active, i)
		}
	}
	return &running{&timer{p, n, first.at}, active}
}

func count(list []pending, p pending) (n int) {
	for _, q := range list {
		if q == p {
			n++
		}
	}
	return n
}

// fits reports whether a rule sends an event, once, if and only if it enters a state, and so does the spec.
func (r clocks) fits(n *node, p pending, senders []*rule) bool {
	if n.region != nil {
		return false
	}
	return !slices.ContainsFunc(senders, func(a *rule) bool {
		enters := 0
		if slices.Contains(a.entered, n) {
			enters = 1
		}
		return count(a.later, p) != enters || enters == 1 && slices.Contains(a.kept, n) || a.history != nil && n.inside(a.to)
	})
}

// enclose adds a composite state around all others, if timers run in the whole machine.
func (r clocks) enclose() {
	if slices.ContainsFunc(r.reader.doc.timers, func(t *timer) bool { return t.scope == nil }) {
		r.reader.doc.running = r.reader.out.AddState(r.reader.out.Root, &draft.State{Want: "Running"})
	}
}

// startTimers adds the timers to the spec.
func (r clocks) startTimers(names map[string]string) {
	for _, t := range r.reader.doc.timers {
		s := r.reader.doc.running
		if t.scope != nil {
			s = t.scope.state
		}
		s.AddTimer(r.reader.out.Delay(t.delay.String()), names[t.key])
	}
	start, _, _ := r.reader.doc.root.descend()
	if r.reader.doc.running != nil {
		for start.parent != r.reader.doc.root {
			start = start.parent
		}
		r.reader.doc.running.Initial = start.state
	}
}
