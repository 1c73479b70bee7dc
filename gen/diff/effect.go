package diff

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// effects describes changes of what a transition does. Other changes report variables that
// only one version has.
func effects(m *matching, details []Detail) []breach {
	var breaks []breach
	for _, d := range details {
		name, sets := strings.CutPrefix(d.What, "sets ")
		if sets && !m.inBoth(name) {
			continue
		}
		breaks = append(breaks, breach{EffectChanged, d.What + ": " + orNone(d.Old) + " → " + orNone(d.New)})
	}
	return breaks
}

// inBoth reports whether both versions have a variable, which has this name in the new one.
func (m *matching) inBoth(name string) bool {
	for j := range m.b.Vars {
		if _, ok := m.toOld[part{variable, j, 0}]; ok && m.b.Vars[j].Name == name {
			return true
		}
	}
	return false
}

// assignments compares the assignments of two transitions, variable by variable.
func (by *prover) assignments(t, u *core.Transition) []Detail {
	find := func(list []core.Update, v int) *core.Update {
		for i := range list {
			if list[i].Var == v && !list[i].Implied {
				return &list[i]
			}
		}
		return nil
	}
	text := func(m *core.Machine, x *core.Update) string {
		if x == nil {
			return ""
		}
		return written(x.Value)
	}
	var details []Detail
	for j := range by.matching.b.Vars {
		p, ok := by.matching.toOld[part{variable, j, 0}]
		y := find(u.Updates, j)
		var x *core.Update
		if ok {
			x = find(t.Updates, p.i)
		}
		if x == nil && y == nil || x != nil && y != nil && by.relate(t.Event, x.Value, u.Event, y.Value).equal() {
			continue
		}
		details = append(details, Detail{What: "sets " + by.matching.b.Vars[j].Name, Old: text(by.matching.a, x), New: text(by.matching.b, y)})
	}
	for i := range by.matching.a.Vars {
		if x := find(t.Updates, i); x != nil {
			if _, ok := by.matching.toNew[part{variable, i, 0}]; !ok {
				details = append(details, Detail{What: "sets " + by.matching.a.Vars[i].Name, Old: text(by.matching.a, x)})
			}
		}
	}
	return details
}
