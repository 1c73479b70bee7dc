package draft

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// nameStates names the states that have no name yet: first those of the source, in
// its order, those first that can keep the text they want.
func (d *Draft) nameStates() {
	var given, added []*State
	d.Root.each(func(s *State) {
		switch {
		case s.name != "":
		case s.inSource():
			given = append(given, s)
		default:
			added = append(added, s)
		}
	})
	slices.SortStableFunc(given, func(a, b *State) int {
		return cmp.Or(cmp.Compare(a.At.Start.Line, b.At.Start.Line), cmp.Compare(a.At.Start.Column, b.At.Start.Column))
	})
	for _, keep := range []bool{true, false} {
		for _, s := range given {
			if IsName(s.Want) == keep {
				s.name = d.stateNames.fresh(s.Want, forState)
				s.document()
			}
		}
	}
	for _, s := range added {
		s.name = d.stateNames.fresh(s.Want, forState)
	}
}

// document puts what the name of a state does not say in front of its
// documentation.
func (s *State) document() {
	for _, text := range []string{s.Title, s.Want} {
		if text == "" || text == s.name {
			continue
		}
		if s.Doc != "" {
			text += " " + s.Doc
		}
		s.Doc = text
		return
	}
}

// Named finds a state by its name, or returns nil. The states that have been added
// so far have their names from then on.
func (d *Draft) Named(name string) *State {
	d.nameStates()
	var found *State
	d.Root.each(func(s *State) {
		if s.name == name {
			found = s
		}
	})
	return found
}

// NameOf returns the name of a state. The states that have been added so far have their names from then on.
func (d *Draft) NameOf(s *State) string {
	if s.name == "" {
		d.nameStates()
	}
	return s.name
}

// Event returns the name of the event that a text means, and declares it. For an
// event without a text it chooses one. Environment marks it as one that the world
// may send at any time.
func (d *Draft) Event(text string, environment bool) string {
	key, doc := "event "+text, ""
	if text == "" {
		text, doc = "Next", "The "+d.source.Noun+" does not name an event here."
	}
	name, ok := d.known[key]
	if !ok {
		name = d.eventNames.fresh(text, forEvent)
		if doc == "" && name != text {
			doc = text
		}
		d.known[key] = name
		d.events = append(d.events, declaration{name: name, doc: doc})
	}
	if environment {
		for i := range d.events {
			if d.events[i].name == name {
				d.events[i].environment = true
			}
		}
	}
	return name
}

// Internal returns the name of the internal event that a text means, which only transitions and timers of the machine raise,
// and declares it. Environment marks it as one that a timer may raise at any time.
func (d *Draft) Internal(text string, environment bool) string {
	name := d.declared("internal "+text, text, "Event", &d.events, d.eventNames)
	for i := range d.events {
		if d.events[i].name == name {
			d.events[i].internal, d.events[i].environment = true, environment
		}
	}
	return name
}

// Reserve keeps events and variables from getting a name, which the loader gives to something that it adds.
func (d *Draft) Reserve(name string) { d.eventNames[fold(name)] = 1 }

// Guard returns the name of the external guard that a text means, and declares it.
func (d *Draft) Guard(text string) string {
	return d.declare("guard "+text, text, &d.guards, func() string { return d.hostNames.question(text, "guard") })
}

// variable is a variable with its type and its initial value, which may be "".
type variable struct{ name, doc, kind, initial string }

// Variable declares a variable, and returns its name. The initial value is an expression, or "".
func (d *Draft) Variable(text, kind, initial string) string {
	name := d.eventNames.fresh(text, "Value")
	v := variable{name: name, kind: kind, initial: initial}
	if name != text {
		v.doc = text
	}
	d.vars = append(d.vars, v)
	return name
}

// Message returns the name of the output that stands for a text, and declares it.
func (d *Draft) Message(text string) string {
	return d.declared("output "+text, text, "output", &d.outputs, d.hostNames)
}

// Output returns the name of the output that an action means, and declares it.
func (d *Draft) Output(action string, at diag.Span) string {
	if _, ok := d.known["output "+action]; !ok && strings.ContainsAny(action, "=←") {
		d.Warn(at, "the assignment `%s` is imported as an output", diag.Clip(action)).
			Helpf("to include it in proofs, declare a variable and assign it in a `set:`")
	}
	return d.Message(action)
}

func (d *Draft) declared(key, from, fallback string, to *[]declaration, among names) string {
	return d.declare(key, from, to, func() string { return among.fresh(from, fallback) })
}

func (d *Draft) declare(key, from string, to *[]declaration, choose func() string) string {
	name, ok := d.known[key]
	if !ok {
		name = choose()
		doc := ""
		if name != from {
			doc = from
		}
		d.known[key] = name
		*to = append(*to, declaration{name: name, doc: doc})
	}
	return name
}

var lengthForm = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?|d|days?)$`)

// Delay returns a length of time such as "30 seconds" as specs write it, or the name
// of the delay that any other text means, and declares it.
func (d *Draft) Delay(text string) string {
	if m := lengthForm.FindStringSubmatch(text); m != nil {
		unit := m[2][:1]
		if m[2] == "ms" {
			unit = "ms"
		}
		if text = m[1] + unit; unit == "d" {
			text = days(m[1])
		}
	}
	if length, err := time.ParseDuration(text); err == nil && length > 0 {
		return source.Duration(length)
	}
	// What a delay depends on has no type here, and is left to its name.
	name, args, call := strings.Cut(text, "(")
	if call && IsName(name) && strings.HasSuffix(args, ")") {
		text = name
	}
	return d.declared("delay "+text, text, "delay", &d.delays, d.hostNames)
}

// days writes a number of days in hours, which Go's lengths of time end with.
func days(number string) string {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number + "d"
	}
	return strconv.FormatFloat(24*n, 'f', -1, 64) + "h"
}
