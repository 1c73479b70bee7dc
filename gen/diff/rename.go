package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// inside matches the values of enums and the fields of events, by name and then by position: in lists of the
// same length, the remaining ones are renamed if they have the same position and, for fields, the same type.
func (m *matching) inside() (found bool) {
	pair := func(p, q part, oldNames, newNames []string, fits func(i int) bool) {
		known := func(i int) bool { _, ok := m.toNew[part{p.kind, p.i, i}]; return ok }
		for i, name := range oldNames {
			if j := slices.Index(newNames, name); j >= 0 && !known(i) {
				m.link(part{p.kind, p.i, i}, part{q.kind, q.i, j})
				found = true
			}
		}
		for i := range oldNames {
			for j := range newNames {
				old, new := part{p.kind, p.i, i}, part{q.kind, q.i, j}
				if _, taken := m.toOld[new]; !taken && !known(i) && declared(m.a, old, m.b, new) {
					m.link(old, new)
					found = true
				}
			}
		}
		for i, name := range oldNames {
			if len(oldNames) == len(newNames) && !known(i) && !slices.Contains(oldNames, newNames[i]) && !slices.Contains(newNames, name) && fits(i) {
				m.link(part{p.kind, p.i, i}, part{q.kind, q.i, i})
				found = true
			}
		}
	}
	for i := range m.a.Enums {
		if q, ok := m.toNew[part{enum, i, 0}]; ok {
			old, new := m.a.Enums[i].Values, m.b.Enums[q.i].Values
			pair(part{value, i, 0}, part{value, q.i, 0}, old, new, func(at int) bool {
				return m.usedAlike(part{value, i, at}, part{value, q.i, at})
			})
		}
	}
	for i := range m.a.Events {
		if q, ok := m.toNew[part{event, i, 0}]; ok {
			old, new := m.a.Events[i].Fields, m.b.Events[q.i].Fields
			pair(part{field, i, 0}, part{field, q.i, 0}, fieldNames(old), fieldNames(new), func(at int) bool {
				return m.oldReader().typ(old[at].Type) == m.newReader().typ(new[at].Type)
			})
		}
	}
	return found
}

func fieldNames(list []core.Field) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names
}

// alike matches the remaining parts: those that are most similar to each other, by a clear margin.
func (m *matching) alike() (found bool) {
	type link struct{ p, q part }
	var links []link
	for k := range kinds {
		var old, new []part
		for _, p := range parts(m.a, k) {
			if _, ok := m.toNew[p]; !ok {
				old = append(old, p)
			}
		}
		for _, q := range parts(m.b, k) {
			if _, ok := m.toOld[q]; !ok {
				new = append(new, q)
			}
		}
		if len(old)+len(new) > maxCandidates {
			continue // these are different machines
		}
		scores := m.scores(old, new)
		for i, p := range old {
			for j, q := range new {
				if best(scores, i, j) {
					links = append(links, link{p, q})
				}
			}
		}
	}
	for _, l := range links {
		m.link(l.p, l.q)
	}
	return len(links) > 0
}

const (
	// similar is the minimum share of features that a renamed part must have in common
	// with the old one: with half or more, the parts share more than either has alone.
	similar = 0.5
	// margin is the minimum difference in similarity to any other pair with one of the
	// two parts. With less, the choice would be a guess.
	margin = 0.25
)

// maxCandidates is the maximum number of parts of a kind to compare.
const maxCandidates = 400

// best reports whether old i and new j are the best match of each other.
func best(scores [][]float64, i, j int) bool {
	s := scores[i][j]
	if s < similar {
		return false
	}
	for k := range scores {
		if k != i && scores[k][j] > s-margin {
			return false
		}
	}
	for k := range scores[i] {
		if k != j && scores[i][k] > s-margin {
			return false
		}
	}
	return true
}
