// Package drive drives machines to their ends. It is what the functions Run, Resume, and Continue of generated packages have in
// common: programs call these functions, and use this package only by the names that a generated package has for its types.
//
// # The handler
//
// A run calls the method of the handler for the current state. A method sends an event to the typed state that it receives. It may
// continue with the resulting state, and returns the last one. If it returns an error, the run ends with that error. The run ends
// with *[fsm.NoEventError] if the method has made no transition (an ignored event makes none), and with *[fsm.StaleStateError] if the
// result is not the current state of the machine. A panic propagates. The machine makes transitions without an event by itself: a
// method is called when no more of them apply. A method that returns nil and nil waits for a timer, a call, or an [Inbox].
//
// # Timers
//
// The run manages the timers. The context of a method is canceled when the first timer of its state expires, with
// *[fsm.TimerFiredError] as the cause. If the method then returns no event, or an error that comes from its context, the run sends
// the event of the timer; if the method has made a transition, only timers of composite states that contain both states are still
// running. If a timer has expired before a method is called, its event is sent at once. A state that ignores the event of a timer is
// not interrupted by it; if the timer is still running when the machine leaves the state, its event is sent then.
//
// # Calls
//
// The run makes the calls. One that a step has started begins when the machine waits for an event and its checkpoints have been
// called. Then a goroutine calls the method of the host, whose context is canceled when the state is left, with
// *[fsm.StaleCallError] as the cause, or when the run ends. If the method of a child machine returns an error or no result, the run
// ends. An error that a method returns after the end of its context is no result, and neither is what it returns when its state has
// been left. A panic continues in the goroutine of the run. Before the run returns, or such a panic leaves it, it waits until all
// these methods have returned: one that does not heed its context delays nothing else.
//
// A result is like a timer that expires: the context of the method of the handler is canceled, with *[fsm.CallEndedError] as the
// cause, and the run sends the result if the method makes no transition. If several calls have ended, the order of the spec decides.
// A result comes before the event of a timer.
//
// # Regions
//
// In a state with regions, the run calls a method for each active state in its regions that waits for events, and one for the state
// itself if that does, each in a goroutine of its own, so they run beside each other. The context of such a method is canceled when
// its state is left, with *[fsm.StateLeftError] as the cause; what the method then returns is dropped. The methods do not touch the
// machine: each receives the values as they were when it was called, and returns an event, which the run sends. If several have
// returned events, the order of the spec decides. When a timer expires or a call ends, the run sends the event of that at once, and
// the methods for states that are not left go on.
//
// An event of such a method that is refused or ignored after a transition of which the method did not know is dropped, and the method
// is called again. One that returns nil and nil waits for the others: it is called again after the next event. If all methods have
// done so and no timer or call is running, the run ends with *[fsm.NoEventError]. If a method returns an error, the run ends with that
// error; an error after the end of its context is none. A panic continues in the goroutine of the run. Before the run returns, it ends
// the contexts of these methods and waits until they have returned.
//
// # The end of the context
//
// When the context of the run is done and a method has returned no event, or an error that comes from its context, the run sends the
// cancellation event, with the cause. If that makes a transition, the methods get a context that is not done from then on; if not, the
// one for this state does. In a state that does not accept the event, and in a machine without one, the run ends with the cause. In a
// state where the event has no effect, the context of the method is not done.
//
// A host that takes contexts receives the one with which a method sends an event. That of an event which a method for a part of a
// state returns has ended when the run sends it: the host receives its values, without its end. In steps that the run makes by
// itself, the host receives the context of the run, or, after its end, its values.
//
// # Errors
//
// An error of an event that the run sends also ends the run. All errors except those about arguments are *[fsm.RunError], which holds
// the cause and the machine in the state in which it stopped. Continue can continue it. What remains of the timers then runs on: one
// that is overdue expires at once. One that is not known to be due at some time starts with its whole duration; so does one with a
// constant duration if more than that would remain, because a clock was set back. The calls start again.
//
// # How it works
//
// A [Run] is one such run. The generated package gives it the machine, the handler, and as functions what differs from machine
// to machine: how the handler is called in a state, and how the event for the end of the context is sent. [Run.Drive] is the
// loop. It calls the checkpoints, sends what is due, and otherwise calls the handler, until the machine is in a terminal state
// or an error stops it.
//
// What goes on while the handler works are the other types. The host of a machine that is driven has [Timers], which know when
// each timer is due, and [Calls], which make each call in a goroutine. In a state with regions, [Parts] call a method of the
// handler for each active part, side by side; each returns a [Reply]. An [Inbox], which programs use, has the events that other
// goroutines send. It is one of the [Options] of a run.
//
// Only the goroutine of Drive touches the machine. A panic in any other continues there, and so does [runtime.Goexit]. Drive
// returns when all goroutines that it has started have ended.
package drive
