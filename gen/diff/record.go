package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// record takes down what a comparison finds.
type record struct {
	d *Diff
	// at is the new machine, which has the places of the parts that both versions have.
	at *core.Machine
}

// note records a part that is rewritten with the same meaning, once.
func (r *record) note(text string) {
	if !slices.Contains(r.d.Notes, text) {
		r.d.Notes = append(r.d.Notes, text)
	}
}

// add records a change.
func (r *record) add(ch Change) { r.d.Changes = append(r.d.Changes, ch) }

// both records a part that both versions have, if it has changed.
func (r *record) both(kind, old, new string, details []Detail, breaks ...breach) {
	ch := Change{Action: Changed, Part: kind, Name: new, Details: details, breaks: breaks, span: placeOf(r.at, kind, new)}
	if old != new {
		ch.Was = old
		if len(details) == 0 {
			ch.Action = Renamed
		}
	} else if len(details) == 0 {
		return
	}
	r.add(ch)
}

// single records a part that only one version has.
func (r *record) single(a Action, m *core.Machine, kind, name string, about []Detail, breaks ...breach) {
	r.add(Change{Action: a, Part: kind, Name: name, Details: sided(a, about), breaks: breaks, span: placeOf(m, kind, name), gone: a == Removed})
}

// sided moves the details of a removed part, which have New set, to the old side.
func sided(a Action, about []Detail) []Detail {
	if a == Removed {
		for i := range about {
			about[i].Old, about[i].New = about[i].New, ""
		}
	}
	return about
}
