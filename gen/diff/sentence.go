package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func counted(n int, one, many string) string { return diag.Count(n, one, many) }

// sentence says in one sentence what has changed, and whether that is safe, as Markdown without a capital or a period. It does
// not name the machine.
func (d *Diff) sentence() string {
	switch d.Action {
	case Added, Removed, Invalid:
		return markdown.Text(d.summary())
	}
	parts := []string{markdown.Text(d.changed())}
	if len(d.Changes) == 1 {
		parts[0] = d.Changes[0].sentence()
	}
	active, waived := d.waived()
	switch n, spared := len(active), len(waived); {
	case n+spared == 0 && d.unproved(): // what is not proved follows
	case n+spared == 0:
		parts = append(parts, "nothing breaks")
	case n == 0:
		parts = append(parts, counted(spared, "breaking consequence", "breaking consequences")+", waived")
	default:
		text := counted(n, "breaking consequence", "breaking consequences")
		if spared > 0 {
			text += ", " + strconv.Itoa(spared) + " more waived"
		}
		parts = append(parts, text)
	}
	if text := d.safe(); text != "" {
		parts = append(parts, markdown.Text(text))
	}
	return strings.Join(parts, "; ")
}

// maxDetails is the maximum number of details of the only change that the first sentence names.
const maxDetails = 2

// sentence describes a change that is the only one.
func (ch *Change) sentence() string {
	text := nouns[ch.Part][0] + " " + markdown.Code(ch.title()) + " " + string(ch.Action)
	if len(ch.Details) > maxDetails || ch.Action != Changed {
		return text
	}
	for i, t := range ch.Details {
		if i == 0 {
			text += ": "
		} else {
			text += ", "
		}
		note := t.Note
		t.Note = ""
		if text += markdown.Text(t.What) + " " + t.markdown(true); note != "" {
			text += ", " + markdown.Text(note)
		}
	}
	return text
}

// sign shows at a glance whether a change is safe: a proof is lost, something breaks, or neither.
func (d *Diff) sign() string {
	switch {
	case d.Action == Invalid, d.unproved():
		return "❌ "
	case len(d.active().Breaking) > 0:
		return "⚠️ "
	}
	return "✅ "
}

// unproved reports whether something is not proved that was, or that is new.
func (d *Diff) unproved() bool {
	return slices.ContainsFunc(d.Verdicts, func(v Verdict) bool { return v.Lost() && !v.Gained() })
}

// nouns are the kinds of parts in the singular and in the plural.
var nouns = map[string][2]string{
	"machine": {"property of the machine", "properties of the machine"}, "param": {"parameter", "parameters"}, "enum": {"enum", "enums"},
	"var": {"variable", "variables"}, "datum": {"state datum", "state data"}, "guard": {"external guard", "external guards"},
	"delay": {"delay", "delays"}, "event": {"event", "events"}, "output": {"output", "outputs"}, "state": {"state", "states"},
	"outcome": {"outcome", "outcomes"}, "rule": {"rule", "rules"}, "timer": {"timer", "timers"},
	"call": {"call", "calls"}, "invocation": {"invocation", "invocations"},
	"transition": {"transition", "transitions"}, "invariant": {"invariant", "invariants"},
	"claim":    {"claim", "claims"},
	"cost":     {"cost", "costs"},
	"progress": {"value of the progress function", "values of the progress function"},
}

// maxKinds is the maximum number of kinds of changes that the first sentence names.
const maxKinds = 4

// changed counts the changes: "3 changes (1 state and 2 transitions added)".
func (d *Diff) changed() string {
	type kind struct {
		action Action
		part   string
	}
	var order []kind
	count := map[kind]int{}
	for i := range d.Changes {
		k := kind{d.Changes[i].Action, d.Changes[i].Part}
		if count[k] == 0 {
			order = append(order, k)
		}
		count[k]++
	}
	n := counted(len(d.Changes), "change", "changes")
	switch {
	case len(d.Changes) == 0 && d.Bound != nil:
		return "the bound has changed"
	case len(d.Changes) == 0:
		return "no change of the spec, but of what is proved"
	case len(order) > maxKinds:
		return n
	}
	var lists []string
	for _, a := range []Action{Added, Removed, Renamed, Changed} {
		var list []string
		for _, k := range order {
			if k.action == a {
				list = append(list, counted(count[k], nouns[k.part][0], nouns[k.part][1]))
			}
		}
		if len(list) > 0 {
			lists = append(lists, and(list)+" "+string(a))
		}
	}
	if len(order) == 1 {
		return lists[0]
	}
	return n + " (" + strings.Join(lists, "; ") + ")"
}

// and joins the parts of a list in prose.
func and(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
