package migrate

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// forgotten lists the calls and timers of the old version that the new one does not know. Restore drops what is stored of them.
func (p *Plan) forgotten() (list []string) {
	// known reports whether a name is that of a counterpart. Without a migration, only names count.
	known := func(counterpart string, name string, names func(string) bool) bool {
		return !p.Sufficient && counterpart != "" || names(name)
	}
	for i := range p.a.Calls {
		name := p.a.Calls[i].Name
		if !known(p.counterparts.Calls[name], name, func(name string) bool {
			return slices.ContainsFunc(p.b.Calls, func(c core.Call) bool { return c.Name == name || slices.Contains(c.Was, name) })
		}) {
			list = append(list, "call "+name+": the number of its starts is dropped")
		}
	}
	for i := range p.a.Timers {
		text := p.a.TimerText(i)
		if !known(p.counterparts.Timers[text], text, func(text string) bool {
			for j := range p.b.Timers {
				if p.b.TimerText(j) == text || slices.Contains(p.b.Timers[j].Was, text) {
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
