// Package trace is what a run of a machine is: the parameters, and the steps
// with their payloads, answers and values. Reports of package verify hold runs
// as counterexamples and as witnesses of how long a machine can go on.
//
// Guarantee: a run for which [Run.Replay] returns nil is one that the machine
// has. Replay does every step again with the interpreter of core machines, which
// shares no code with the search that finds runs.
package trace
