// Package invoke adds to a machine the calls and child machines that run in its states, from `invoke:`.
//
// Guarantee: an invocation that [Declare] adds has a value for each argument, unless that has been reported.
package invoke
