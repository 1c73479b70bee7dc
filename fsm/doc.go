// Package fsm has what all machines that fsmgen generates have in common, and what programs use with them. It imports only the
// standard library.
//
// Generated code uses [Texts], the texts of states, events, and other constants; the errors, which generated packages declare
// as aliases; [Observers] and [Mode], with which it tells observers; [TypedStates]; package codec, which writes and reads snapshots
// and payloads; and package drive, which drives machines to their ends.
//
// A generated machine is for one goroutine at a time. [Shared] makes it one that several goroutines, timers, and
// callbacks of outputs use:
//
//	type breaker struct {
//		fsm.Shared[*circuit.Machine, circuit.Timer] // has the methods of the host for timers
//	}
//
//	b := &breaker{}
//	err := b.Begin(func() (*circuit.Machine, error) { return circuit.New(circuit.DefaultParams(), b) })
//	...
//	err = b.Do((*circuit.Machine).Fail)
//
// Steps of the machine are made one after the other, outputs that are given to [Shared.Later] are delivered outside of the
// lock, in order, once each, and a timer that was stopped or started again never fires for its earlier start.
package fsm
