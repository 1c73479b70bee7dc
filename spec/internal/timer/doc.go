// Package timer adds to a machine the timers that run in its states, from `after:`.
//
// Guarantee: a timer that [Declare] adds raises an event without a payload, and has a positive duration or one of the delays.
package timer
