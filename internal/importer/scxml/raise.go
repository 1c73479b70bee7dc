package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// The keys of events in the queues of the machine begin with one of these: internal events are handled before those that the
// machine sends itself. An event in a queue and one from outside have the same transitions, but are two events of the spec.
const (
	raisedKey = "raise "
	sentKey   = "send "
	// Those of events that the machine sends to itself with a delay are in no queue: timers raise them.
	laterKey = "later "
)

// inner reports whether a key is that of an event in a queue.
func inner(key string) bool {
	return strings.HasPrefix(key, raisedKey) || strings.HasPrefix(key, sentKey)
}

// doneEvent is what the events begin with that only the processor raises.
const doneEvent = "done.state"

// queued is the action that puts an event into a queue.
func (r actions) queued(e *element, queue string) *action {
	event := e.attrs["event"]
	if strings.TrimSpace(event.value) == "" {
		r.reader.out.Fail(diag.CodeMissing, e.at, "`%s` has no attribute `event`", e.name)
		return nil
	}
	if strings.ContainsAny(event.value, " \t\r\n") || !isEvent(event.value) {
		r.reader.out.Fail(diag.CodeName, event.at, "`%s` is not the name of one event", diag.Clip(event.value)).Helpf("write the name itself; one that is computed is in `eventexpr`")
		return nil
	}
	key := queue + event.value
	r.reader.doc.explicit[key] = true
	if _, ok := e.attrs["id"]; ok {
		r.reader.doc.identified[key] = true
	}
	r.reader.doc.uttered[key] = true
	r.reader.doc.spoken[key] = append(r.reader.doc.spoken[key], e.at)
	r.reader.doc.raised = append(r.reader.doc.raised, key)
	return &action{at: e.at, raise: key}
}

// doneKey is the key of the event that is raised when a final state inside n is entered. If n has no id, the processor invents
// one, which no transition can name.
func (n *node) doneKey() string {
	return raisedKey + doneEvent + "." + n.id
}

// matched keeps the events in queues for which there is a transition; the others have no effect.
func (r resolver) matched() {
	for _, n := range r.reader.doc.nodes {
		if n.final && !n.ends() {
			r.reader.doc.raised = append(r.reader.doc.raised, n.parent.doneKey())
		}
		if n.parallel && (n.finals() != nil || r.reader.doc.anywhere) {
			r.reader.doc.raised = append(r.reader.doc.raised, n.doneKey())
		}
	}
	var list []string
	known := make(map[string]bool)
	transitions := r.reader.transitions()
	for _, key := range r.reader.doc.raised {
		if known[key] {
			continue
		}
		if known[key] = true; len(known) > maxEvents {
			r.reader.out.Fail(diag.CodeTooBig, r.reader.doc.root.at, "the document raises more than %d events", maxEvents)
			return
		}
		if slices.ContainsFunc(transitions, func(t *transition) bool { return t.matches(event(key)) }) {
			list = append(list, key)
			continue
		}
		for _, at := range r.reader.doc.spoken[key] {
			r.reader.out.Warn(at, "no transition is for the event `%s`: nothing in the spec stands for it", diag.Clip(event(key))).
				Helpf("write a <log>, which becomes an output, if the program is to learn of it")
		}
	}
	late := func(key string) bool { return strings.HasPrefix(key, laterKey) }
	for _, key := range list {
		if late(key) {
			r.reader.doc.delayed = append(r.reader.doc.delayed, key)
		}
	}
	r.reader.doc.raised = slices.DeleteFunc(list, late)
}

// event returns the event of a key of a queue.
func event(key string) string {
	_, event, _ := strings.Cut(key, " ")
	return event
}

// transitions lists the transitions of the document.
func (r *reader) transitions() (list []*transition) {
	for _, n := range append([]*node{r.doc.root}, r.doc.nodes...) {
		list = append(list, n.trans...)
	}
	return list
}

// keys lists what rules are for: the events that the document mentions, all others, and those in queues.
func (d *document) keys() []string {
	return slices.Concat(d.events, []string{other}, d.delayed, d.raised)
}

// queue returns the events that a way puts into the queues, without those that no transition is for. Internal ones are handled
// first.
func (r *reader) queue(w world) (list []string) {
	for _, queue := range []string{raisedKey, sentKey} {
		for _, key := range w.raises {
			if strings.HasPrefix(key, queue) && slices.Contains(r.doc.raised, bare(key)) {
				list = append(list, key)
			}
		}
	}
	return list
}

// said describes an event in a queue, which is the name of its event in the spec.
func said(key string) string {
	text := event(key)
	switch {
	case strings.HasPrefix(key, sentKey):
		return "sent " + text
	case strings.HasPrefix(key, laterKey):
		return "delayed " + text
	case text == doneEvent || strings.HasPrefix(text, doneEvent+"."):
		return text
	}
	return "raised " + text
}
