// Package interp is the interpreter of core machines on concrete values.
//
// It is package core's definition of a step, written down once as plain Go:
// [Machine.Initial] gives the first configuration, [Machine.Step] takes a
// configuration and an input (an event, its payload, the answers of the external
// guards) to the alternative that is chosen, the next configuration, the
// outputs, and the timers that stop and start, or to a [Fault] that says what
// cannot be computed.
//
// Everything that needs a concrete step uses it: runs are replayed with it
// (package verify/trace), findings of the search are checked with it, and fsmgen
// simulate steps through runs with it.
//
// # What it shares
//
// The interpreter imports the core machine and its expressions ([expr.Eval]),
// and nothing else of this module. In particular it shares no code with the
// search in internal/explore, which folds, compiles and packs what it explores;
// a test in cmd/fsmgen keeps the imports so. A run that the search finds is
// therefore judged by code in which a mistake of the search cannot be.
package interp
