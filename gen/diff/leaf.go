package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// whenDone ends the leaf of a place for what a state does when all of its regions are done. It follows the name of the state, if
// that is itself a leaf.
const whenDone = " done"

// leafOf returns the name of the leaf that lists a transition, or "" if its state lists it, with whenDone if it is for the end of all regions.
func leafOf(m *core.Machine, t *core.Transition) (name string) {
	if t.Move != nil {
		name = m.States[t.From].Regions[t.Move.Region].Leaves[t.Move.From].Name
	}
	if t.Done {
		name += whenDone
	}
	return name
}

// sourceOf returns the name of the state or leaf that lists a transition.
func sourceOf(m *core.Machine, t *core.Transition) string {
	if t.Move != nil {
		return strings.TrimSuffix(leafOf(m, t), whenDone)
	}
	return m.States[t.From].Name
}

// movesTo returns the name of the leaf to which a transition leads, or "".
func movesTo(m *core.Machine, t *core.Transition) string {
	region, leaf := source.Lands(m, t)
	if region < 0 || t.Effect != core.Take || t.Move != nil && t.Move.Internal {
		return ""
	}
	return m.States[t.To].Regions[region].Leaves[leaf].Name
}

// opens returns " (Leaf)" for the leaf in which a machine starts, or "" if its regions begin as always.
func opens(m *core.Machine) string {
	region, leaf := source.Opens(m)
	if region < 0 {
		return ""
	}
	return " (" + m.States[m.Initial].Regions[region].Leaves[leaf].Name + ")"
}

// leafNames lists the leaves of the places of a state, as leafOf writes them.
func leafNames(m *core.Machine, state int) []string {
	list := []string{"", whenDone}
	s := &m.States[state]
	for r := range s.Regions {
		for l, leaf := range s.Regions[r].States() {
			if list = append(list, leaf.Name); len(s.Inner(r, l)) > 0 {
				list = append(list, leaf.Name+whenDone)
			}
		}
	}
	return list
}

// onlyOld lists the leaves of the old version of a state that the new one lacks.
func (c *comparison) onlyOld(old, new int) []string {
	now := leafNames(c.b, new)
	return slices.DeleteFunc(leafNames(c.a, old), func(name string) bool { return slices.Contains(now, name) })
}

// partners adds the nodes for the leaves of matched states to two maps of nodes, from each version to the other.
func (c *comparison) partners(toOld, toNew map[int]int) {
	for j := range c.b.States {
		p, ok := c.matching.toOld[part{state, j, 0}]
		if !ok {
			continue
		}
		toOld[j], toNew[p.i] = p.i, j
		old, new := c.a.States[p.i].Regions, c.b.States[j].Regions
		for r := range new {
			q := slices.IndexFunc(old, func(x core.Region) bool { return x.Name == new[r].Name })
			for l := range new[r].States() {
				if q < 0 {
					continue
				}
				if k := slices.IndexFunc(old[q].States(), func(x core.Leaf) bool { return x.Name == new[r].Leaves[l].Name }); k >= 0 {
					at, was := picture.Leaf(c.b, j, r, l), picture.Leaf(c.a, p.i, q, k)
					toOld[at], toNew[was] = was, at
				}
			}
		}
	}
}
