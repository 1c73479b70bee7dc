// Package explore computes everything that a machine can do for concrete values of its
// parameters.
//
// [Explore] visits the configurations breadth first, where a configuration is a state and
// a value for each variable that exists there. The [Graph] that it returns contains the
// states that are reached and the transitions that are taken, the longest run from every
// configuration, and a lasso if some run never ends. (Longest runs and lassos contain no
// environment events, which may arrive forever.) It also contains shortest runs to each
// kind of error: a [Gap] in the guards, a [Deadlock], a [Fault] in an evaluation, and a
// [Violation] of a declared range.
//
// The environment chooses payloads and answers of external guards, so each step tries
// all of them: every value of bool and enum fields, both answers of external guards, and
// a sample of the values of int and string fields. [Graph.Exact] reports whether anything
// was sampled. Only fields that the alternatives of the state and event read are varied.
// Opaque values are ignored.
//
// Guarantee: everything that a graph contains is real. Every run can be replayed with its
// Replay method, which uses the interpreter (package interp) on the original machine. The
// interpreter shares no code with the search, which only uses it to identify the part of
// a step that fails, and to evaluate pairs of guards. Replay uses only two things from the
// search: the numbering of strings ([Strings]) and, for a deadlock, the choice of
// payloads. If a graph is both Complete and Exact, nothing exists that it does not
// contain. The result depends only on the machine, the parameters and the limit, unless
// the context ends the search.
//
// # How it works
//
// Guards and updates are folded with the parameters and each payload, and compiled
// (node.go, code.go, guard.go, row.go). Each configuration is packed into one word, by the
// ranges of the variables (radix.go) or, if a value leaves its range or the ranges are
// too wide, by a tree of numbered pairs (tuples.go). A set (set.go) numbers the words.
// Steps and parents are not stored, but computed again when a run is needed (graph.go,
// longest.go, lasso.go).
package explore
