// Package step writes the effects of events: one method for each event, or a row of a table.
//
// It works in two phases. [New] turns the transitions into a [Plan] of
// statements; [Plan.Events] writes the plan. [Errors] writes the types of the
// errors that refuse an event.
package step
