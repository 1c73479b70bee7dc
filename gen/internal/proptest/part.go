package proptest

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// parts writes the parts of states with regions for which the handler has methods.
func (p *printer) parts() string {
	var all []string
	for s := range p.subject.m.States {
		names := p.subject.names.Run.Parts.Of[s]
		if len(names) == 0 {
			continue
		}
		for i, part := range source.Parts(p.subject.m, s) {
			var events []string
			for _, e := range part.Events {
				events = append(events, p.subject.m.Events[e].Name)
			}
			all = append(all, "{Zero: "+names[i].Type+"{}, "+named("Name", source.PartName(p.subject.m, s, part))+named("In", p.subject.m.States[s].Name)+"Events: []string{"+quoted(events)+"}}")
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "Parts: []fsmtest.Part{\n" + strings.Join(all, ",\n") + ",\n},\n"
}

// leavesAgain returns the names of the parts that a transition leaves although the same ones may be active after it.
func (ct *content) leavesAgain(t *core.Transition) (names []string) {
	if t.Effect != core.Take || t.From != t.To || !ct.subject.faces().run || len(ct.subject.names.Run.Parts.Of[t.From]) == 0 {
		return nil
	}
	for _, part := range source.Parts(ct.subject.m, t.From) {
		self := ct.reenters(t, part)
		if name := source.PartName(ct.subject.m, t.From, part); (self || !t.Internal) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// reenters reports whether a transition inside a state with regions leaves a part that may be active after it.
func (ct *content) reenters(t *core.Transition, part source.Part) bool {
	if t.Move == nil || t.Move.Internal || t.Move.To < 0 || part.Region < 0 {
		return false
	}
	s := &ct.subject.m.States[t.From]
	domain, from, to := source.Domain(ct.subject.m, t)
	return from == to && s.Contains(domain, part.Region) && s.LeafAround(domain, part.Region, part.Leaf) == from
}
