// Package interp is the interpreter of core machines on concrete values.
//
// It implements the definition of a step in package core as plain Go.
// [Machine.Initial] returns the initial configuration. [Machine.Step] maps a
// configuration and an input (an event, its payload, and the answers of the external
// guards) to the chosen alternative, the next configuration, the outputs, and the timers
// that stop and start, or to a [Fault] that names the part that cannot be computed.
//
// Package verify/trace replays runs with it, internal package explore checks its
// findings with it, and fsmgen simulate executes runs with it.
//
// # What it shares
//
// The interpreter imports the core machine and its expressions ([expr.Eval]), and
// nothing else of this module; a test in cmd/fsmgen enforces this. In particular, it
// shares no code with the search in internal/explore, which folds, compiles and packs
// what it explores. A mistake in the search therefore cannot affect the replay of a run.
package interp
