package migrate

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// forgotten lists the calls and timers of the old version that the new one does not know. Restore drops what is stored of them.
func (pg page) forgotten() (list []string) {
	// known reports whether a name is that of a counterpart. Without a migration, only names count.
	known := func(counterpart string, name string, names func(string) bool) bool {
		return !pg.plan.Sufficient && counterpart != "" || names(name)
	}
	for i := range pg.plan.a.Calls {
		name := pg.plan.a.Calls[i].Name
		if !known(pg.plan.counterparts.Calls[name], name, func(name string) bool {
			return slices.ContainsFunc(pg.plan.b.Calls, func(c core.Call) bool { return c.Name == name || slices.Contains(c.Was, name) })
		}) {
			list = append(list, "call "+name+": the number of its starts is dropped")
		}
	}
	for i := range pg.plan.a.Timers {
		text := source.Timer(pg.plan.a, i)
		if !known(pg.plan.counterparts.Timers[text], text, func(text string) bool {
			for j := range pg.plan.b.Timers {
				if source.Timer(pg.plan.b, j) == text || slices.Contains(pg.plan.b.Timers[j].Was, text) {
					return true
				}
			}
			return false
		}) {
			list = append(list, "timer "+text+": the time at which it is due is dropped")
		}
	}
	return list
}
