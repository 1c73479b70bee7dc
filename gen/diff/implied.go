package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// The loader adds variables and enums for regions, history, and raised events. They are matched like others, so that expressions can
// be compared, but no author knows them: changes of regions are those of their state, and the others show in transitions.

// impliedBy returns what the loader has added an enum for, or [core.Declared] for one of the spec.
func impliedBy(m *core.Machine, e *expr.Enum) core.Implied {
	for i := range m.Vars {
		if v := &m.Vars[i]; v.Type.Enum == e && v.Control() {
			return v.Implied
		}
	}
	return core.Declared
}

// likeImplied reports whether the loader has added both or none of two parts, and for the same.
func (m *matching) likeImplied(p, q part) bool {
	switch p.kind {
	case variable:
		return m.a.Vars[p.i].Implied == m.b.Vars[q.i].Implied
	case enum:
		return impliedBy(m.a, m.a.Enums[p.i]) == impliedBy(m.b, m.b.Enums[q.i])
	}
	return true
}

// regions compares the regions of a state that both versions have.
func (c *comparison) regions(old, new int) (details []Detail, breaks []breach) {
	s, t := &c.a.States[old], &c.b.States[new]
	named := func(list []core.Region, name string) int {
		return slices.IndexFunc(list, func(r core.Region) bool { return r.Name == name })
	}
	for r := range t.Regions {
		name := t.Regions[r].Name
		q := named(s.Regions, name)
		if q < 0 {
			details = append(details, Detail{What: "region " + name, New: begins(t, r)})
			continue
		}
		if was, is := begins(s, q), begins(t, r); was != is {
			details = append(details, Detail{What: "region " + name, Old: was, New: is})
			breaks = append(breaks, breach{TargetChanged, "region " + name + " " + was + " → " + is})
		}
		details = append(details, texts("final states of region "+name, finals(&s.Regions[q]), finals(&t.Regions[r]))...)
	}
	for q := range s.Regions {
		if name := s.Regions[q].Name; named(t.Regions, name) < 0 {
			details = append(details, Detail{What: "region " + name, Old: begins(s, q)})
		}
	}
	was, is := common(s.Regions, t.Regions), common(t.Regions, s.Regions)
	if order := texts("order of the regions", strings.Join(was, ", "), strings.Join(is, ", ")); order != nil {
		details = append(details, order...)
		breaks = append(breaks, breach{EffectChanged, "the regions handle an event in another order"})
	}
	return details, breaks
}

// begins says where a region of a state begins.
func begins(s *core.State, r int) string {
	region := &s.Regions[r]
	text := "begins in " + region.Leaves[region.Initial].Name
	if around := s.Around(r); len(around) > 2 {
		text += ", inside " + around[len(around)-2]
	}
	return text
}

// finals lists the final states of a region.
func finals(r *core.Region) string {
	var names []string
	for _, leaf := range r.States() {
		if leaf.Final {
			names = append(names, leaf.Name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// common lists the regions of a list that another one has too, in order.
func common(list, other []core.Region) (names []string) {
	for _, r := range list {
		if slices.ContainsFunc(other, func(o core.Region) bool { return o.Name == r.Name }) {
			names = append(names, r.Name)
		}
	}
	return names
}
