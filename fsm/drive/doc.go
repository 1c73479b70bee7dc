// Package drive drives machines to their ends. It is what the functions Run, Resume, and Continue of generated packages have in
// common: programs call these functions, and use this package only by the names that a generated package has for its types.
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
