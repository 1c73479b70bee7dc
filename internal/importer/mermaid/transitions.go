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
	case b.shape.isMark(n):
		s = b.drawing.draft.Root
		if n.parent != nil {
			s = b.of[n.parent]
		}
	default:
		return // the arrows into it lead on
	}
	if b.isEnd(n) != goesOn {
		return
	}
	goOn := !n.parallel && (b.ending(n) == decides || b.ending(n) == ends)
	for _, a := range b.from[n] {
		completes := b.completes(n, a)
		if completes && goOn {
			continue // the arrows to the end of the composite state do what this one says
		}
		for _, l := range labels(a.label) {
			l.completes = completes || n.parent != nil && n.parent.parallel && b.shape.isMark(n) && l.event == "done" && len(l.after) == 0
			b.transition(s, a, l, nil)
		}
	}
}

// transition adds an arrow with one of its labels. If it leads to a choice, it adds an alternative for each branch; passed
// are the choices on the way.
func (b *builder) transition(s *draft.State, a arrow, l label, passed []*node) {
	if b.ways > maxWays {
		return // reported
	}
	to := a.to
	if to == nil && a.from != nil && b.ending(a.block) == decides {
		b.choose(s, b.completion(a.block), l, passed, a.at)
		return
	}
	if to != nil && b.of[to] == nil && !b.shape.isMark(to) {
		b.through(s, to, l, append(slices.Clip(passed), to))
		return
	}
	alt := draft.Alternative{At: a.at.span(b.drawing.file), Late: l.otherwise, Order: l.order, Doc: strings.Join(l.doc, " and ")}
	switch {
	case to == nil:
		alt.To = b.end(a.block)
	case b.shape.isMark(to) && to.parent != nil && to.parent.parallel:
		alt.To = b.of[to.parent]
	case b.shape.isMark(to):
		b.drawing.fail(diag.CodeShape, a.at, "an arrow cannot lead to the node for any state")
		return
	default:
		alt.To = b.of[to]
	}
	if l.completes {
		alt.Guard = b.condition(l)
		alt.Emit = b.does(l, a.at)
		s.Done(alt)
		return
	}
	event := b.event(s, l)
	b.timers(s, l, event)
	alt.Guard = b.condition(l)
	alt.Emit = b.does(l, a.at)
	s.Handle(event, alt)
}

// maxWays is the maximum number of branches of choices and of completion transitions, counted once for each way into
// them.
const maxWays = 2000

// branch counts branches, and reports whether there may be so many.
func (b *builder) branch(n int, at text) bool {
	if b.ways += n; b.ways > maxWays {
		b.drawing.fail(diag.CodeTooBig, at, "the choices have more than %d branches", maxWays)
	}
	return b.ways <= maxWays
}

// through follows the arrows that leave a choice, fork, or join.
func (b *builder) through(s *draft.State, n *node, l label, passed []*node) {
	ways := b.from[n]
	switch {
	case len(passed) > 20 || slices.Contains(passed[:len(passed)-1], n):
		b.drawing.fail(diag.CodeShape, n.at, "choices form a cycle")
	case len(ways) == 0:
		b.drawing.fail(diag.CodeNoExit, n.at, "no arrow leaves `%s`", diag.Clip(n.id))
	default:
		b.choose(s, ways, l, passed, n.at)
	}
}

// choose adds an alternative for each branch. One of them is taken, so the last one needs no condition.
func (b *builder) choose(s *draft.State, ways []arrow, l label, passed []*node, at text) {
	if !b.branch(len(ways), at) {
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
	all := slices.Concat(first, last)
	for i, w := range all {
		k := w.label
		guard := k.guard
		if k.event != "" && guard == "" {
			guard = b.answer(w.arrow.from, k.event)
		}
		joined := l
		joined.actions, joined.plain = slices.Concat(l.actions, k.actions), l.plain || k.plain
		switch {
		case len(last) == 0 && i > 0 && i == len(all)-1:
			joined.doc = append(slices.Clip(joined.doc), guard)
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

// answer returns the condition that the text of a branch means. The same text at several choices is an answer to
// different questions.
func (b *builder) answer(n *node, text string) string {
	switch strings.ToLower(text) {
	case "yes", "no", "y", "n", "true", "false":
		return n.question() + " " + text
	}
	for _, a := range b.drawing.arrows {
		if a.from == nil || a.from == n || a.from.kind == plain || a.from.kind == region {
			continue
		}
		for _, l := range labels(a.label) {
			if l.guard == "" && l.event == text {
				return n.question() + " " + text
			}
		}
	}
	return text
}

// question returns what a choice asks: its title, or its id.
func (n *node) question() string {
	if n.title != "" {
		return n.title
	}
	return n.id
}

// event returns the event of a label, which is "" for "always".
func (b *builder) event(s *draft.State, l label) string {
	if l.always() {
		return ""
	}
	occasion := l.occasion()
	if occasion == "" {
		for ; s != nil; s = s.Parent() {
			if p := s.Parent(); p != nil && p.Parallel { // regions go on independently of each other
				occasion = "Next " + s.Want
				break
			}
		}
	}
	return b.drawing.draft.Event(occasion, l.environment)
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
	case l.always() || l.completes:
		b.drawing.warn(l.at, "the condition `%s` is imported as a variable, because no event comes with it", diag.Clip(l.guard)).
			Helpf("set the variable in the transitions before this one, or write the condition over other variables")
		return b.drawing.draft.Standing(l.guard)
	}
	return b.drawing.draft.Condition(l.guard)
}

// occasion returns the text of the event, or that of the time if there is no event.
func (l label) occasion() string {
	if l.event == "" && len(l.after) > 0 {
		return "after " + strings.Join(l.after, " or ")
	}
	return l.event
}

// does declares the outputs for the actions of a label, and returns their names.
func (b *builder) does(l label, at text) []string {
	if l.plain && !b.acts {
		b.acts = true
		b.drawing.warn(at, "`%s` is read as an action: what follows the slash in `event / action`", diag.Clip(l.actions[0])).
			Helpf("if it belongs to the event, remove the spaces around the slash")
	}
	return b.outs(l.actions, at)
}

// outs declares outputs for actions, and returns their names.
func (b *builder) outs(actions []string, at text) []string {
	var list []string
	for _, a := range actions {
		list = append(list, b.drawing.draft.Output(a, at.span(b.drawing.file)))
	}
	return list
}

// timers adds the timers that raise the event of a label: to the state or, for
// "30s in Other", to another.
func (b *builder) timers(s *draft.State, l label, event string) {
	for _, after := range l.after {
		owner := s
		if length, name, ok := cutLast(after, " in "); ok {
			if other := b.drawing.draft.Named(name); other != nil {
				after, owner = length, other
			}
		}
		if owner == b.drawing.draft.Root {
			b.drawing.warn(l.at, "this timer cannot be imported, because it does not belong to a state")
			b.drawing.draft.Comment("after " + after + ": " + event)
			continue
		}
		owner.AddTimer(b.drawing.draft.Delay(after), event)
	}
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
