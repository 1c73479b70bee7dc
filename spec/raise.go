package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// pendingName and pendingType are the names of the variable of pending events and its enum.
	pendingName, pendingType = "raised", "Raised"
	// maxPending limits how many events can be pending at a time.
	maxPending = 8
	// maxQueues limits the lists of pending events.
	maxQueues = 100
	// maxNotes limits the steps of a chain that a message shows.
	maxNotes = 5
)

// collectRaised notes the names of the events that are raised, and reports those that cannot be.
func (l *flow) collectRaised() {
	m := l.machine
	eachRaise(l.file, func(t syntax.Text) {
		l.raises[t.Value] = true
		e := l.event(t.Value)
		if e < 0 {
			l.unknown(t, "event", l.eventNames())
			l.unsureOfTransitions = true
			return
		}
		l.used[m.Events[e].Span] = true
		switch {
		case m.Events[e].Result:
			l.handling.checkNoResult(e, t)
		case len(m.Events[e].Fields) > 0 || m.Events[e].Environment || m.Events[e].Cancellation:
			another := "declare another event for this, as in Next: {internal: true}"
			why, help := "has a payload", "declare an event without a payload for this, as in Next: {internal: true}, set a variable in the transition that raises it, and read the variable where the event is handled"
			switch {
			case m.Events[e].Environment:
				why, help = "is an environment event, after which the bound counts anew", another
			case m.Events[e].Cancellation:
				why, help = "is the cancellation event, which Run sends", another
			}
			l.diags.Errorf(diag.CodeRaise, t.Span, "event `%s` cannot be raised, because it %s", t.Value, why).
				Note(m.Events[e].Span, "declared here").Helpf("%s", help)
			l.unsureOfTransitions = true
		}
	})
}

// events returns the indices of raised events.
func events(list []core.Raise) (out queue) {
	for _, r := range list {
		out = append(out, r.Event)
	}
	return out
}

// raise gives the machine the variable of pending events, and transitions that handle them. Because
// the machine handles an event only when none is pending, the queue that a transition leaves behind
// follows from the one before it.
func (l *flow) raise() {
	if len(l.raises) == 0 || l.unsureOfTransitions || l.diags.HasErrors() {
		return
	}
	r := &raising{crossing: l.crossing, queues: map[string]queue{}, at: map[int][]string{}, from: map[pending]step{}, steps: map[taking]bool{}, left: map[taking][]remainder{}, takers: map[[2]int]expr.Expr{}, answers: map[answer]expr.Expr{}}
	r.explore()
	if r.wrong || !r.declare() {
		l.unsureOfTransitions = true
		return
	}
	r.rewrite()
}
