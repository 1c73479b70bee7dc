// Package decl declares the parts of a machine in Go: states, events, outcomes,
// enumerations, timers, calls and delays, the list of transitions, and the parameters
// with their check.
package decl
