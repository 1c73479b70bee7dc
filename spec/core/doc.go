// Package core defines the checked machine that the verifier, the generators,
// and the diagrams read.
//
// A [Machine] is flat, small, and immutable. Composite states, defaults, and
// short forms are expanded into states, events, parameters, variables, and an
// ordered list of transitions, each with a guard, simultaneous updates, and a
// target. Every part records where it comes from (its position in the spec, the
// composite state that declared it), so that messages and diagrams can use the
// terms of the spec.
//
// Guarantee: a Machine that package spec returns without errors is well formed:
// indices are in range, expressions are typed, terminal states have no
// transitions, and every transition into a state sets the data of that state.
//
// # One step
//
// A configuration is a state and a value for each variable that exists in that
// state. To handle an event, the machine tries the alternatives for the state and
// the event ([Machine.On]) in order and takes the first one whose guard holds: it
// computes the updates from the old values, assigns them at once, and moves to
// the target state. An alternative that ignores or rejects the event changes
// nothing. If no alternative applies, the event is illegal there and changes
// nothing.
//
// Alternatives without an event come first: as long as one of them applies
// ([Machine.Always]), the machine takes it, and each is a step of its own. It handles
// events only at rest ([Machine.Rest]).
package core
