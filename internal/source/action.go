package source

import (
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Actions returns what a transition itself does through implied variables, in the words of its
// author: "Checking to Held" in a region, "raise Next" for each event, and "to deep history of Playing".
func Actions(m *core.Machine, t *core.Transition) (list []string) {
	if text := Move(m, t); text != "" {
		list = append(list, text)
	}
	for _, r := range t.Raises {
		if r.Cause == core.ByTransition {
			list = append(list, Raise(m, r))
		}
	}
	if to := t.Returns.String(); to != "" {
		list = append(list, "to "+to)
	}
	return list
}

// Raise returns "raise Next" for a raised event.
func Raise(m *core.Machine, r core.Raise) string { return "raise " + m.Events[r.Event].Name }

// Assignments returns the updates of t except the implied ones, as in
// "remaining: remaining - 1, retries: 0".
func Assignments(m *core.Machine, t *core.Transition) string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, m.Vars[u.Var].Name+": "+expr.Print(Shown(m, u.Value), expr.Spec))
		}
	}
	return strings.Join(parts, ", ")
}

// Delay returns the duration of a timer in the syntax of a spec: "1m30s", an expression, or the
// name of the delay with its arguments.
func Delay(m *core.Machine, t *core.Timer) string {
	switch {
	case t.Length != nil:
		return expr.Print(t.Length, expr.Spec)
	case t.Delay < 0:
		return Duration(t.Constant)
	}
	name := m.Delays[t.Delay].Name
	if len(t.Args) == 0 {
		return name
	}
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = expr.Print(a, expr.Spec)
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// Duration returns d without the trailing zero units of
// [time.Duration.String]: "2m" instead of "2m0s".
func Duration(d time.Duration) string { return expr.DurationText(d) }

// Move returns what a transition does in a region, such as "Checking to Held", "in Checking" for
// an internal one, or "from Checking" for one that leaves the state. It is "" for other transitions.
func Move(m *core.Machine, t *core.Transition) string {
	if t.Move == nil {
		return ""
	}
	regions := m.States[t.From].Regions
	from := regions[t.Move.Region].Leaves[t.Move.From].Name
	switch {
	case t.Move.Internal:
		return "in " + from
	case t.Move.To < 0:
		return "from " + from
	}
	return from + " to " + regions[t.Move.ToRegion].Leaves[t.Move.To].Name
}

// Raised reports whether a transition or the start raises an event.
func Raised(m *core.Machine, event int) bool {
	is := func(r core.Raise) bool { return r.Event == event }
	return slices.ContainsFunc(m.StartRaises, is) ||
		slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return slices.ContainsFunc(t.Raises, is) })
}

// Timer returns the text that identifies a timer: its state and its event, as in
// "Waiting.Again".
func Timer(m *core.Machine, timer int) string {
	t := &m.Timers[timer]
	return t.Owner + "." + m.Events[t.Event].Name
}
