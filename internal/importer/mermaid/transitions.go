package mermaid

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// leave adds the arrows that leave a node to its state.
func (b *builder) leave(n *node) {
	s := b.of[n]
	switch {
	case s != nil:
	case b.isMark(n):
		s = b.Root
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

// isEnd reports whether the only arrow that leaves a node leads to an end.
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

// completion returns the completion transitions of a composite state: the arrows without a label, if states inside it end.
func (b *builder) completion(n *node) []arrow {
	if n == nil || !b.ends[n] {
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

// completes reports whether an arrow is a completion transition.
func (b *builder) completes(n *node, a arrow) bool {
	return slices.ContainsFunc(b.completion(n), func(c arrow) bool { return c.at == a.at })
}

// transition adds an arrow with one of its labels. If it leads to a choice, it adds an alternative for each branch; passed
// are the choices on the way.
func (b *builder) transition(s *draft.State, a arrow, l label, passed []*node) {
	if b.ways > maxWays {
		return // reported
	}
	to := a.to
	if list := b.completion(a.block); to == nil && a.from != nil && len(list) > 0 {
		if !b.branch(len(list), a.at) {
			return
		}
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
	alt := draft.Alternative{At: a.at.span(b.file), Late: l.otherwise, Order: l.order}
	switch {
	case to == nil:
		alt.To = b.end()
	case b.isMark(to):
		b.fail(diag.CodeShape, a.at, "an arrow cannot lead to the node for any state")
		return
	default:
		alt.To = b.of[to]
	}
	event := b.event(l)
	b.timers(s, l, event)
	alt.Guard = b.condition(l)
	alt.Emit = b.outs(l.actions, a.at)
	s.Handle(event, alt)
}

// maxWays is the maximum number of branches of choices and of completion transitions, counted once for each way into
// them.
const maxWays = 2000

// branch counts branches, and reports whether there may be so many.
func (b *builder) branch(n int, at text) bool {
	if b.ways += n; b.ways > maxWays {
		b.fail(diag.CodeTooBig, at, "the choices have more than %d branches", maxWays)
	}
	return b.ways <= maxWays
}

// through follows the arrows that leave a choice, fork, or join.
func (b *builder) through(s *draft.State, n *node, l label, passed []*node, at text) {
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
	if !b.branch(len(ways), n.at) {
		return
	}
	// The alternative that applies if no other one does comes last.
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
			joined.guard = draft.Bracket(l.guard) + " and " + draft.Bracket(guard)
		case guard != "":
			joined.guard = guard
		}
		b.transition(s, w.arrow, joined, passed)
	}
}

// way is an arrow that leaves a choice, with one of its labels.
type way struct {
	arrow arrow
	label label
}

// end returns the state for arrows that end with an event.
func (b *builder) end() *draft.State {
	if b.final == nil {
		b.final = b.AddState(b.Root, &draft.State{Want: "Final", End: "done"})
	}
	return b.final
}

// event returns the event of a label, which is "" for "always".
func (b *builder) event(l label) string {
	if l.always() {
		return ""
	}
	return b.Event(l.occasion(), l.environment)
}

// always reports whether the transition needs no event.
func (l label) always() bool {
	return strings.EqualFold(l.event, "always") && len(l.after) == 0 && !l.environment
}

// condition returns the guard of a label, or "".
func (b *builder) condition(l label) string {
	switch {
	case l.guard == "":
		return ""
	case l.always():
		b.warn(l.at, "the condition `%s` is imported as a variable, because no event comes with it", diag.Clip(l.guard)).
			Helpf("set the variable in the transitions before this one, or write the condition over other variables")
		return b.Standing(l.guard)
	}
	return b.Condition(l.guard)
}

// occasion returns the text of the event, or that of the time if there is no event.
func (l label) occasion() string {
	if l.event == "" && len(l.after) > 0 {
		return "after " + strings.Join(l.after, " or ")
	}
	return l.event
}

// outs declares outputs for actions, and returns their names.
func (b *builder) outs(actions []string, at text) []string {
	var list []string
	for _, a := range actions {
		list = append(list, b.Output(a, at.span(b.file)))
	}
	return list
}

// timers adds the timers that raise the event of a label: to the state or, for
// "30s in Other", to another.
func (b *builder) timers(s *draft.State, l label, event string) {
	for _, after := range l.after {
		owner := s
		if length, name, ok := cutLast(after, " in "); ok {
			if other := b.Named(name); other != nil {
				after, owner = length, other
			}
		}
		if owner == b.Root {
			b.warn(l.at, "this timer cannot be imported, because it does not belong to a state")
			b.Comment("after " + after + ": " + event)
			continue
		}
		owner.AddTimer(b.Delay(after), event)
	}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
