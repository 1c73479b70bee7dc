package scxml

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Limits for the events in queues, which are those of the loader.
const (
	maxPending = 8
	maxQueues  = 100
	// maxPlaces limits the plain states, counted for each list of events that can wait there.
	maxPlaces = 20_000
	// maxEdges limits the ways between them.
	maxEdges = 200_000
)

// place is a plain state with the keys of the events in its queue.
type place struct {
	leaf  *leaf
	queue []string
	// where are the plain states of the regions, if events can wait in the state with the regions; otherwise it is not known.
	where []*node
	// waits tells that the machine can wait here for events.
	waits bool
}

// edge is a way from a place to another one, by a rule for an event. Both are indices; the machine starts at -1.
type edge struct {
	from, to int
	key      string
	rule     *rule
}

func (p place) key() occasion {
	text := strings.Join(p.queue, "\x00")
	for _, n := range p.where {
		text += "\x01" + strconv.Itoa(n.number)
	}
	return occasion{p.leaf.node, text}
}

// exploration finds which events can wait in which plain states. It follows each alternative, as the loader does: values do not
// matter.
type exploration struct {
	reader *reader
	known  map[occasion]int // indices of places
	queues map[string]bool
	places []place
	// edges are known only if there are timers; from and on are the place and the event of those to come.
	edges []edge
	from  int
	on    string
}

// explore finds the plain states that are reached, takes the alternatives out that are never tried, and the events out of queues
// that no plain state has alternatives for where they can wait.
func (r lister) explore() {
	r.settleQueues()
	if !r.reader.out.Failed() && len(r.reader.doc.delayed) > 0 {
		clocks(r).time()
		r.settleQueues()
	}
	if !r.reader.out.Failed() {
		r.close()
	}
}

// settleQueues finds the places until no more events are taken out of queues.
func (r lister) settleQueues() {
	for raised := -1; raised != len(r.reader.doc.raised) && !r.reader.out.Failed(); {
		raised = len(r.reader.doc.raised)
		r.discover()
		r.quiet()
	}
}

// discover finds the places in which the machine can be.
func (r lister) discover() {
	start, _, _ := r.reader.doc.root.descend()
	for reached := -1; reached != r.reached(); {
		// A history leads only to states that are reached, so that there may be more each time.
		reached = r.reached()
		e := &exploration{reader: r.reader, known: make(map[occasion]int), queues: make(map[string]bool)}
		for _, l := range r.reader.doc.leaves {
			l.tried = make(map[string]bool)
		}
		e.from = -1
		clear(r.reader.doc.unexplored)
		e.reach(r.reader.started(), start, r.reader.doc.opening)
		for i := 0; i < len(e.places) && !r.reader.out.Failed(); i++ {
			e.from = i
			e.follow(e.places[i])
		}
		if r.reader.doc.places, r.reader.doc.edges = e.places, e.edges; r.reader.out.Failed() {
			return
		}
		if len(r.reader.doc.unexplored) > 0 {
			reached = -1
			maps.Copy(r.reader.doc.noisy, r.reader.doc.unexplored)
			r.unreach()
		}
	}
	for _, l := range r.reader.doc.leaves {
		l.avoid()
		maps.DeleteFunc(l.rules, func(key string, _ []rule) bool { return !l.tried[key] })
	}
}

// unreach forgets which states are reached.
func (r lister) unreach() {
	for _, n := range r.reader.doc.nodes {
		n.reached = false
	}
	for _, l := range r.reader.doc.leaves {
		l.reached = false
	}
}

// reached returns the number of plain states that are reached.
func (r lister) reached() (n int) {
	for _, l := range r.reader.doc.leaves {
		if l.reached {
			n++
		}
	}
	return n
}

// follow follows what a machine may do next.
func (e *exploration) follow(p place) {
	l := p.leaf
	if l.node.parallel {
		e.split(p)
		return
	}
	if l.node.ends() || e.take(p, "", p.queue) {
		return
	}
	if len(p.queue) == 0 {
		e.places[e.from].waits = true
		for _, key := range e.reader.awaited(l.node) {
			e.take(p, key, nil)
		}
		return
	}
	if rest := p.queue[1:]; !e.take(p, p.queue[0], rest) {
		e.reach(&rule{}, l.node, rest)
	}
}

// awaited lists the events for which the machine can wait in a plain state.
func (r *reader) awaited(n *node) []string {
	list := slices.Concat(r.doc.events, []string{other})
	for _, key := range r.doc.delayed {
		if r.doc.runs == nil || r.doc.runs[occasion{n, key}] {
			list = append(list, key)
		}
	}
	return list
}

// take follows the alternatives for an event, and reports whether one of them always applies. The rest is what is still in the
// queue.
func (e *exploration) take(p place, key string, rest []string) bool {
	p.leaf.tried[key] = true
	e.on = key
	for i := range p.leaf.rules[key] {
		a := &p.leaf.rules[key][i]
		if waits(rest, sentKey) && waits(a.raises, raisedKey) {
			e.reader.lacks(a.at, "raise the event before the machine sends one to itself, or let the program send events", "an event that is raised while another one is to be handled after it")
			return true
		}
		queue := slices.Concat(rest, a.raises)
		goals := lister{e.reader}.goals(*a)
		if a.end == nil {
			goals = []*node{p.leaf.node}
		}
		for _, n := range goals {
			e.reach(a, n, queue)
		}
		if a.guard == nil || e.reader.out.Failed() {
			return true
		}
	}
	return false
}

// waits reports whether an event of a kind is in a queue.
func waits(queue []string, kind string) bool {
	return slices.ContainsFunc(queue, func(key string) bool { return strings.HasPrefix(key, kind) })
}

// reach notes a place to which an alternative leads.
func (e *exploration) reach(a *rule, n *node, queue []string) {
	if n.leaf.reach(); n.ends() {
		queue = nil
	}
	p := place{leaf: n.leaf, queue: queue}
	if n.parallel && !e.begin(a, &p) {
		return
	}
	e.arrive(a, p)
}

// arrive notes a place.
func (e *exploration) arrive(a *rule, p place) {
	queue := p.queue
	key := p.key()
	to, known := e.known[key]
	if !known {
		to = len(e.places)
	}
	if len(e.reader.doc.delayed) > 0 {
		if e.edges = append(e.edges, edge{e.from, to, e.on, a}); len(e.edges) > maxEdges {
			e.reader.out.Fail(diag.CodeTooBig, a.at, "the document has more than %d transitions, counted for each list of raised events", maxEdges)
		}
	}
	if known {
		return
	}
	e.known[key], e.queues[strings.Join(queue, "\x00")] = to, true
	e.places = append(e.places, p)
	if len(queue) > maxPending || len(e.queues) > maxQueues || len(e.places) > maxPlaces {
		e.reader.lacks(a.at, "raise fewer events than are handled", "more than %d raised events at a time, or more than %d lists of them,", maxPending, maxQueues)
	}
}
