package diff

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

func (c *comparison) outcomes() {
	list := func(m *core.Machine, i int) string {
		var names []string
		for _, s := range m.Outcomes[i].States {
			names = append(names, m.States[s].Name)
		}
		return strings.Join(names, ", ")
	}
	c.matching.each(outcome, func(i, j int) {
		// The changes of states report which states have the outcome.
		o, p := &c.a.Outcomes[i], &c.b.Outcomes[j]
		c.record.both("outcome", o.Name, p.Name, texts("kind", string(o.Kind), string(p.Kind)))
	}, func(a Action, m *core.Machine, i int) {
		o := &m.Outcomes[i]
		c.record.single(a, m, "outcome", o.Name, having("kind", string(o.Kind), "states", list(m, i)))
	})
}

func (c *comparison) states() {
	ends := func(m *core.Machine, i int) string {
		if o := m.States[i].Outcome; o >= 0 {
			return m.Outcomes[o].Name
		}
		return ""
	}
	var order []string
	moves := map[string][]string{}
	c.matching.each(state, func(i, j int) {
		s, t := &c.a.States[i], &c.b.States[j]
		var breaks []breach
		if s.Name != t.Name {
			breaks = append(breaks, breach{StateGone, "renamed"})
		}
		var details []Detail
		same := (s.Outcome >= 0) == (t.Outcome >= 0)
		if same && s.Outcome >= 0 {
			same = c.matching.same(part{outcome, s.Outcome, 0}, part{outcome, t.Outcome, 0})
		}
		if !same {
			details = texts("outcome", ends(c.a, i), ends(c.b, j))
			breaks = append(breaks, breach{OutcomeChanged, "the outcome has changed"})
		}
		details = append(details, texts("Go name", s.Go, t.Go)...)
		details = append(details, texts("text", s.Text, t.Text)...)
		details = append(details, oldNames(s.Name, s.Was, t.Name, t.Was)...)
		details = append(details, texts("dropped data", without(s.Removed, t.Removed, dataNames(c.b, j)), without(t.Removed, s.Removed, dataNames(c.a, i)))...)
		parts, moved := c.regions(i, j)
		details, breaks = append(details, parts...), append(breaks, moved...)
		rest, left := c.rests(i, j)
		details, breaks = append(details, rest...), append(breaks, left...)
		if old, new := strings.Join(s.Composites, " / "), strings.Join(t.Composites, " / "); old != new {
			move := inside(new) + ", before " + inside(old)
			if moves[move] == nil {
				order = append(order, move)
			}
			moves[move] = append(moves[move], t.Name)
		}
		c.record.both("state", s.Name, t.Name, details, breaks...)
	}, func(a Action, m *core.Machine, i int) {
		s := &m.States[i]
		var data []string
		for _, v := range m.Vars {
			if v.State == i && v.Implied == core.Declared {
				data = append(data, v.Name+" "+v.Type.String())
			}
		}
		var breaks []breach
		if a == Removed {
			breaks = append(breaks, breach{StateGone, "removed"})
		}
		about := having("outcome", ends(m, i), "inside", strings.Join(s.Composites, " / "), "data", strings.Join(data, ", "), "Go name", s.Go)
		_, emits := visitsOf(m)
		about = append(about, having(
			"emits on entry", emissionTexts(m, emits[visit{s.Name, core.ByEntry}]), "emits on exit", emissionTexts(m, emits[visit{s.Name, core.ByExit}]),
		)...)
		c.record.single(a, m, "state", s.Name, about, breaks...)
	})
	for _, move := range order {
		c.record.note("grouping: " + strings.Join(moves[move], ", ") + " now " + move)
	}
}

// inside names the composite states around a state.
func inside(composites string) string {
	if composites == "" {
		return "in no composite state"
	}
	return "in " + composites
}
