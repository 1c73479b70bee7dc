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
	out := comment.Wrap(n.Run.Run + drives)
	add := func(text string) {
		out = append(append(out, ""), comment.Wrap(strings.ReplaceAll(text, "$Run", n.Run.Run))...)
	}
	if g.m.Core.Eventless() >= 0 {
		add("The machine makes transitions without an event by itself. A method of h is called when no more of them apply.")
	}
	if slices.ContainsFunc(n.Run.Methods, func(name string) bool { return name != "" }) || !g.traits.hasParts() && !g.traits.idle() {
		add(g.methods())
	}
	if g.traits.hasParts() {
		add(g.beside())
		add(g.together())
	}
	if n.TimerSet != "" {
		text := "$Run manages the timers. The context of a method is canceled when the first timer of its state expires, with *" + n.Run.Fired +
			" as the cause. If the method then returns no event, or an error that comes from its context, $Run sends the event of the timer; if the method has made a transition, " +
			"only timers of composite states that contain both states are still running. A method that returns nil and nil while a timer is running leaves the event to the timer, and $Run waits. " +
			"If a timer has expired before a method is called, its event is sent at once."
		if len(g.traits.inertTimers()) > 0 {
			text += " A state that ignores the event of a timer is not interrupted by it; if the timer is still running when the machine leaves the state, its event is sent then."
		}
		add(text)
	}
	for _, paragraph := range g.calls() {
		add(paragraph)
	}
	add(g.cancel())
	if n.Context != "" {
		add(g.context())
	}
	sent := ""
	if n.Run.Own != "" || g.m.Cancellation() >= 0 {
		sent = "An error of an event that $Run sends also ends the run. "
	}
	stopped := sent + "All errors except those about " + g.orContext() + "p"
	if n.Run.Host != "" {
		stopped += ", host"
	}
	add(stopped + " and h are *" + n.Run.Error + ", which holds the cause and the machine in the state in which it stopped. [" + n.Run.Continue + "] can continue it.")
	return out
}

// context describes which contexts the host receives.
func (g texts) context() string {
	text := "The host receives the context with which a method of h sends an event. "
	if g.traits.hasParts() {
		text += "That of an event which a method for a part of a state returns has ended when $Run sends it: the host receives its values, without its end. "
	}
	return text + "In steps that $Run makes by itself, the host receives ctx, or, after the end of ctx, its values."
}

// orContext adds the context to what errors are about.
func (g texts) orContext() string {
	if g.m.Names.Context == "" {
		return ""
	}
	return "ctx, "
}

// methods describes what the methods of a handler return.
func (g texts) methods() string {
	n := g.m.Names
	return "A method of h sends an event to the typed state that it receives. It may continue with the resulting state, and returns the last one. " +
		"If it returns an error, the run ends with that error. The run ends with *" + n.Run.NoEvent + " if the method has made no transition (an ignored " +
		"event makes none), and with *" + n.Typed.Stale + " if the result is not the current state of the machine. A panic propagates."
}

// resume returns the comment of Resume, with its differences from Run.
func (g texts) resume() []string {
	n := g.m.Names
	text := n.Run.Resume + " continues the machine that data is a snapshot of, as [" + n.Record.Restore + "] returns it. Everything else is as [" + n.Run.Continue + "] documents."
	if n.OutputSet != "" {
		text += " The host does not receive the outputs from before the snapshot again."
	}
	text += " All errors except those about " + g.orContext() + "data"
	if n.Run.Host != "" {
		text += ", host"
	}
	return comment.Wrap(text + " and h are *" + n.Run.Error + ".")
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
	if n.TimerSet != "" {
		text += " What remains of the timers of the state runs on: one that is overdue expires at once. One that is not known to be due at some time, as [" + n.Machine +
			".Due] tells, starts with its whole duration; so does one with a constant duration if more than that would remain, because a clock was set back."
	}
	if n.CallSet != "" {
		text += " The calls of the state start again."
	}
	text += " All errors except those about " + g.orContext() + "m"
	if n.Run.Host != "" {
		text += ", host"
	}
	return comment.Wrap(text + " and h are *" + n.Run.Error + ".")
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
	with := ""
	if len(g.m.Core.Events[event].Fields) > 0 {
		with = ", with the cause"
	}
	text := "When ctx is done and a method of h has returned no event, or an error that comes from its context, $Run sends " + name + with +
		". If that makes a transition, the methods of h get a context that is not done from then on; if not, the one for this state does. In a state that does not accept " + name +
		", the run ends with the cause."
	if inert := g.m.Inert(event, g.m.Everywhere()); len(inert) > 0 {
		states := make([]string, len(inert))
		for i, s := range inert {
			states[i] = g.m.Core.States[s].Name
		}
		text += " In " + comment.List(states) + ", " + name + " has no effect: there, the context of the method is not done."
	}
	return text
}
