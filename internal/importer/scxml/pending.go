package scxml

import "slices"

// ways lists the edges from each place.
func (r clocks) ways() map[int][]edge {
	ways := make(map[int][]edge)
	for _, e := range r.reader.doc.edges {
		ways[e.from] = append(ways[e.from], e)
	}
	return ways
}

// hears reports whether a transition that does something can be for an event in a place.
func (p place) hears(key string) bool {
	if !p.waits {
		return false
	}
	for _, l := range append([]*leaf{p.leaf}, p.leaf.node.regional()...) {
		if l.reached && slices.ContainsFunc(l.rules[key], func(a rule) bool { return !a.nothing }) {
			return true
		}
	}
	return false
}

// heard reports whether a transition can be for an event after it is sent.
func (r clocks) heard(key string, sends func(*rule) bool, ways map[int][]edge) bool {
	seen := make([]bool, len(r.reader.doc.places))
	var todo []int
	reach := func(i int) {
		if !seen[i] {
			seen[i], todo = true, append(todo, i)
		}
	}
	for _, e := range r.reader.doc.edges {
		if sends(e.rule) {
			reach(e.to)
		}
	}
	for i, p := range r.reader.doc.places {
		if p.leaf.node.parallel && within(p.leaf.node, sends) {
			reach(i) // a region sends it
		}
	}
	for len(todo) > 0 {
		i := todo[0]
		todo = todo[1:]
		if r.reader.doc.places[i].hears(key) {
			return true
		}
		for _, e := range ways[i] {
			reach(e.to)
		}
	}
	return false
}

// within reports whether some rule inside the regions of p applies to which a property belongs.
func within(p *node, has func(*rule) bool) bool {
	for _, l := range p.regional() {
		for _, list := range l.rules {
			for i := range list {
				if has(&list[i]) {
					return true
				}
			}
		}
	}
	return false
}

// The states of an event after a delay.
const (
	off   = iota
	on    // the timer of the spec runs
	stale // it is stopped, but SCXML still delivers the event
)

// moment is a place with the state of an event after a delay.
type moment struct{ place, state int }

// follows follows an event whose timer runs in a state, nil for the whole machine. It returns the places in which the timer can run
// while the machine waits, and whether it is the same for the machine: after the state is left, the event is canceled, or nobody hears it; it
// is not canceled before, and not sent again until it has come.
func (r clocks) follows(scope *node, p pending, sends func(*rule) bool, ways map[int][]edge) (active []int, ok bool) {
	key := p.key
	seen := make(map[moment]bool)
	var todo []moment
	reach := func(m moment) {
		if !seen[m] {
			seen[m], todo = true, append(todo, m)
		}
	}
	for todo = []moment{{-1, off}}; len(todo) > 0; {
		m := todo[0]
		todo = todo[1:]
		if m.place >= 0 && r.reader.doc.places[m.place].waits && m.state != off {
			if m.state == on {
				active = append(active, m.place)
			} else if r.reader.doc.places[m.place].hears(key) {
				return nil, false
			}
			reach(moment{m.place, off}) // perhaps no transition is taken
		}
		for _, e := range ways[m.place] {
			state := m.state
			if e.key == key {
				if state == off {
					continue
				}
				state = off
			}
			if m.place >= 0 && state == on && r.departs(scope, m.place, e) {
				state = stale
			}
			if state != off && e.rule.takesBack(p) {
				if state == on {
					return nil, false // the timer of the spec would run on
				}
				state = off
			}
			if sends(e.rule) {
				if state != off {
					return nil, false
				}
				state = on
			}
			reach(moment{e.to, state})
		}
	}
	return active, true
}

// takesBack reports whether a rule cancels an event.
func (a *rule) takesBack(p pending) bool { return p.id != "" && slices.Contains(a.cancels, p.id) }

// departs reports whether a way leaves a state.
func (r clocks) departs(scope *node, from int, e edge) bool {
	is := func(n *node) bool { return scope == nil || n == scope || n.inside(scope) }
	if e.rule.end == nil || !is(r.reader.doc.places[from].leaf.node) {
		return false
	}
	for _, n := range e.rule.entered {
		if n == scope {
			return true
		}
	}
	return !is(r.reader.doc.places[e.to].leaf.node)
}
