package history

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// What one thing adds to a history, in events. Each can need a workflow task of its own, which is
// scheduled, started, and completed.
const (
	task = 3
	// Update is an event of the machine that comes as an Update: accepted and completed.
	Update = 2 + task
	// Activity is an output, or a step with questions: scheduled, started, and ended.
	Activity = 3 + task
	// Call is an activity that can be asked to stop.
	Call = 1 + Activity
	// Child is a child workflow that can be asked to stop: initiated, started, ended; and the
	// request, initiated and delivered.
	Child = 1 + (1 + task) + (1 + task) + 1 + (1 + task)
	// Timer is a timer: started, and fired or canceled.
	Timer = 2 + task
	// Ends are the start of a run with its first workflow task, and its end.
	Ends = 1 + task + 1
)

// What one run has room for, with the default settings of package temporal, which continues as new beyond. Temporal terminates a workflow
// with 51,200 events, and a run accepts 2,000 Updates: https://docs.temporal.io/workflow-execution/limits and
// https://docs.temporal.io/self-hosted-guide/defaults. The rest is for what no cost counts.
const (
	// MaxEvents is the number of events of a history.
	MaxEvents = 40000
	// MaxUpdates is the number of Updates.
	MaxUpdates = 1500
)

// Cost says how long a history can become: at most Start + Transition*n events for a run of the machine
// with n transitions. It does not count Signals that the machine refuses or ignores, workflow tasks that fail,
// and events for which only an external guard decides that the machine refuses or ignores them.
type Cost struct {
	Start, Transition int
	// Updates reports that the number of Updates which one run receives can be as large as the number of
	// transitions.
	Updates bool
}

// Of returns the cost of a machine whose events all come as Updates, and whose questions are answered
// by activities.
func Of(m *core.Machine) Cost {
	cost := Cost{Start: Ends + len(m.Start)*Activity + len(m.Begins())*Timer + calls(m, m.Invoked())}
	asks := 0
	if Asks(m) {
		asks = Activity
		cost.Start += asks
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take {
			continue
		}
		n := len(t.Emits)*Activity + len(t.Starts)*Timer + calls(m, t.Invokes)
		switch e := &m.Events[t.Event]; {
		case e.Eventless:
		case e.Internal, e.Result: // The timer or the activity has paid for it.
			n += asks
		default:
			n += asks + Update
			cost.Updates = cost.Updates || !m.Terminal(t.To)
		}
		cost.Transition = max(cost.Transition, n)
	}
	return cost
}

// calls returns the cost of starting invocations.
func calls(m *core.Machine, invocations []int) (n int) {
	for _, i := range invocations {
		if m.Calls[m.Invocations[i].Call].Child != nil {
			n += Child
		} else {
			n += Call
		}
	}
	return n
}

// Asks reports whether a machine asks the program in a step: for an external guard, or the length of a timer.
func Asks(m *core.Machine) bool {
	return len(m.Asks) > 0 || slices.ContainsFunc(m.Timers, func(t core.Timer) bool {
		return t.Delay >= 0 && m.Delays[t.Delay].Constant == 0
	})
}

// Fits returns the largest number of transitions for which one run of the workflow is sure to suffice.
func (c Cost) Fits() int {
	n := (MaxEvents - c.Start) / max(c.Transition, 1)
	if c.Updates {
		n = min(n, MaxUpdates)
	}
	return max(n, 0)
}
