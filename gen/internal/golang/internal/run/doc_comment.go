package run

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// run returns the comment of Run, with all its rules.
func (g texts) run() []string {
	n := g.m.Names
	end := "until that state is terminal, and returns it"
	if n.Typed.Ended == "" {
		end = "until something stops it, because the machine has no end of its own"
	}
	drives := " makes a machine and drives it: it calls the method of h for the current state, again and again, " + end + "." + g.limit()
	if g.traits.idle() {
		drives = " makes a machine and drives it " + end + "."
	} else if g.traits.hasParts() {
		drives = strings.Replace(drives, "the method of h for the current state", "the methods of h for the current state", 1)
	}
	drives += " " + g.cancel()
	if states := g.unattended(); len(states) > 0 {
		drives += " In " + comment.List(states) + ", " + n.Run.Run + " itself waits: h has no method for that."
	}
	if g.traits.idle() {
		drives += " h has no methods, and may be nil."
	}
	out := comment.Wrap(n.Run.Run + drives)
	return append(append(out, ""), comment.Wrap("Package [fsmdrive] documents what methods of h return, what happens beside them, and errors. All errors except those about arguments are *"+
		n.Run.Error+", from which ["+n.Run.Continue+"] can go on.")...)
}

// unattended returns the names of states in which a run waits for results although it calls the handler in others.
func (g texts) unattended() (states []string) {
	for _, s := range g.m.Waiting() {
		if g.traits.unattended(s) && !g.traits.idle() {
			states = append(states, g.m.Core.States[s].Name)
		}
	}
	return states
}

// resume returns the comment of Resume, with its differences from Run.
func (g texts) resume() []string {
	n := g.m.Names
	text := n.Run.Resume + " continues the machine that data is a snapshot of, as [" + n.Record.Restore + "] returns it. Everything else is as [" + n.Run.Continue + "] documents."
	if n.OutputSet != "" {
		text += " The host does not receive the outputs from before the snapshot again."
	}
	return comment.Wrap(text)
}

// continues returns the comment of Continue, with its differences from Run.
func (g texts) continues() []string {
	n := g.m.Names
	from := "*" + n.Run.Error
	if n.Record.Restore != "" {
		from = "[" + n.Record.Restore + "], or in a " + from
	}
	first := "It first calls the handler for the state of m"
	if g.m.Unsettled() {
		first = "It first makes the transitions without an event that apply, and then calls the handler for the state of m"
	}
	text := n.Run.Continue + " continues a machine, such as one from " + from + ". " + first + "; everything else is as [" + n.Run.Run + "] documents."
	if n.Host != "" {
		text += " The host that m had is no longer called."
	}
	return comment.Wrap(text)
}

// limit describes how often Run calls the handler.
func (g texts) limit() string {
	if g.m.Core.Bound == nil {
		return ""
	}
	each := "h"
	if g.traits.hasParts() {
		each = "each method of h"
	}
	calls := " It calls " + each + " at most p.MaxTransitions() times"
	if g.m.Core.Reactive() {
		calls += " between two environment events"
	}
	return calls + g.repeats() + "."
}

// repeats describes when the handler may be called again without a transition.
func (g texts) repeats() string {
	sometimesIgnored := func(event int, states []int) bool {
		return slices.ContainsFunc(states, func(s int) bool {
			ts := g.m.Alternatives(s, event)
			return !slices.Contains(g.m.Inert(event, states), s) &&
				slices.ContainsFunc(ts, func(t core.Transition) bool { return t.Effect == core.Ignore })
		})
	}
	var each []string
	if slices.ContainsFunc(g.m.Core.Timers, func(t core.Timer) bool { return sometimesIgnored(t.Event, t.States) }) {
		each = append(each, "event of a timer")
	}
	if slices.ContainsFunc(g.m.Core.Transitions, func(t core.Transition) bool { return g.m.Core.Events[t.Event].Result && t.Effect == core.Ignore }) {
		each = append(each, "result of a call")
	}
	cancel := g.m.Cancellation()
	switch cancels := cancel >= 0 && sometimesIgnored(cancel, g.m.Everywhere()); {
	case cancels && len(each) > 0:
		return ", and once more after each ignored " + strings.Join(each, ", ") + " or of ctx"
	case len(each) > 0:
		return ", and once more after each ignored " + strings.Join(each, " or ")
	case cancels:
		return ", and once more if the event of ctx was ignored"
	}
	return ""
}

// cancel describes how a run ends when its context is done.
func (g texts) cancel() string {
	event := g.m.Cancellation()
	if event < 0 {
		return "When ctx is done, the run ends with its cause, unless a method of h still makes a transition or returns an error of its own."
	}
	name := g.m.Core.Events[event].Name
	text := "When ctx is done, " + g.m.Names.Run.Run + " sends " + name
	if len(g.m.Core.Events[event].Fields) > 0 {
		text += ", with the cause"
	}
	if inert := g.m.Inert(event, g.m.Everywhere()); len(inert) > 0 {
		states := make([]string, len(inert))
		for i, s := range inert {
			states[i] = g.m.Core.States[s].Name
		}
		text += ", which has no effect in " + comment.List(states)
	}
	return text + "."
}
