// Package fsmtest tests state machines that fsmgen has generated.
//
// A generated file NAME_fsm_test.go holds what only the spec knows: a [Spec], which is
// the machine once more as a table, and a [Machine], which says how to reach the
// generated code. [Test] compares the two, [Fuzz] does so for a fuzz target, and package
// property makes random runs. All else is here: ordinary Go that needs
// the standard library only.
//
// # How it works
//
// The oracle (oracle.go, calls.go) computes what a machine must do. A configuration
// ([Config]) is a state and values; an [Input] is an event with what it carries. To find the transition it
// searches the table in order. It shares no code with the generated machine.
//
// The harness (harness.go, compare.go) sends each input to a machine and to the oracle, and
// compares the two. A run is a machine beside the oracle; it is a value, so that
// a search goes on from a copy. A host (host.go) answers as the input says, checks each question
// and notes what it is told.
//
// Inputs come from choices (payload.go, params.go, choices.go): a chooser picks among the values at which
// a guard changes its mind. The walk (walk.go) tries them all in each configuration of machines with
// small parameters; the runs of the spec (replay.go) are those that a search found when
// the test was generated; cover.go selects from both a shortest run to each
// transition and each refusal. All other checks use these runs.
//
// Observers are in observe.go and observed.go, typed states in typed.go and typedruns.go. Run
// and Resume are driven by a script (script.go, stopping.go, drive.go, runs.go): a handler that sends certain
// events and then stops in each way that a handler can stop, with the timers in ticking.go.
//
// Five files deal with the types of the generated code: layout.go knows where a
// configuration has which value, method.go calls methods by name, typedstate.go and step.go do
// so for typed states and for what observers are told, and access.go reaches
// fields that are not exported. The rest of the package uses reflection for values of
// unknown types only.
//
// # Guarantee
//
// A test of this package fails only if the generated code differs from the table of the
// spec. The tests of fsmgen break the generated code in every way that they can think
// of, and each such fault must fail a test.
package fsmtest
