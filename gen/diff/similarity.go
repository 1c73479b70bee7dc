package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// In features, unknown represents parts that are not matched, and self represents the part itself.
const (
	unknown = "?"
	self    = "self"
)

// scores computes the similarity of each old part with each new one.
func (m *matching) scores(old, new []part) [][]float64 {
	if len(old) == 0 || len(new) == 0 {
		return nil
	}
	features := func(list []part, machine *core.Machine, call func(part) string) [][]string {
		out := make([][]string, len(list))
		for i, p := range list {
			r := reader{machine, func(q part) string {
				if q == p {
					return self
				}
				return call(q)
			}}
			out[i] = r.features(p)
			slices.Sort(out[i])
		}
		return out
	}
	a := features(old, m.a, func(p part) string {
		if q, ok := m.toNew[p]; ok {
			return key(m.b, q)
		}
		return unknown
	})
	b := features(new, m.b, func(q part) string {
		if _, ok := m.toOld[q]; ok {
			return key(m.b, q)
		}
		return unknown
	})
	scores := make([][]float64, len(old))
	for i := range old {
		scores[i] = make([]float64, len(new))
		for j := range new {
			if m.candidates(old[i], new[j]) {
				scores[i][j] = similarity(a[i], b[j])
			}
		}
	}
	return scores
}

// similarity is the Jaccard index of two sorted lists of features: the share of common features among all. It is 0
// unless a common feature relates the part to parts that are known to be the same, so that two parts do not count
// as the same only because they have the same type.
func similarity(a, b []string) float64 {
	common, tied := 0, false
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch strings.Compare(a[i], b[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			common++
			tied = tied || strings.HasPrefix(a[i], "use ") && !strings.Contains(a[i], unknown)
			i, j = i+1, j+1
		}
	}
	if !tied {
		return 0
	}
	return float64(common) / float64(len(a)+len(b)-common)
}

// usedAlike reports whether the two parts are used, and in the same places.
func (m *matching) usedAlike(p, q part) bool {
	s := m.scores([]part{p}, []part{q})
	return s[0][0] == 1
}
