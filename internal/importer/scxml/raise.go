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
)

// inner reports whether a key is that of an event in a queue.
func inner(key string) bool {
	return strings.HasPrefix(key, raisedKey) || strings.HasPrefix(key, sentKey)
}

// doneEvent is what the events begin with that only the processor raises.
const doneEvent = "done.state"

// processor are the types of a send to a session.
var processor = []string{"", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "scxml"}

// send reads a send to the machine itself.
func (r *reader) send(e *element) *action {
	const way = "write a <log>, which becomes an output, and let the program send the event"
	refuse := func(a attribute, what string) *action {
		r.lacks(a.at, way, "%s", what)
		return nil
	}
	for _, test := range []struct{ attr, what string }{
		{"eventexpr", "`send` of an event whose name is computed"}, {"targetexpr", "`send` to another target"}, {"typeexpr", "`send` to another target"},
		{"namelist", "`send` with data"}, {"idlocation", "`send` that stores its id"},
	} {
		if a, ok := e.attrs[test.attr]; ok {
			return refuse(a, test.what)
		}
	}
	for _, name := range []string{"delay", "delayexpr"} {
		if a, ok := e.attrs[name]; ok {
			r.lacks(a.at, way+", or add `after:` to the spec", "`send` with a delay")
			return nil
		}
	}
	if a := e.attrs["type"]; !slices.Contains(processor, a.value) {
		return refuse(a, "`send` to another target")
	}
	if len(e.children) > 0 || strings.TrimSpace(e.text) != "" {
		return refuse(attribute{at: e.at}, "`send` with data")
	}
	switch target := e.attrs["target"]; target.value {
	case "":
		return r.queued(e, sentKey)
	case "#_internal":
		return r.queued(e, raisedKey)
	default:
		return refuse(target, "`send` to another target")
	}
}

// queued is the action that puts an event into a queue.
func (r *reader) queued(e *element, queue string) *action {
	event := e.attrs["event"]
	if strings.TrimSpace(event.value) == "" {
		r.Fail(diag.CodeMissing, e.at, "`%s` has no attribute `event`", e.name)
		return nil
	}
	if strings.ContainsAny(event.value, " \t\r\n") {
		r.Fail(diag.CodeName, event.at, "`%s` is not the name of one event", diag.Clip(event.value))
		return nil
	}
	key := queue + event.value
	r.explicit[key] = true
	r.raised = append(r.raised, key)
	return &action{at: e.at, raise: key}
}

// doneKey is the key of the event that is raised when a final state inside n is entered. If n has no id, the processor invents
// one, which no transition can name.
func (n *node) doneKey() string {
	return raisedKey + doneEvent + "." + n.id
}

// matched keeps the events in queues for which there is a transition; the others have no effect.
func (r *reader) matched() {
	for _, n := range r.nodes {
		if n.final && !n.ends() {
			r.raised = append(r.raised, n.parent.doneKey())
		}
	}
	var list []string
	known := make(map[string]bool)
	transitions := r.transitions()
	for _, key := range r.raised {
		if known[key] {
			continue
		}
		if known[key] = true; len(known) > maxEvents {
			r.Fail(diag.CodeTooBig, r.root.at, "the document raises more than %d events", maxEvents)
			return
		}
		if slices.ContainsFunc(transitions, func(t *transition) bool { return t.matches(event(key)) }) {
			list = append(list, key)
		}
	}
	r.raised = list
}

// event returns the event of a key of a queue.
func event(key string) string {
	_, event, _ := strings.Cut(key, " ")
	return event
}

// transitions lists the transitions of the document.
func (r *reader) transitions() (list []*transition) {
	for _, n := range append([]*node{r.root}, r.nodes...) {
		list = append(list, n.trans...)
	}
	return list
}

// keys lists what rules are for: the events that the document mentions, all others, and those in queues.
func (d *document) keys() []string {
	return slices.Concat(d.events, []string{other}, d.raised)
}

// queue returns the events that a way puts into the queues, without those that no transition is for. Internal ones are handled
// first.
func (r *reader) queue(w world) (list []string) {
	for _, queue := range []string{raisedKey, sentKey} {
		for _, key := range w.raises {
			if strings.HasPrefix(key, queue) && slices.Contains(r.raised, key) {
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
	case text == doneEvent || strings.HasPrefix(text, doneEvent+"."):
		return text
	}
	return "raised " + text
}
