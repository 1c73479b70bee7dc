package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timerOn describes the event and the states of a timer, without its time, for
// comparison.
func (r reader) timerOn(t *core.Timer) string {
	return r.call(part{event, t.Event, 0}) + " in " + r.where(t.States, t.Within)
}

// timerText describes a timer without its time, for people.
func timerText(m *core.Machine, t *core.Timer) string {
	return t.Owner + " raises " + m.Events[t.Event].Name
}

// timerTexts names timers.
func timerTexts(m *core.Machine, list []int) string {
	var out []string
	for _, i := range list {
		out = append(out, timerText(m, &m.Timers[i])+" after "+source.Delay(m, &m.Timers[i]))
	}
	return strings.Join(out, ", ")
}

// timerPairs are the timers that both versions have.
type timerPairs struct {
	// old and new map the timers of either side to a common name; it is "" for those that
	// the other side lacks.
	old, new []string
	// list has the pairs, the most alike first.
	list [][2]int
}

// toNew returns the new timer for an old one.
func (p *timerPairs) toNew(i int) (int, bool) { return counterpart(p.old[i], p.new) }

// toOld returns the old timer for a new one.
func (p *timerPairs) toOld(j int) (int, bool) { return counterpart(p.new[j], p.old) }

func counterpart(name string, others []string) (int, bool) {
	i := slices.Index(others, name)
	return i, i >= 0 && name != ""
}

// pairTimers pairs the timers: equal ones first, then those that raise the same event in
// the same states, then those that raise the same event in a state or composite state of
// the same name.
func pairTimers(m *matching) *timerPairs {
	p := &timerPairs{old: make([]string, len(m.a.Timers)), new: make([]string, len(m.b.Timers))}
	for _, like := range []func(t, u *core.Timer) bool{
		func(t, u *core.Timer) bool { return m.sameTime(t, u) && m.sameStates(t, u) },
		m.sameStates,
		func(t, u *core.Timer) bool {
			return m.same(part{event, t.Event, 0}, part{event, u.Event, 0}) && m.newState(t.Owner) == u.Owner
		},
	} {
		for j := range m.b.Timers {
			for i := range m.a.Timers {
				if p.old[i] == "" && p.new[j] == "" && like(&m.a.Timers[i], &m.b.Timers[j]) {
					p.old[i] = strconv.Itoa(j + 1)
					p.new[j] = p.old[i]
					p.list = append(p.list, [2]int{i, j})
				}
			}
		}
	}
	return p
}

func (m *matching) sameTime(t, u *core.Timer) bool {
	return m.oldReader().after(t) == m.newReader().after(u)
}

// sameStates reports whether two timers raise the same event in the same states.
func (m *matching) sameStates(t, u *core.Timer) bool {
	return m.oldReader().timerOn(t) == m.newReader().timerOn(u)
}

// timers compares the timers.
func (c *comparison) timers() {
	for _, at := range c.timer.list {
		t, u := &c.a.Timers[at[0]], &c.b.Timers[at[1]]
		var details []Detail
		if !c.matching.sameTime(t, u) {
			details = texts("after", source.Delay(c.a, t), source.Delay(c.b, u))
		}
		if !c.matching.sameStates(t, u) {
			details = append(details, texts("runs in", placeNames(c.a, t.States, t.Within), placeNames(c.b, u.States, u.Within))...)
		} else if t.Owner != u.Owner && c.matching.newState(t.Owner) != u.Owner {
			c.record.note("timer of " + u.Owner + " that raises " + c.b.Events[u.Event].Name + " was declared in " + t.Owner)
		}
		if len(details) > 0 {
			c.record.add(Change{Action: Changed, Part: "timer", Name: timerText(c.b, u), Details: details, span: u.Span})
		}
	}
	for j := range c.b.Timers {
		if c.timer.new[j] == "" {
			c.record.single(Added, c.b, "timer", timerText(c.b, &c.b.Timers[j]), having("after", source.Delay(c.b, &c.b.Timers[j])))
		}
	}
	for i := range c.a.Timers {
		if c.timer.old[i] == "" {
			c.record.single(Removed, c.a, "timer", timerText(c.a, &c.a.Timers[i]), having("after", source.Delay(c.a, &c.a.Timers[i])))
		}
	}
}

// placeNames names states, or the leaves of a region of one.
func placeNames(m *core.Machine, list []int, within *core.Within) string {
	if within == nil {
		return stateNames(m, list)
	}
	var names []string
	for _, leaf := range within.Leaves {
		names = append(names, m.States[list[0]].Regions[within.Region].Leaves[leaf].Name)
	}
	return strings.Join(names, ", ")
}

func stateNames(m *core.Machine, list []int) string {
	var names []string
	for _, s := range list {
		names = append(names, m.States[s].Name)
	}
	return strings.Join(names, ", ")
}
