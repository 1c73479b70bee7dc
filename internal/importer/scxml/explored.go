package scxml

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// maxConfigurations limits the states of a spec that is made of configurations, and maxFlatRules their alternatives.
const (
	maxConfigurations = 300
	maxFlatRules      = 4000
	// maxLate limits the events that are to come.
	maxLate = 8
)

// discover follows what a machine may do, from its start on.
func (f *flat) discover() {
	for i := 0; i < len(f.list) && !f.reader.out.Failed(); i++ {
		if c := f.list[i]; !c.ended {
			f.follow(c)
		}
	}
}

// follow finds the alternatives of a configuration.
func (f *flat) follow(c *configuration) {
	c.on = make(map[string][]passage)
	var rest []choice
	for _, ch := range f.choose(c, "", f.world()) {
		switch {
		case len(ch.chosen) > 0:
			c.always, _ = f.alternatives(c, c.always, "", ch)
		default:
			rest = append(rest, ch)
		}
	}
	for _, w := range rest {
		// A condition that fails puts an error into the queue.
		queued := *c
		queued.internal = slices.Concat(c.internal, f.reader.queue(w.world))
		w.raises = nil
		queue := &queued.internal
		if len(*queue) == 0 {
			queue = &queued.external
		}
		if len(*queue) == 0 {
			c.waits = true
			continue
		}
		key := (*queue)[0]
		*queue = (*queue)[1:]
		for _, ch := range f.choose(&queued, key, w.world) {
			ch.handled = true
			c.always, _ = f.alternatives(&queued, c.always, key, ch)
		}
	}
	if f.reader.out.Failed() || !c.waits {
		open(c.always)
		return
	}
	keys := slices.Concat(f.reader.doc.events, []string{other})
	for _, a := range c.late {
		if !slices.Contains(keys, a.key) {
			keys = append(keys, a.key)
		}
	}
	for _, key := range keys {
		after, whole, late := *c, true, strings.HasPrefix(key, laterKey)
		if late {
			after.late = f.come(c, key)
		}
		var list []passage
		for _, ch := range f.choose(c, key, f.world()) {
			ch.handled = late
			acts := len(ch.chosen) > 0 || len(f.reader.queue(ch.world)) > 0 || late
			if f.taken[key] = f.taken[key] || acts; !acts {
				whole = false
				continue
			}
			all := false
			list, all = f.alternatives(&after, list, key, ch)
			whole = whole && all
		}
		if whole {
			open(list)
		}
		if len(list) > 0 {
			c.on[key] = list
		}
		if f.reader.out.Failed() {
			return
		}
	}
}

// open drops the condition of the last alternative: one of them always applies.
func open(list []passage) {
	if len(list) > 0 {
		list[len(list)-1].guard = nil
	}
}

// come returns the events after a delay without the one that comes now.
func (f *flat) come(c *configuration, key string) []arming {
	is := func(a arming) bool { return a.key == key }
	switch at := slices.IndexFunc(c.late, is); {
	case slices.ContainsFunc(c.late[at+1:], is):
		f.reader.lacks(f.reader.doc.sends[c.late[at].pending], "cancel it before it is sent again, such as in `onexit` of the state whose entry sends it; or give each of them its own event", "`send` with a delay of an event that is still to come").
			Note(diag.Span{}, "%s is sent again while it is still to come: %s", c.late[at].text(), c.run())
	case at < len(c.late)-1:
		f.reader.lacks(f.reader.doc.sends[c.late[at].pending], "cancel it in `onexit` of the state whose entry sends it; or let the event that is sent last come first", "`send` with a delay of an event that can come while one that was sent after it is still to come").
			Note(diag.Span{}, "%s is still to come when %s is sent: %s", c.late[at].text(), c.late[at+1].text(), c.run())
	}
	return slices.Clone(c.late[:slices.IndexFunc(c.late, is)])
}

// alternatives adds the alternatives of a choice in a configuration, from which its event has been taken. Without an effect at an
// event of the program, there is none, and the list is not whole.
func (f *flat) alternatives(c *configuration, list []passage, key string, ch choice) (after []passage, whole bool) {
	at := f.reader.doc.root.at
	if len(ch.chosen) > 0 {
		at = ch.chosen[0].at
	}
	s := f.microstep(c, ch, key)
	whole = true
	for _, w := range s.worlds {
		if f.reader.out.Failed() {
			return list, whole
		}
		a := passage{at: at, emit: w.logs, guard: w.condition}
		if w.condition != nil {
			f.defined(c, w.condition, at)
		}
		a.sets = f.assigned(c, w, at)
		to := f.after(c, s, w, at)
		moves := slices.ContainsFunc(ch.chosen, func(t *transition) bool { return f.targets[t] != nil })
		if to != nil && (moves || ch.handled || to.key(f.recalled) != c.key(f.recalled)) {
			a.to = to
		}
		if f.count++; f.count > maxFlatRules {
			f.reader.out.Fail(diag.CodeTooBig, at, "the document has more than %d transitions, counted for each configuration", maxFlatRules)
			return list, whole
		}
		switch nothing := a.to == nil && len(a.sets)+len(a.emit) == 0; {
		case nothing && key == "" && a.guard == nil:
			f.reader.out.Fail(diag.CodeEventless, at, "this transition has no event, target, or effect, so the machine would never come to rest")
		case nothing && key == "":
			a.to = to // SCXML repeats it, too
		case nothing:
			whole = false
			continue
		}
		list = append(list, a)
	}
	return list, whole
}

// defined reports an expression that reads a variable which has no value.
func (f *flat) defined(c *configuration, e *expr, at diag.Span) {
	e.reads(func(name string) {
		if slices.Contains(c.unset, name) && f.reader.rough != nil {
			f.reader.rough.dropData(name, "values that it may not have yet")
		} else if slices.Contains(c.unset, name) && !f.reader.out.Failed() {
			f.reader.lacks(at, "give its <data> an `expr`", "the variable `%s`, which may have no value here,", diag.Clip(name))
		}
	})
}

// assigned returns the assignments of a world.
func (f *flat) assigned(c *configuration, w world, at diag.Span) (list []set) {
	for _, v := range f.reader.doc.order {
		e := w.now[v.id]
		if e == nil {
			continue
		}
		if e = e.replace(func(name string) *expr { return w.facts[name] }); e.op != opVar || e.text != v.id {
			f.defined(c, e, at)
			list = append(list, set{v.id, e})
		}
	}
	return list
}

// after returns the configuration after a step in a world, from one whose queues do not contain the event of the step. The
// spec has a state for it.
func (f *flat) after(c *configuration, s *step, w world, at diag.Span) *configuration {
	n := &configuration{from: c, via: s.key, active: s.active, ended: s.ended, memory: maps.Clone(s.memory)}
	for h := range n.memory {
		if slices.Contains(n.active, h.parent) && !f.inward[h] {
			delete(n.memory, h) // it is noted again before anything reads it
		}
	}
	if n.ended {
		n.memory = nil
	} else {
		n.internal, n.external = slices.Clone(c.internal), slices.Clone(c.external)
		for _, key := range f.reader.queue(w) {
			if strings.HasPrefix(key, sentKey) {
				n.external = append(n.external, key)
			} else {
				n.internal = append(n.internal, key)
			}
		}
		n.late = f.arm(c, w)
		n.unset = slices.DeleteFunc(slices.Clone(c.unset), func(id string) bool { return w.now[id] != nil })
	}
	key := n.key(f.recalled)
	if old := f.known[key]; old != nil {
		return old
	}
	for _, a := range n.active {
		a.reached = true
	}
	n.state = &draft.State{Want: n.text(), At: n.leaves()[0].at}
	f.known[key], f.list = n, append(f.list, n)
	if len(f.list) > maxConfigurations {
		f.reader.out.Fail(diag.CodeTooBig, n.state.At, "the document has more than %d configurations", maxConfigurations)
	}
	return n
}

// arm returns the events that come after a delay after a step.
func (f *flat) arm(c *configuration, w world) []arming {
	list := slices.DeleteFunc(slices.Clone(c.late), func(a arming) bool { return a.id != "" && slices.Contains(w.cancels, a.id) })
	if i := slices.IndexFunc(c.late, func(a arming) bool { return !slices.Contains(list, a) }); i >= 0 && i < len(list) {
		f.reader.lacks(f.reader.doc.sends[c.late[i].pending], "cancel the event that is sent last first", "`cancel` of an event while one that was sent after it is still to come").
			Note(diag.Span{}, "%s is canceled while %s is still to come: %s", c.late[i].text(), list[i].text(), c.run())
	}
	for i, p := range f.reader.waits(w) {
		a := arming{pending: p}
		for slices.Contains(f.before(c), a) || slices.Contains(list, a) {
			a.turn++
		}
		switch {
		case len(list) == maxLate:
			f.reader.lacks(f.reader.doc.sends[p], "give each of them its own event", "`send` with a delay of an event that is still to come").
				Note(diag.Span{}, "more than %d events are to come: %s", maxLate, c.run())
		case slices.ContainsFunc(list[len(list)-i:], func(o arming) bool { return o.delay == p.delay }):
			f.reader.lacks(f.reader.doc.sends[p], "give each of them another delay", "several `send` with the same delay at a time").
				Note(diag.Span{}, "%s and another one are sent together: %s", p.text(), c.run())
		}
		list = append(list, a)
	}
	return list
}

// before returns the events that are to come in the state of the spec that c belongs to, before one of them has come.
func (f *flat) before(c *configuration) []arming {
	for _, o := range f.list {
		if c.state != nil && o.state == c.state {
			return o.late
		}
	}
	return nil
}
