// Package reference is an interpreter of the spec language as docs/spec.md and docs/language describe it, for tests.
//
// It is a second opinion on package spec. All other checks of the project begin with the core machine, so
// what the loader gets wrong when it flattens composite states, regions, history, raised events and rules is
// proved, generated and tested consistently. This interpreter runs the tree of states itself: a set of active
// states, a memory for each composite state, a queue of raised events. It is written from the reference page
// alone and shares with package spec only the syntax tree, expressions (spec/expr), and positions.
//
// [New] takes a spec and the specs of its child machines, [Machine.Start] begins a run, and [Run.Send],
// [Run.Fire], and [Run.Result] continue it. It expects a spec that package spec accepts: it reports what it
// cannot resolve as an error, but it does not check a spec.
//
// A Machine and its Runs must not be used by two goroutines at a time, because expressions are parsed when they are
// first needed.
//
// Only tests import this package.
package reference
