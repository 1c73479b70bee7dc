// Package history computes how many events the history of a Temporal workflow can have that runs a
// machine: a number for its start and end, and one for each transition. With the proved bound on
// transitions, this limits the history.
//
// The numbers count what package temporal of this project makes: a workflow task for each event that
// comes, an activity for each output and call, and a timer for each timer.
package history
