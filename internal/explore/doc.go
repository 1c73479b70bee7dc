// Package explore computes everything that a machine can do for concrete
// values of its parameters.
//
// [Explore] goes through the configurations breadth first: a configuration is
// a state and a value for each variable that exists there. The [Graph] that it
// returns knows which states are reached and which transitions taken, the
// longest run from every configuration, a lasso if some run never ends (both
// without environment events, which the world may send for ever), and shortest
// runs to what should not happen: a [Gap] in the guards, a [Deadlock],
// a [Fault] in an evaluation, a [Violation] of a declared range.
//
// Payloads and external guards are chosen by the world, so each step tries
// them all: every value of bool and enum fields, both answers of external
// guards, and a sample of int and string fields, which [Graph.Exact] reports.
// Only fields that the state and event really read are varied. Opaque values
// are not looked at.
//
// Guarantee: what a graph shows is real. Every run can be executed again by
// its Replay method, which uses the interpreter (package interp) on the machine as
// it is. The interpreter shares no code with the search; the search only asks it
// to say which part of a step fails, and whether two guards hold. What Replay
// takes from the search are the numbering of strings ([Strings]) and, for a
// deadlock, the choice of payloads. What a graph does not show does not exist,
// provided that it is both Complete and Exact. The result depends on nothing but
// the machine, the parameters and the limit, unless the context ends the search.
//
// # How it works
//
// Guards and updates are folded with the parameters and each payload, and
// compiled (node.go, code.go, test.go, row.go). Configurations are packed into
// one word each, by their ranges (radix.go) or, when a value leaves its range
// or the ranges are too wide, by a tree of numbered pairs (tuples.go). A set
// (set.go) numbers the words; neither steps nor parents are stored, they are
// computed again when a run is asked for (graph.go, longest.go, lasso.go).
package explore
