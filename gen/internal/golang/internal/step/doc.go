// Package step writes what an event does: a method an event, or a row of a table.
//
// It works in two phases. [New] turns the transitions into a [Plan] of
// statements; [Plan.Events] writes the plan. [Errors] writes the types of the
// errors that refuse an event.
package step
