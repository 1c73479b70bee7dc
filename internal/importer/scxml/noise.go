package scxml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// part is what the first regions of a state may have done at an event.
type part struct {
	where  []*node
	raises []string
	// took reports whether a region takes a transition, and moved whether one of them leaves a state.
	took, moved bool
	// left marks that a region has left them all. Later regions may have transitions that SCXML takes, too: see beside.
	left bool
}

func (p part) key() string {
	text := strconv.FormatBool(p.took) + strconv.FormatBool(p.moved) + strconv.FormatBool(p.left) + strings.Join(p.raises, "\x00")
	for _, n := range p.where {
		text += "\x01" + strconv.Itoa(n.number)
	}
	return text
}

// within follows what a machine may do next in a state with regions in which events can wait.
func (e *exploration) within(p place) {
	n := p.leaf.node
	if !slices.ContainsFunc(p.where, func(at *node) bool { return !at.final || at.parent != at.region }) && slices.Contains(e.reader.doc.raised, n.doneKey()) {
		if len(p.queue) > 0 {
			e.reader.lacks(n.at, "let nothing wait when it is done", "a `parallel` that does not always leave itself at once when it is done")
			return
		}
		if e.over(n); len(n.leaf.rules[n.doneKey()]) > 0 {
			return
		}
	}
	if e.micro(p, "", p.queue) || e.reader.out.Failed() {
		return
	}
	if len(p.queue) > 0 {
		e.micro(p, p.queue[0], p.queue[1:])
		return
	}
	e.places[e.from].waits = true
	for _, key := range e.reader.awaited(n) {
		e.micro(p, key, nil)
	}
}

// micro follows a step of the regions at an event, or without one, and reports whether one of them always takes a transition.
func (e *exploration) micro(p place, key string, rest []string) (sure bool) {
	parts := []part{{where: p.where}}
	for i := range p.where {
		l := p.where[i].leaf
		l.tried[key] = true
		e.on = key
		p.leaf.tried[key] = p.leaf.tried[key] || inner(key)
		var after []part
		known := make(map[string]bool)
		for _, before := range parts {
			for _, next := range e.one(before, i, key, rest) {
				if !known[next.key()] {
					known[next.key()] = true
					after = append(after, next)
				}
			}
			if e.reader.doc.work += 1 + len(after); e.reader.doc.work > maxWork {
				e.reader.out.Fail(diag.CodeTooBig, p.leaf.node.at, "the regions have too many combinations of states and events")
			}
			if e.reader.out.Failed() {
				return true
			}
		}
		list := l.rules[key]
		sure = sure || len(list) > 0 && list[len(list)-1].guard == nil
		parts = after
	}
	// Even where a region always takes a transition, those around it are kept if SCXML may take both: see beside.
	if n := p.leaf.node; !e.decides(n, key) && !slices.ContainsFunc(parts, func(p part) bool { return !p.took && !p.left }) {
		e.take(p, key, rest)
	}
	for _, done := range parts {
		switch {
		case done.took:
			e.arrive(&rule{at: p.leaf.node.at}, place{leaf: p.leaf, queue: slices.Concat(rest, done.raises), where: done.where})
		case done.left:
		case e.take(p, key, rest):
			sure = true
		case inner(key):
			e.reader.lacks(p.leaf.node.at, "let a transition always be for the event `"+diag.Clip(event(key))+"`", "an event that is raised in a `parallel`, or when it is entered, and that it may ignore,")
		}
	}
	return sure
}

// one follows what a region may do at an event, after what earlier regions have done.
func (e *exploration) one(before part, i int, key string, rest []string) (list []part) {
	l := before.where[i].leaf
	for j := range l.rules[key] {
		a := &l.rules[key][j]
		goals := lister{e.reader}.goals(*a)
		leaves := len(goals) > 0 && goals[0].region == nil
		if leaves && before.moved {
			continue // it gives way
		}
		if (waits(rest, sentKey) || waits(before.raises, sentKey)) && waits(a.raises, raisedKey) {
			e.reader.lacks(a.at, "raise the event before the machine sends one to itself, or let the program send events", "an event that is raised while another one is to be handled after it")
		}
		if e.reader.out.Failed() {
			return nil
		}
		raises := slices.Concat(before.raises, a.raises)
		switch {
		case leaves:
			for _, n := range goals {
				e.reach(a, n, slices.Concat(rest, raises))
			}
			beyond := before
			beyond.left = true
			list = append(list, beyond)
		case len(goals) > 0:
			where := slices.Clone(before.where)
			where[i] = goals[0]
			goals[0].leaf.reach()
			list = append(list, part{where, raises, true, true, before.left})
		default:
			list = append(list, part{before.where, raises, before.took || !a.nothing || a.guard != nil, before.moved, before.left})
		}
		if a.guard == nil {
			return list
		}
	}
	return append(list, before)
}
