package scxml

import (
	"slices"
	"strings"
)

const cancelWay = "give the event that is canceled a delay; or write a <log>, and let the program send and cancel the event"

// cancel reads the cancellation of events that come after a delay. One that could cancel others, which wait in a queue, is refused: whether
// it comes too late is for the processor to decide.
func (r actions) cancel(e *element) *action {
	from, ok := e.attrs["sendid"]
	id := from.value
	if computed, given := e.attrs["sendidexpr"]; given {
		from = computed
		id, ok = r.constant(computed)
	}
	if (!ok || r.reader.doc.prompt[id]) && r.reader.rough != nil {
		return r.aside(e, "`cancel` is left to the program: it", e.words())
	}
	if !ok || r.reader.doc.prompt[id] {
		r.reader.lacks(e.at, cancelWay, "`cancel`")
		return nil
	}
	if r.reader.doc.sent[id] == 0 {
		r.reader.out.Warn(from.at, "no `send` has the id `%s`: this `cancel` does nothing", strings.TrimSpace(id))
		return nil
	}
	return &action{at: e.at, cancel: id}
}

// canceled returns the world in which no event with an id is to come.
func (w world) canceled(id string) world {
	w.later = slices.DeleteFunc(slices.Clone(w.later), func(p pending) bool { return p.id == id })
	w.cancels = append(slices.Clip(w.cancels), id)
	return w
}
