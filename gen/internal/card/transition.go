package card

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// transitions lists the transitions, each with its change of the progress function and
// the status of the proof. In each state, those without an event come first.
func transitions(r *verify.Report) *markdown.Table {
	m := r.Machine
	promise := promises(r)
	t := &markdown.Table{}
	t.Head("Transition", "Effect", "Δφ")
	last := -1
	var said [][]string // of the state
	for _, i := range tried(m) {
		tr := &m.Transitions[i]
		if unlisted(tr) {
			continue
		}
		if tr.From != last {
			last, said = tr.From, nil
		}
		row := []string{lines(append([]string{fromTo(m, tr)}, trigger(m, i)...)), effect(m, tr), change(r, promise[i])}
		place := append(slices.Clone(row), tr.Span.String())
		if !tr.Span.Start.IsValid() || !slices.ContainsFunc(said, func(x []string) bool { return slices.Equal(x, place) }) {
			t.Row(row...)
			said = append(said, place)
		}
	}
	return t
}

// tried returns the indices of the transitions in the order in which the machine tries them: in each
// state, those without an event come first. Those of the leaves of its regions follow those of the whole state.
func tried(m *core.Machine) []int {
	list := make([]int, len(m.Transitions))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int {
		t, u := &m.Transitions[a], &m.Transitions[b]
		x, y := siteOf(t), siteOf(u)
		return cmp.Or(x.state-y.state, x.region-y.region, x.leaf-y.leaf, withEvent(m, t)-withEvent(m, u))
	})
	return list
}

// withEvent is 0 for a transition without an event, and 1 for others. That of a later region for an event that
// several regions handle has one for its author.
func withEvent(m *core.Machine, t *core.Transition) int {
	if m.Events[t.Event].Eventless && (t.Move == nil || t.Handles == "") {
		return 0
	}
	return 1
}

// fromTo writes the states or leaves of a transition.
func fromTo(m *core.Machine, t *core.Transition) string {
	from := siteName(m, siteOf(t))
	to, moves := destination(m, t)
	if !moves {
		return from + " " + stays(t)
	}
	return from + " → " + siteName(m, to)
}

// trigger writes the event and the guard of a transition, on one line if they are short.
func trigger(m *core.Machine, i int) []string {
	t := &m.Transitions[i]
	event := markdown.Text(m.Trigger(t))
	switch {
	case source.Otherwise(m, i):
		return []string{event + " *otherwise*"}
	case t.Written == nil:
		return []string{event}
	}
	guard := expr.Print(t.Written, expr.Math)
	if utf8.RuneCountInString(m.Trigger(t))+utf8.RuneCountInString(guard) < narrow {
		return []string{event + " " + markdown.Code(guard)}
	}
	return []string{event, wrapped(guard)}
}

// effect writes what a transition is for, and what it does besides changing the state.
func effect(m *core.Machine, t *core.Transition) string {
	var parts []string
	if t.Rule != "" {
		parts = append(parts, "by the "+markdown.Text(t.Rule)+" rule")
	}
	parts = append(parts, updates(m, t)...)
	for _, name := range emits(m, t) {
		parts = append(parts, "emits "+name)
	}
	actions := source.Actions(m, t)
	if t.Move != nil {
		actions = actions[1:] // the move, which the other column has
	}
	for _, text := range actions {
		parts = append(parts, markdown.Text(text))
	}
	return described(t.Doc, parts)
}

// updates writes assignments, except those that a rule adds.
func updates(m *core.Machine, t *core.Transition) []string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, wrapped(assignment(m, u)))
		}
	}
	return parts
}

// assignment writes an assignment as the diagram does: "v += x" or "v -= x" for
// increments and decrements, and "v ← x" otherwise.
func assignment(m *core.Machine, u core.Update) string {
	name := m.Vars[u.Var].Name
	if sum, ok := u.Value.(*expr.Binary); ok && (sum.Op == expr.Add || sum.Op == expr.Sub) {
		if x, ok := sum.X.(*expr.Ref); ok && x.Symbol.Scope == expr.Var && x.Symbol.Index == u.Var {
			return name + " " + sum.Op.String() + "= " + expr.Print(source.Shown(m, sum.Y), expr.Math)
		}
	}
	return name + " ← " + expr.Print(source.Shown(m, u.Value), expr.Math)
}

// promises returns the obligation on progress for each transition: that progress
// falls or, for an environment event, that it is at or below the bound afterward. An
// element is nil if there is none.
func promises(r *verify.Report) []*verify.Obligation {
	list := make([]*verify.Obligation, len(r.Machine.Transitions))
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Transition >= 0 && (o.Kind == verify.KindDecrease || o.Kind == verify.KindBound) {
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
