package mermaid

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// leave adds the arrows out of a node to what its state does.
func (b *builder) leave(n *node) {
	s := b.of[n]
	switch {
	case s != nil:
	case b.isMark(n):
		s = b.root
		if n.parent != nil {
			s = b.of[n.parent]
		}
	default:
		return // the arrows into it lead on
	}
	for _, a := range b.from[n] {
		if a.to == nil && b.isEnd(n) {
			continue // see terminals
		}
		if b.completes(n, a) {
			continue
		}
		for _, l := range labels(a.label) {
			b.transition(s, a, l, nil)
		}
	}
}

// isEnd reports whether all that a node does is to end.
func (b *builder) isEnd(n *node) bool {
	ends := false
	for _, a := range b.from[n] {
		if a.to != nil || a.label.string != "" {
			return false
		}
		ends = true
	}
	return ends && !n.block && len(b.completion(n.parent)) == 0
}

// completion returns the arrows of which one is taken when a state inside a
// composite state ends: those without a label, if states inside end.
func (b *builder) completion(n *node) []arrow {
	if n == nil || !slices.ContainsFunc(b.arrows, func(a arrow) bool { return a.to == nil && a.block == n && a.from != nil }) {
		return nil
	}
	var found []arrow
	for _, a := range b.from[n] {
		if a.label.string == "" && a.to != nil {
			found = append(found, a)
		}
	}
	return found
}

// completes reports whether an arrow is one that states inside take.
func (b *builder) completes(n *node, a arrow) bool {
	return slices.ContainsFunc(b.completion(n), func(c arrow) bool { return c.at == a.at })
}

// transition adds an arrow with one of its labels. Where it leads to a choice,
// it is one alternative for each way on; passed are the choices on the way.
func (b *builder) transition(s *state, a arrow, l label, passed []*node) {
	to := a.to
	if list := b.completion(a.block); to == nil && a.from != nil && len(list) > 0 {
		for _, c := range list {
			on := a
			on.to = c.to
			b.transition(s, on, l, passed)
		}
		return
	}
	if to != nil && b.of[to] == nil && !b.isMark(to) {
		b.through(s, to, l, append(slices.Clip(passed), to), a.at)
		return
	}
	alt := alternative{at: a.at, late: l.otherwise}
	switch {
	case to == nil:
		alt.to = b.end()
	case b.isMark(to):
		b.fail(diag.CodeShape, a.at, "an arrow cannot lead to the node for any state")
		return
	default:
		alt.to = b.of[to]
	}
	event := b.event(l.occasion(), l.environment)
	b.timers(s, l, event)
	if l.guard != "" {
		alt.guard = b.expression(l.guard)
	}
	alt.emit = b.outs(l.actions, a.at)
	s.handle(event, alt)
}

// maxWays bounds what choices behind choices multiply to.
const maxWays = 2000

// through follows the arrows out of a choice, fork or join.
func (b *builder) through(s *state, n *node, l label, passed []*node, at text) {
	ways := b.from[n]
	switch {
	case len(passed) > 20 || slices.Contains(passed[:len(passed)-1], n):
		b.fail(diag.CodeShape, n.at, "choices form a cycle")
		return
	case len(ways) == 0:
		b.fail(diag.CodeNoExit, n.at, "no arrow leaves `%s`", diag.Clip(n.id))
		return
	case n.kind == passage && (len(ways) > 1 || b.into[n] > 1 && strings.Contains(strings.ToLower(n.id), "join")):
		b.fail(diag.CodeNotYet, n.at, "parallel branches cannot be imported").Helpf("write a separate machine for each branch")
		return
	}
	if b.ways > maxWays {
		return // said
	}
	if b.ways += len(ways); b.ways > maxWays {
		b.fail(diag.CodeTooBig, n.at, "the choices have more than %d branches", maxWays)
		return
	}
	// What is left when nothing else holds comes last, wherever it is drawn.
	var first, last []way
	for _, a := range ways {
		for _, k := range labels(a.label) {
			if k.otherwise || k.event == "" && k.guard == "" {
				last = append(last, way{a, k})
			} else {
				first = append(first, way{a, k})
			}
		}
	}
	for _, w := range slices.Concat(first, last) {
		k := w.label
		guard := k.guard
		if k.event != "" && guard == "" {
			guard = k.event
		}
		joined := l
		joined.actions = slices.Concat(l.actions, k.actions)
		switch {
		case guard != "" && l.guard != "":
			joined.guard = bracket(l.guard) + " and " + bracket(guard)
		case guard != "":
			joined.guard = guard
		}
		b.transition(s, w.arrow, joined, passed)
	}
}

// way is an arrow out of a choice, with one of its labels.
type way struct {
	arrow arrow
	label label
}

// bracket keeps a guard together, if it is more than a name.
func bracket(guard string) string {
	if valid.MatchString(guard) {
		return guard
	}
	return "(" + guard + ")"
}

// end returns the state for arrows that end with an event.
func (b *builder) end() *state {
	if b.final == nil {
		b.final = &state{name: b.states.fresh("Final", "Final"), parent: b.root, outcome: "done"}
		b.root.inner = append(b.root.inner, b.final)
	}
	return b.final
}

// occasion is the text of the event: that of the time, where there is no other.
func (l label) occasion() string {
	if l.event == "" && len(l.after) > 0 {
		return "after " + strings.Join(l.after, " or ")
	}
	return l.event
}

// event returns the name of the event that a label has, and declares it.
func (b *builder) event(from string, environment bool) string {
	key, doc := "event "+from, ""
	if from == "" {
		from, doc = "Next", "The diagram does not name an event here."
	}
	name, ok := b.known[key]
	if !ok {
		name = b.evs.fresh(from, "Event")
		if doc == "" && name != from {
			doc = from
		}
		b.known[key] = name
		b.events = append(b.events, declaration{name: name, doc: doc})
	}
	if environment {
		for i := range b.events {
			if b.events[i].name == name {
				b.events[i].environment = true
			}
		}
	}
	return name
}

// guard returns the name of an external guard, and declares it.
func (b *builder) guard(from string) string {
	return b.declared("guard "+from, from, "guard", &b.guards)
}

// outs returns the names of the outputs that actions are, and declares them.
func (b *builder) outs(actions []string, at text) []string {
	var list []string
	for _, a := range actions {
		if _, ok := b.known["output "+a]; !ok && strings.ContainsAny(a, "=←") {
			b.warn(at, "the assignment `%s` is imported as an output", diag.Clip(a)).
				Helpf("to include it in proofs, declare a variable and assign it in a `set:`")
		}
		list = append(list, b.declared("output "+a, a, "output", &b.outputs))
	}
	return list
}

func (b *builder) declared(key, from, fallback string, to *[]declaration) string {
	name, ok := b.known[key]
	if !ok {
		name = b.host.fresh(from, fallback)
		doc := ""
		if name != from {
			doc = from
		}
		b.known[key] = name
		*to = append(*to, declaration{name: name, doc: doc})
	}
	return name
}

var seconds = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?|d|days?)$`)

// timers adds the timers that raise the event of a label: to the state or, for
// "30s in Other", to another.
func (b *builder) timers(s *state, l label, event string) {
	for _, after := range l.after {
		owner := s
		if length, name, ok := cutLast(after, " in "); ok {
			if other := b.named(name); other != nil {
				after, owner = length, other
			}
		}
		if owner == b.root {
			b.warn(l.at, "this timer cannot be imported, because it does not belong to a state")
			b.comments = append(b.comments, "after "+after+": "+event)
			continue
		}
		if m := seconds.FindStringSubmatch(after); m != nil {
			unit := m[2][:1]
			if m[2] == "ms" {
				unit = "ms"
			}
			if after = m[1] + unit; unit == "d" {
				after = days(m[1])
			}
		}
		if length, err := time.ParseDuration(after); err == nil && length > 0 {
			after = core.Duration(length)
		} else {
			// What a delay depends on has no type here, and is left to its name.
			name, args, call := strings.Cut(after, "(")
			if call && valid.MatchString(name) && strings.HasSuffix(args, ")") {
				after = name
			}
			after = b.declared("delay "+after, after, "delay", &b.delays)
		}
		if !slices.ContainsFunc(owner.after, func(t timer) bool { return t.event == event || t.delay == after }) {
			owner.after = append(owner.after, timer{after, event})
		}
	}
}

// days writes a number of days in hours, which Go's lengths of time end with.
func days(number string) string {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number + "d"
	}
	return strconv.FormatFloat(24*n, 'f', -1, 64) + "h"
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// named finds a state by its name.
func (b *builder) named(name string) *state {
	var found *state
	b.root.each(func(s *state) {
		if s.name == name {
			found = s
		}
	})
	return found
}
