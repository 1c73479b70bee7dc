package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// timerOn describes the event and the states of a timer, without its time, for
// comparison.
func (r reader) timerOn(t *core.Timer) string {
	var states []string
	for _, s := range t.States {
		states = append(states, r.call(part{state, s, 0}))
	}
	slices.Sort(states)
	return r.call(part{event, t.Event, 0}) + " in " + strings.Join(states, ", ")
}

// timerText describes a timer without its time, for people.
func timerText(m *core.Machine, t *core.Timer) string {
	return t.Owner + " raises " + m.Events[t.Event].Name
}

// timerTexts names timers.
func timerTexts(m *core.Machine, list []int) string {
	var out []string
	for _, i := range list {
		out = append(out, timerText(m, &m.Timers[i])+" after "+m.After(&m.Timers[i]))
	}
	return strings.Join(out, ", ")
}

// timers pairs and compares the timers: equal ones first, then those that raise the same
// event in the same states, then those that raise the same event in a state or composite
// state of the same name.
func (c *comparison) timers() {
	c.oldTimer, c.newTimer = make([]string, len(c.a.Timers)), make([]string, len(c.b.Timers))
	r, s := c.oldReader(), c.newReader()
	link := func(level int, i, j int) {
		t, u := &c.a.Timers[i], &c.b.Timers[j]
		if c.oldTimer[i] != "" || c.newTimer[j] != "" {
			return
		}
		after, where := r.after(t) == s.after(u), r.timerOn(t) == s.timerOn(u)
		if !(level == 0 && after && where || level == 1 && where || level == 2 &&
			c.same(part{event, t.Event, 0}, part{event, u.Event, 0}) && c.stateName(visit{state: t.Owner}).state == u.Owner) {
			return
		}
		c.oldTimer[i] = strconv.Itoa(j + 1)
		c.newTimer[j] = c.oldTimer[i]
		var details []Detail
		if !after {
			details = texts("after", c.a.After(t), c.b.After(u))
		}
		if !where {
			details = append(details, texts("runs in", stateNames(c.a, t.States), stateNames(c.b, u.States))...)
		} else if t.Owner != u.Owner && c.stateName(visit{state: t.Owner}).state != u.Owner {
			c.note("timer of " + u.Owner + " that raises " + c.b.Events[u.Event].Name + " was declared in " + t.Owner)
		}
		if len(details) > 0 {
			c.add(Change{Action: Changed, Part: "timer", Name: timerText(c.b, u), Details: details, span: u.Span})
		}
	}
	for level := range 3 {
		for j := range c.b.Timers {
			for i := range c.a.Timers {
				link(level, i, j)
			}
		}
	}
	for j := range c.b.Timers {
		if c.newTimer[j] == "" {
			c.single(Added, c.b, "timer", timerText(c.b, &c.b.Timers[j]), having("after", c.b.After(&c.b.Timers[j])))
		}
	}
	for i := range c.a.Timers {
		if c.oldTimer[i] == "" {
			c.single(Removed, c.a, "timer", timerText(c.a, &c.a.Timers[i]), having("after", c.a.After(&c.a.Timers[i])))
		}
	}
}

func stateNames(m *core.Machine, list []int) string {
	var names []string
	for _, s := range list {
		names = append(names, m.States[s].Name)
	}
	return strings.Join(names, ", ")
}
