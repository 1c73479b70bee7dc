// Package core is the checked machine that everything behind the language
// reads: the verifier, the generators, the diagrams.
//
// A [Machine] is flat, small and immutable. Composite states, defaults and
// short forms are gone: what is left is states, events, parameters, variables
// and an ordered list of transitions, each with a guard, simultaneous updates
// and a target. Every part remembers where it came from (its line in the
// spec, the composite state that declared it), so that messages and pictures
// speak the author's language.
//
// Guarantee: a Machine that package spec returns without errors is well
// formed. Indices are in range, expressions are typed, terminal states have
// no transitions, every way into a state sets the state's data.
//
// # One step
//
// A configuration is a state and a value for each variable. Handling an event:
// the transitions of ([Machine.On]) that state and event are tried in order;
// the first whose guard holds is taken; its updates are computed from the old
// values, the target's other data are as they were, and the machine is in the
// target state. An alternative that ignores or rejects the event makes no step
// and changes nothing. If the list is empty the event is illegal there and
// nothing changes.
package core
