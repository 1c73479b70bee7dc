package scxml

import (
	"slices"
	"strings"
)

// other represents all events that a document does not mention.
const other = "*"

// Limits for the events of a document.
const (
	maxEvents      = 500
	maxDescriptors = 5000
)

// isEvent reports whether a text can be the name of an event: it has no character of an expression or a list.
func isEvent(text string) bool { return !strings.ContainsAny(text, "'\"`()[]{}<>=,;&|+$%?!\\") }

// trim returns the part of a descriptor that an event must begin with: "" for all events.
func trim(descriptor string) string {
	if descriptor == "*" {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(descriptor, "*"), ".")
}

// mention notes the event that a descriptor names.
func (d *document) mention(descriptor string) {
	switch event := trim(descriptor); {
	case event == "":
		d.wildcard = true
	case event == doneEvent || strings.HasPrefix(event, doneEvent+"."):
		// Nobody else sends these.
	case !slices.Contains(d.events, event):
		d.events = append(d.events, event)
	}
}

// matches reports whether a transition is for an event: one of its descriptors is the event, or the first words of it.
func (t *transition) matches(event string) bool {
	return slices.ContainsFunc(t.descriptors, func(d string) bool {
		d = trim(d)
		return d == "" || event == d || strings.HasPrefix(event, d+".")
	})
}

// occasions returns the events that a transition is for, of those that the document mentions, other, those after a delay, and those in queues. It is [""] for an
// eventless transition.
func (d *document) occasions(t *transition) []string {
	if len(t.descriptors) == 0 {
		return []string{""}
	}
	var list []string
	for _, e := range d.events {
		if t.matches(e) {
			list = append(list, e)
		}
	}
	if slices.ContainsFunc(t.descriptors, func(d string) bool { return trim(d) == "" }) {
		list = append(list, other)
	}
	for _, key := range slices.Concat(d.delayed, d.raised) {
		if t.matches(event(key)) {
			list = append(list, key)
		}
	}
	return list
}
