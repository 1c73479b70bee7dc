// Package trace represents runs of machines: the parameters, and the steps with their
// payloads, answers and values. The reports of package verify contain runs as
// counterexamples and as witnesses of the length of runs.
//
// Guarantee: a run for which [Run.Replay] returns nil is a run of the machine. Replay
// repeats every step with the interpreter of core machines, which shares no code with
// the search that finds runs.
package trace
