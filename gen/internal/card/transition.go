package card

import (
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// transitions lists the transitions, each with its change of the progress function and
// the status of the proof.
func (c *card) transitions() *markdown.Table {
	promise := c.promises()
	t := &markdown.Table{}
	t.Head("Transition", "Effect", "Δφ")
	for i := range c.m.Transitions {
		tr := &c.m.Transitions[i]
		t.Row(lines(append([]string{c.fromTo(tr)}, c.trigger(i)...)), c.effect(tr), c.change(promise[i]))
	}
	return t
}

// fromTo writes the states of a transition.
func (c *card) fromTo(t *core.Transition) string {
	from := markdown.Text(c.m.States[t.From].Name)
	if t.Internal {
		return from + " " + stays(t)
	}
	return from + " → " + markdown.Text(c.m.States[t.To].Name)
}

// trigger writes the event and the guard of a transition, on one line if they are short.
func (c *card) trigger(i int) []string {
	t := &c.m.Transitions[i]
	event := markdown.Text(c.m.Events[t.Event].Name)
	switch {
	case t.Guard == nil && c.m.Otherwise(i):
		return []string{event + " *otherwise*"}
	case t.Guard == nil:
		return []string{event}
	}
	guard := expr.Print(t.Written, expr.Math)
	if utf8.RuneCountInString(c.m.Events[t.Event].Name)+utf8.RuneCountInString(guard) < narrow {
		return []string{event + " " + markdown.Code(guard)}
	}
	return []string{event, wrapped(guard)}
}

// effect writes what a transition is for, and what it does besides changing the state.
func (c *card) effect(t *core.Transition) string {
	var parts []string
	if doc := markdown.Text(t.Doc); doc != "" {
		parts = append(parts, doc)
	}
	if t.Rule != "" {
		parts = append(parts, "by the "+markdown.Text(t.Rule)+" rule")
	}
	parts = append(parts, c.updates(t)...)
	for _, name := range c.emits(t) {
		parts = append(parts, "emits "+name)
	}
	return lines(parts)
}

// updates writes assignments, except those that a rule adds.
func (c *card) updates(t *core.Transition) []string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, wrapped(c.assignment(u)))
		}
	}
	return parts
}

// assignment writes an assignment as the diagram does: "v += x" or "v -= x" for
// increments and decrements, and "v ← x" otherwise.
func (c *card) assignment(u core.Update) string {
	name := c.m.Vars[u.Var].Name
	if sum, ok := u.Value.(*expr.Binary); ok && (sum.Op == expr.Add || sum.Op == expr.Sub) {
		if x, ok := sum.X.(*expr.Ref); ok && x.Symbol.Scope == expr.Var && x.Symbol.Index == u.Var {
			return name + " " + sum.Op.String() + "= " + expr.Print(sum.Y, expr.Math)
		}
	}
	return name + " ← " + expr.Print(u.Value, expr.Math)
}

// promises returns the obligation on progress for each transition: that progress
// falls or, for an environment event, that it is at or below the bound afterward. An
// element is nil if there is none.
func (c *card) promises() []*verify.Obligation {
	list := make([]*verify.Obligation, len(c.m.Transitions))
	for i := range c.r.Obligations {
		if o := &c.r.Obligations[i]; o.Transition >= 0 && (o.Kind == verify.KindDecrease || o.Kind == verify.KindBound) {
			list[o.Transition] = o
		}
	}
	return list
}

// sign writes a status as one character, in bold if it is not "proved".
func sign(s verify.Status) string {
	switch s {
	case verify.Proved:
		return "✓"
	case verify.Refuted:
		return "**✗**"
	}
	return "**?**"
}

// mark writes a status, in bold if it is not "proved".
func mark(s verify.Status) string {
	if s == verify.Proved {
		return string(s)
	}
	return "**" + string(s) + "**"
}
