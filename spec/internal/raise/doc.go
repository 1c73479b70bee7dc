// Package raise turns raised events into an enum variable whose values are the lists of pending events, and transitions without an
// event that handle the first one.
//
// [Names] finds the events that are raised. [Lower] finds the possible lists, and rewrites the transitions.
//
// Guarantee: whenever the machine waits, nothing is pending.
package raise
