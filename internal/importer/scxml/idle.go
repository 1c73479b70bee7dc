package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
)

// A parallel state in which nothing happens is where the machine ends in the spec: in a terminal state for the plain states that
// are active then.

// resting adds the terminal states for a parallel state in which nothing happens to a state of the spec.
func (r writer) resting(p *node, outer *draft.State) {
	p.rests = make(map[*node]*draft.State)
	entered := r.enteredAt(p)
	for _, into := range entered {
		s := &draft.State{At: p.at, End: "rest", Entry: slices.Clone(p.onEntry)}
		var names []string
		for _, region := range p.inner {
			end, way, _ := region.descend()
			if into != nil && into.region == region {
				end, way = into, []*node{into}
				for n := into; n != region; n = n.parent {
					way = append(way, n.parent)
				}
				slices.Reverse(way)
			}
			if end.id != "" {
				names = append(names, end.id)
			}
			for _, n := range way {
				s.Entry = append(s.Entry, n.onEntry...)
			}
		}
		s.Want = strings.Join(names, " and ")
		p.rests[into] = r.reader.out.AddState(outer, s)
	}
	if p.state = p.rests[nil]; p.state == nil {
		p.state = p.rests[entered[0]]
	}
	r.reader.out.Warn(p.at, "nothing happens in %s: the import makes it a terminal state", p.label())
	for _, l := range p.regional() {
		if !l.reached {
			r.reader.out.Warn(l.node.at, "%s cannot be reached: the import drops it", l.node.label())
		}
	}
}

// enteredAt lists the plain states inside regions in which a parallel state is entered, with nil for where it begins.
func (r writer) enteredAt(p *node) (list []*node) {
	note := func(a *rule) {
		if a.end == p && !slices.Contains(list, a.into) {
			list = append(list, a.into)
		}
	}
	note(r.reader.started())
	for _, a := range r.reader.reachable() {
		note(a)
	}
	for _, n := range r.reader.doc.nodes {
		for i := range n.done {
			note(&n.done[i])
		}
	}
	return list
}
