package run

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// runDoc is the comment of Run: all its rules.
func (g printer) runDoc() []string {
	n := g.m.Names
	end := "until that is terminal, and returns it"
	if n.Typed.Ended == "" {
		end = "until something stops it, for the machine has no end of its own"
	}
	out := comment.Wrap(n.Run.Run + " makes a machine and drives it: it calls the method of h for the present state, again and again, " + end + "." + g.limit())
	add := func(text string) {
		out = append(append(out, ""), comment.Wrap(strings.ReplaceAll(text, "$Run", n.Run.Run))...)
	}
	add("A method of h sends an event to the typed state that it is given. It may go on with the state that results, and returns the last one. " +
		"If it returns an error, the run ends with that. It ends with *" + n.Run.NoEvent + " if the method has made no transition (an event that is " +
		"ignored makes none), and with *" + n.Typed.Stale + " if the result is not the present state of the machine. A panic passes through.")
	if n.TimerSet != "" {
		text := "$Run keeps the time. The context of a method ends when the first timer of its state is over, with *" + n.Run.Fired +
			" as the cause. If the method then returns no event, or an error that comes from its context, $Run sends the event of the timer; if it has moved the machine, " +
			"only timers of composite states around both states are left. A method that returns nil and nil while a timer runs leaves the event to that, and $Run waits. " +
			"A timer that is over before a method is called sends its event at once."
		if len(g.deafTimers()) > 0 {
			text += " In states that ignore the event of a timer, the timer disturbs nobody; if it still runs when they are left, it sends its event then."
		}
		add(text)
	}
	add(g.cancelDoc())
	if g.m.Faces.Observe {
		add("The observers are told each step, those of events that $Run sends too, as those of [" + n.Machine + ".Observe] are; the time of a step is that of [time.Now].")
	}
	sent := ""
	if n.TimerSet != "" || g.m.Cancellation() >= 0 {
		sent = "An error of an event that $Run sends ends the run, too. "
	}
	stopped := sent + "Errors but those about p"
	if n.Run.Host != "" {
		stopped += ", host"
	}
	add(stopped + " and h are *" + n.Run.Error + ", which has the cause and the machine as it has stopped.")
	return out
}

// resumeDoc is the comment of Resume: what is different from Run.
func (g printer) resumeDoc() []string {
	n := g.m.Names
	text := n.Run.Resume + " goes on with a machine of which data is a snapshot, which [" + n.Record.Restore + "] makes. The handler is called for its state, and all is as [" +
		n.Run.Run + "] says."
	if n.TimerSet != "" {
		text += " The timers of that state start anew, with the delays that the values are for now."
	}
	if n.OutputSet != "" {
		text += " What the host was told before the snapshot, it is not told again."
	}
	text += " Errors but those about data"
	if n.Run.Host != "" {
		text += ", host"
	}
	return comment.Wrap(text + " and h are *" + n.Run.Error + ".")
}

// limit says how often Run calls the handler.
func (g printer) limit() string {
	if g.m.Bound == nil {
		return ""
	}
	calls := " It calls h at most p.MaxTransitions() times"
	if g.m.Reactive() {
		calls += " between two environment events"
	}
	return calls + g.again() + "."
}

// again says when the handler may be called without a transition of the machine
// before.
func (g printer) again() string {
	wavers := func(event int, states []int) bool {
		return slices.ContainsFunc(states, func(s int) bool {
			ts := g.m.Alternatives(s, event)
			return !slices.Contains(g.m.Deaf(event, states), s) &&
				slices.ContainsFunc(ts, func(t core.Transition) bool { return t.Effect == core.Ignore })
		})
	}
	timers := slices.ContainsFunc(g.m.Timers, func(t core.Timer) bool { return wavers(t.Event, t.States) })
	cancel := g.m.Cancellation()
	switch cancels := cancel >= 0 && wavers(cancel, g.m.Everywhere()); {
	case timers && cancels:
		return ", and again after each event of a timer, or of ctx, that was ignored"
	case timers:
		return ", and again after each event of a timer that was ignored"
	case cancels:
		return ", and once more if the event of ctx was ignored"
	}
	return ""
}

// cancelDoc says what becomes of a run whose context is done.
func (g printer) cancelDoc() string {
	event := g.m.Cancellation()
	if event < 0 {
		return "When ctx is done, the run ends with its cause, unless a method of h still makes a transition or returns an error of its own."
	}
	name := g.m.Events[event].Name
	with := ""
	if len(g.m.Events[event].Fields) > 0 {
		with = ", with the cause"
	}
	text := "When ctx is done, and a method of h has returned no event, or an error that comes from its context, $Run sends " + name + with +
		". If that makes a transition, the methods of h get a context that is not done from then on; if not, the one for this state does. In a state that does not accept " + name +
		", the run ends with the cause."
	if deaf := g.m.Deaf(event, g.m.Everywhere()); len(deaf) > 0 {
		states := make([]string, len(deaf))
		for i, s := range deaf {
			states[i] = g.m.States[s].Name
		}
		text += " Nothing becomes of " + name + " in " + comment.List(states) + ": there, the method's context is not done."
	}
	return text
}
