// Package fsmtest tests state machines that fsmgen has generated.
//
// A generated file NAME_fsm_test.go contains a [Spec], which is the machine as a table printed
// from its spec, and a [Machine], which gives access to the generated code. [Test] compares
// the two, [Fuzz] does so in a fuzz target, and package property makes random runs. The
// package imports only the standard library.
//
// # How it works
//
// The oracle (oracle.go, calls.go) computes the expected behavior. A configuration ([Config])
// is a state with the values of parameters, variables, and data; an [Input] is an event with its
// payload. To find the transition, the oracle searches the table in order. It shares no code
// with the generated machine.
//
// An event is a course (always.go): the step of the event, and those without an event that the
// machine takes by itself before it is at rest. A machine that is restored may not be at rest:
// unsettled.go makes such machines.
//
// The harness (harness.go, compare.go) sends each input to a machine and to the oracle, and
// compares the two. A run is a machine with its oracle; it can be copied, so that a search can
// continue from a copy. A host (host.go) answers guards as the input says, checks each call of
// a guard, and records the calls of outputs and timers.
//
// Calls and child machines are in invoke.go, with what the host is told of them, and in cost.go, with what they add to the
// transitions of a run. late_calls.go sends results that come too late, and forge_counts.go forges the numbers of starts.
//
// Inputs result from choices (payload.go, params.go, choices.go): a chooser picks among the values
// at which a guard changes its result. The walk (walk.go) tries all of them in each configuration of
// machines with small parameters; the runs of the spec (replay.go) were found by exploration when
// the test was generated; cover.go selects from both a shortest run to each transition and each
// refusal. All other checks use these runs.
//
// Observers are in observe.go and observed.go, typed states in typed.go and typedruns.go. Run
// and Resume are driven by a script (script.go, stopping.go, drive.go, runs.go): a handler that sends
// given events and then stops in each possible way; ticking.go handles timers, answering.go and await.go calls.
//
// Five files use reflection on the types of the generated code: layout.go locates the values of a
// configuration, method.go calls methods by name, typedstate.go and step.go do so for typed
// states and for the steps that observers get, and access.go accesses unexported fields. The
// rest of the package uses reflection only for values of unknown types.
//
// # Guarantee
//
// A test of this package fails only if the generated code differs from the table of the
// spec. The tests of fsmgen insert faults into generated code systematically, and each fault that
// changes the behavior must fail a test.
package fsmtest
