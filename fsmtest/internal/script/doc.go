// Package script has Run, Resume, and Continue drive a machine.
//
// A [Plan] says how. [Drive] makes a handler that sends the events of a case, and stops in one of [Ways]. It says what is
// wrong with the handler's calls, the checkpoints, the observers, the timers, the calls, and the end of the run.
package script
