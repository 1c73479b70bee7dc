package diff

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Counterparts relates the parts of a new version of a machine to those of an old one, as [Compare] does: parts with the same
// name, parts that one of the specs lists under its old names, and parts that are similar.
type Counterparts struct {
	// States, Params and Vars have for each part of the new version the old one, or -1.
	States, Params, Vars []int
	// Values have for each enum of the new version, by value, the text that is stored for the old value, or "".
	Values [][]string
	// Timers have for the text of each timer of the old version that of the new one. It lacks timers without a counterpart.
	Timers map[string]string
	// Calls have the same for the names of calls and child machines.
	Calls map[string]string
}

// Match returns the counterparts of two versions.
func Match(old, new *core.Machine) *Counterparts {
	m := match(old, new)
	out := &Counterparts{Timers: map[string]string{}, Calls: map[string]string{}}
	list := func(k kind, n int) []int {
		at := make([]int, n)
		for i := range at {
			at[i] = -1
			if p, ok := m.toOld[part{k, i, 0}]; ok {
				at[i] = p.i
			}
		}
		return at
	}
	out.States, out.Params, out.Vars = list(state, len(new.States)), list(param, len(new.Params)), list(variable, len(new.Vars))
	for i, e := range new.Enums {
		texts := make([]string, len(e.Values))
		for j := range texts {
			if p, ok := m.toOld[part{value, i, j}]; ok {
				texts[j] = old.Enums[p.i].Stored(p.j)
			}
		}
		out.Values = append(out.Values, texts)
	}
	for i := range old.Calls {
		if q, ok := m.toNew[part{call, i, 0}]; ok {
			out.Calls[old.Calls[i].Name] = new.Calls[q.i].Name
		}
	}
	timers := pairTimers(m)
	for i := range old.Timers {
		if j, ok := timers.toNew(i); ok {
			out.Timers[source.Timer(old, i)] = source.Timer(new, j)
		}
	}
	return out
}
