package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// storedCode returns the code of what Restore demands.
func storedCode(k stored.Kind) Code {
	switch k {
	case stored.Machine:
		return StoredMachine
	case stored.State:
		return StoredState
	case stored.Variable:
		return StoredVar
	case stored.Parameter:
		return StoredParam
	case stored.Value:
		return StoredValue
	case stored.Range:
		return StoredRange
	case stored.Invariant, stored.Condition:
		return StoredInvariant
	}
	panic("unreachable: a demand without a code")
}

// stored reports which machines that the old version has stored the new one does not restore.
func (c *comparison) stored() {
	demands := stored.Demands(c.a, c.b, conditions(c.old.Report), conditions(c.new.Report))
	for _, f := range stored.Decide(c.prover.ctx, c.a, conditions(c.old.Report), demands) {
		if f.Answer == stored.Reached {
			if !slices.Contains(c.record.d.Unchecked, f.Part) {
				c.record.d.Unchecked = append(c.record.d.Unchecked, f.Part)
			}
			continue
		}
		b := Breaking{Code: storedCode(f.Kind), Subject: f.Part, Text: f.Reason, Help: f.Help, Example: f.Example, Possible: f.Answer == stored.May}
		if name, rename := c.matching.renamed(f.Lost); rename != "" {
			b.Text, b.Help = "renamed to "+name, rename
		}
		c.record.d.Breaking = append(c.record.d.Breaking, b.at(c.places().demanded(&f)))
	}
}

// conditions returns the conditions that generated code checks, if there is a report.
func conditions(r *verify.Report) (list []core.Invariant) {
	if r != nil {
		for _, c := range r.Conditions {
			list = append(list, c.Invariant)
		}
	}
	return list
}

// renamed returns the new name of a part whose old name the new version does not know, and how to tell it. They are
// "" if the part has no counterpart.
func (m *matching) renamed(lost any) (name, help string) {
	at := part{kind: kinds}
	switch x := lost.(type) {
	case *core.State:
		at = part{state, slices.IndexFunc(m.a.States, func(s core.State) bool { return s.Name == x.Name }), 0}
	case *core.Param:
		at = part{param, x.Symbol.Index, 0}
	case *core.Var:
		at = part{variable, x.Symbol.Index, 0}
	case *expr.Lit:
		at = part{value, slices.Index(m.a.Enums, x.T.Enum), int(x.Value)}
	}
	q, ok := m.toNew[at]
	if !ok {
		return "", ""
	}
	name, old := nameOf(m.b, q), stored.Scalar(textOf(m.a, at))
	if name == nameOf(m.a, at) {
		return "", "" // only its text has changed
	}
	if at.kind == value {
		return name, "if that is right, add `was: {" + name + ": " + old + "}` to enum " + m.b.Enums[q.i].Name
	}
	return name, "if that is right, add `was: " + old + "` to " + name
}

// textOf returns what is stored for a part: its name, or its text.
func textOf(m *core.Machine, p part) string {
	switch p.kind {
	case state:
		return m.States[p.i].Stored()
	case value:
		return m.Enums[p.i].Stored(p.j)
	}
	return nameOf(m, p)
}

// storedTimers reports the texts of timers that the new version does not know. Restore drops their due times.
func (c *comparison) storedTimers() {
	for i := range c.a.Timers {
		for n, text := range append([]string{source.Timer(c.a, i)}, c.a.Timers[i].Was...) {
			known := false
			for j := range c.b.Timers {
				known = known || source.Timer(c.b, j) == text || slices.Contains(c.b.Timers[j].Was, text)
			}
			if known {
				continue
			}
			b := Breaking{Code: StoredTimer, Subject: "timer " + text, Text: "removed", Possible: n > 0}.at(c.places().timer(i))
			if j, ok := c.timer.toNew(i); ok {
				b.Text = "now " + source.Timer(c.b, j)
				if c.a.Faces.Snapshot && c.b.Faces.Snapshot {
					b.Text += ", so stored machines forget when it is due"
				}
				b.Help = timerHelp(c.matching, &c.a.Timers[i], &c.b.Timers[j])
			}
			c.record.d.Breaking = append(c.record.d.Breaking, b)
		}
	}
}

// timerHelp says how the new version can know the text of an old timer.
func timerHelp(m *matching, old, new *core.Timer) string {
	var parts []string
	if old.Owner != new.Owner {
		parts = append(parts, "`was: "+old.Owner+"` to state "+new.Owner)
	}
	if a, b := m.a.Events[old.Event].Name, m.b.Events[new.Event].Name; a != b {
		parts = append(parts, "`was: "+a+"` to event "+b)
	}
	return "add " + strings.Join(parts, " and ")
}

// oldNames compares the old names that two specs list for a part, other than its names in the two specs.
func oldNames(old string, oldWas []string, new string, newWas []string) []Detail {
	return texts("old names", without(oldWas, newWas, []string{new}), without(newWas, oldWas, []string{old}))
}

// without returns the names of a list that are in none of the others, sorted.
func without(list []string, others ...[]string) string {
	var rest []string
	for _, name := range list {
		if !slices.ContainsFunc(others, func(o []string) bool { return slices.Contains(o, name) }) {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	return strings.Join(rest, ", ")
}

// dataNames returns the names of the data of a state, and their old names.
func dataNames(m *core.Machine, state int) (names []string) {
	for _, v := range m.Vars {
		if v.State == state {
			names = append(append(names, v.Name), v.Was...)
		}
	}
	return names
}

// valueNames returns the names of the parameters and variables, and their old names.
func valueNames(m *core.Machine) []string {
	names := dataNames(m, -1)
	for _, p := range m.Params {
		names = append(append(names, p.Name), p.Was...)
	}
	return names
}
