package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// storedOutputs reports the outputs and the starts of calls that wait for their delivery in a table, with their names and
// fields, and that the new version cannot read.
func storedOutputs(c *comparison) {
	if !c.a.Faces.Values || !c.b.Faces.Values {
		return
	}
	const lost = ", so the new version cannot deliver what still waits"
	report := func(old part, subject, what string) {
		c.record.d.Breaking = append(c.record.d.Breaking, Breaking{Code: StoredOutput, Subject: subject, Text: what + lost}.at(c.places().of(old)))
	}
	for i, o := range c.a.Outputs {
		j := slices.IndexFunc(c.b.Outputs, func(x core.Output) bool { return x.Name == o.Name })
		if j < 0 {
			report(part{output, i, 0}, "output "+o.Name, "removed or renamed")
		} else if from, to := c.a.Outputs[i].Fields, c.b.Outputs[j].Fields; !sameFields(c, from, to) {
			report(part{output, i, 0}, "output "+o.Name, "fields ("+fieldTexts(from)+") → ("+fieldTexts(to)+")")
		}
	}
	for i, o := range c.a.Calls {
		j := slices.IndexFunc(c.b.Calls, func(x core.Call) bool { return x.Name == o.Name })
		if j < 0 {
			report(part{call, i, 0}, "start of call "+o.Name, "removed or renamed")
		} else if from, to := c.a.Calls[i].Args, c.b.Calls[j].Args; !sameFields(c, from, to) {
			report(part{call, i, 0}, "start of call "+o.Name, "arguments ("+fieldTexts(from)+") → ("+fieldTexts(to)+")")
		}
	}
}

// sameFields reports whether two payloads have the same names and types, in any order: they are stored as JSON.
func sameFields(c *comparison, a, b []core.Field) bool {
	byName := func(fields []core.Field) []core.Field {
		return slices.SortedFunc(slices.Values(fields), func(x, y core.Field) int { return strings.Compare(x.Name, y.Name) })
	}
	return c.matching.fields("", byName(a), byName(b)) == nil
}
