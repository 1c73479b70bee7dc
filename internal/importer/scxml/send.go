package scxml

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// processor are the types of a send to a session.
var processor = []string{"", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "scxml"}

const sendWay = "write a <log>, which becomes an output, and let the program send the event"

// send reads a send to the machine itself.
func (r actions) send(e *element) *action {
	refuse := func(a attribute, what string) *action {
		if r.reader.rough != nil {
			return r.dispatch(e, what)
		}
		r.reader.lacks(a.at, sendWay, "%s", what)
		return nil
	}
	if from, ok := e.attrs["eventexpr"]; ok {
		name, known := r.constant(from)
		if !known {
			return refuse(from, "`send` of an event whose name is computed")
		}
		named := *e
		named.attrs = maps.Clone(e.attrs)
		named.attrs["event"] = attribute{value: name, at: from.at}
		e = &named
	}
	if names, ok := e.attrs["namelist"]; ok && r.reader.doc.hears && slices.ContainsFunc(strings.Fields(names.value), r.undeclared) {
		return r.failure(names.at)
	}
	for _, test := range []struct{ attr, what string }{
		{"targetexpr", "`send` to another target"}, {"typeexpr", "`send` to another target"}, {"idlocation", "`send` that stores its id"},
	} {
		if a, ok := e.attrs[test.attr]; ok {
			return refuse(a, test.what)
		}
	}
	if a := e.attrs["type"]; !slices.Contains(processor, a.value) {
		return refuse(a, "`send` to another target")
	}
	params, ok := r.sendData(e)
	if !ok {
		return nil
	}
	delay, given := e.attrs["delay"]
	computed, also := e.attrs["delayexpr"]
	switch {
	case (given || also) && params != nil:
		return refuse(attribute{at: e.at}, "`send` with data")
	case given:
		return r.later(e, delay, false)
	case also:
		return r.later(e, computed, true)
	}
	load := func(a *action) *action {
		if a != nil {
			a.params = params
		}
		return a
	}
	switch target := e.attrs["target"]; target.value {
	case "":
		return load(r.queued(e, sentKey))
	case "#_internal":
		return load(r.queued(e, raisedKey))
	default:
		if r.reader.doc.hears && !strings.ContainsAny(target.value, "#:/") {
			return r.failure(target.at) // it is not the name of a session, which is an error
		}
		return refuse(target, "`send` to another target")
	}
}

// later reads a send with a delay. Without a time to wait, it is like one without a delay.
func (r actions) later(e *element, delay attribute, computed bool) *action {
	if target := e.attrs["target"]; target.value != "" {
		if r.reader.rough != nil {
			return r.dispatch(e, "`send` with a delay to another target")
		}
		r.reader.lacks(target.at, sendWay, "`send` with a delay to another target")
		return nil
	}
	text := delay.value
	if computed {
		if why := r.reader.rough.unread(delay); why != "" {
			return r.dispatch(e, "`send` with a delay of this form")
		}
		v := r.reader.value(delay)
		switch {
		case v == nil:
			return nil
		case v.expr.op != opString:
			r.reader.doc.lengths = append(r.reader.doc.lengths, v)
			return r.waiting(e, &action{wait: v})
		}
		text = v.expr.text
	}
	d, ok := length(text)
	switch {
	case !ok && r.reader.rough != nil:
		return r.dispatch(e, "`send` with a delay of this form")
	case !ok:
		r.length(delay.at)
		return nil
	case d == 0 && computed && r.reader.doc.cancels && e.attrs["id"].value != "":
		r.reader.lacks(e.at, cancelWay, "`cancel`")
		return nil
	case d == 0:
		return r.queued(e, sentKey)
	}
	return r.waiting(e, &action{delay: d})
}

// waiting completes the action of a send with a delay.
func (r actions) waiting(e *element, a *action) *action {
	q := r.queued(e, laterKey)
	if q == nil {
		return nil
	}
	a.at, a.later = q.at, q.raise
	if r.reader.doc.cancels {
		a.id = e.attrs["id"].value
	}
	return a
}

func (r actions) length(at diag.Span) {
	r.reader.lacks(at, "write a constant delay in seconds or milliseconds, such as 1.5s or 200ms", "a delay of this form")
}

// maxDelay is the longest delay of a send.
const maxDelay = 100 * 365 * 24 * time.Hour

// seconds is how CSS writes times, as far as they are whole nanoseconds.
var seconds = regexp.MustCompile(`^[0-9]{0,12}(\.[0-9]{1,6})?(s|ms)$`)

// length returns the length of a time in CSS, if a timer can have it or it is zero.
func length(text string) (time.Duration, bool) {
	if text = strings.TrimSpace(text); !seconds.MatchString(text) {
		return 0, false
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d <= maxDelay
}

// pending is an event that the machine sends to itself with a delay.
type pending struct {
	key   string
	delay time.Duration
	id    string // with which it can be canceled
}

// text says which event comes, and when.
func (p pending) text() string {
	text := "`" + diag.Clip(event(p.key)) + "` after " + p.delay.String()
	if p.id != "" {
		text += " (id `" + diag.Clip(p.id) + "`)"
	}
	return text
}

// wait returns the world in which an event comes later.
func (r *reader) wait(w world, a *action) world {
	p := pending{a.later, a.delay, a.id}
	if a.wait != nil {
		e := w.eval(a.wait.expr)
		d, ok := length(e.text)
		if e.op != opString || !ok || d == 0 {
			actions{r}.length(a.wait.from.at)
		}
		p.delay = d
	}
	if !r.doc.sends[p].Start.IsValid() {
		r.doc.sends[p] = a.at
	}
	w.later = append(slices.Clip(w.later), p)
	return w
}

// waits returns the events that a way sends with a delay, without those that no transition is for.
func (r *reader) waits(w world) (list []pending) {
	for _, p := range w.later {
		if slices.Contains(r.doc.delayed, p.key) {
			list = append(list, p)
		}
	}
	return list
}
