package run

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// calls returns the paragraphs about calls in the comment of Run.
func (g texts) calls() []string {
	n := g.m.Names
	if n.CallSet == "" {
		return nil
	}
	makes := "$Run makes the calls. One that a step has started begins when the machine waits for an event and its checkpoints have been called. " +
		"Then a goroutine calls the method of host, whose context is canceled when the state is left, with *" + n.StaleCall + " as the cause, or when the run ends. "
	if slices.ContainsFunc(g.m.Core.Calls, func(c core.Call) bool { return c.Child != nil }) {
		makes += "If the method of a child machine returns an error or no result, the run ends. "
	}
	makes += "An error that a method returns after the end of its context is no result, and neither is what it returns when its state has been left. " +
		"A panic continues in the goroutine of $Run. Before $Run returns, or such a panic leaves it, it waits until all these methods have returned: one that does not heed its context delays nothing else."
	ends := "A result is like a timer that expires: the context of the method of h is canceled, with *" + n.Run.Ended + " as the cause, " +
		"and $Run sends the result if the method makes no transition. A method may return nil and nil to wait for it."
	if g.traits.idle() {
		ends = "$Run itself sends the results: h has no methods, and may be nil."
	}
	if len(g.m.Core.Calls) > 1 {
		ends += " If several calls have ended, the order of the spec decides."
	}
	if n.TimerSet != "" {
		ends += " A result comes before the event of a timer."
	}
	var states []string
	for _, s := range g.m.Waiting() {
		if g.traits.unattended(s) {
			states = append(states, g.m.Core.States[s].Name)
		}
	}
	if len(states) > 0 && !g.traits.idle() {
		ends += " In " + comment.List(states) + ", $Run itself waits: h has no method for that."
	}
	return []string{makes, ends}
}

// host returns the comment of the part of the host that Run needs.
func (g texts) host() []string {
	n := g.m.Names
	around := n.Run.Host + " is the program around a machine that [" + n.Run.Run + "] drives: "
	if n.CallSet == "" {
		return comment.Wrap(around + "a [" + n.Host + "] without the methods that start and stop timers, which " + n.Run.Run + " has itself.")
	}
	what := "calls"
	if n.TimerSet != "" {
		what = "timers and calls"
	}
	out := comment.Wrap(around + "a [" + n.Host + "] that makes calls, without the methods that start and stop " + what + ", which " + n.Run.Run + " has itself.")
	return append(append(out, ""), comment.Wrap("The methods with a context make calls. They are called in goroutines of their own, beside each other, the other methods, and the handler.")...)
}
