package scxml

import "slices"

const cancelWay = "cancel it in the content that sends it, or let the program cancel what it has sent; for a delay, add `after:` to the spec"

// cancel reads the cancellation of an event that the same content sends with a delay, and takes the send out of the list.
func (r actions) cancel(e *element, list []*action) []*action {
	id, ok := e.attrs["sendid"].value, true
	if from, computed := e.attrs["sendidexpr"]; computed {
		id, ok = r.constant(from)
	}
	others := r.sent[id]
	kept := slices.DeleteFunc(slices.Clone(list), func(a *action) bool {
		if a.id != id || a.later == "" {
			return false
		}
		others--
		return true
	})
	if !ok || len(kept) == len(list) || others > 0 {
		r.lacks(e.at, cancelWay, "`cancel`")
		return list
	}
	return kept
}
