package proptest

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// parts writes the parts of states with regions for which the handler has methods.
func (p *printer) parts() string {
	var all []string
	for s := range p.m.States {
		names := p.names.Run.Parts.Of[s]
		if len(names) == 0 {
			continue
		}
		for i, part := range p.m.Parts(s) {
			var events []string
			for _, e := range part.Events {
				events = append(events, p.m.Events[e].Name)
			}
			all = append(all, "{Zero: "+names[i].Type+"{}, "+named("Name", p.m.PartName(s, part))+named("In", p.m.States[s].Name)+"Events: []string{"+quoted(events)+"}}")
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "Parts: []fsmtest.Part{\n" + strings.Join(all, ",\n") + ",\n},\n"
}

// leavesAgain returns the names of the parts that a transition leaves although the same ones may be active after it.
func (p *printer) leavesAgain(t *core.Transition) (names []string) {
	if t.Effect != core.Take || t.From != t.To || !p.faces().run || len(p.names.Run.Parts.Of[t.From]) == 0 {
		return nil
	}
	for _, part := range p.m.Parts(t.From) {
		self := p.reenters(t, part)
		if name := p.m.PartName(t.From, part); (self || !t.Internal) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// reenters reports whether a transition inside a state with regions leaves a part that may be active after it.
func (p *printer) reenters(t *core.Transition, part core.Part) bool {
	if t.Move == nil || t.Move.Internal || t.Move.To < 0 || part.Region < 0 {
		return false
	}
	s := &p.m.States[t.From]
	domain, from, to := p.m.Domain(t)
	return from == to && s.Contains(domain, part.Region) && s.LeafAround(domain, part.Region, part.Leaf) == from
}
