// Package run sends events to a machine, and compares it with the oracle after each.
//
// A [Bench] makes runs of a machine. A [Run] is a machine with the configuration in which the oracle has it. [Run.Take] sends
// an event; the first fault is kept, and nothing happens after it. A run can be forked, so that a search can continue from
// a copy. With each event, a run also checks what comes with it: observers, events as values, Allows, hosts that panic,
// timers and results that come late. Each of these looks once at each kind of step.
package run
