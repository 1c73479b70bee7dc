// Package fsmtest tests state machines that fsmgen has generated.
//
// A generated file NAME_fsm_test.go contains a [Spec], which is the machine as a table printed
// from its spec, and a [Machine], which gives access to the generated code. [Test] compares
// the two, [Fuzz] does so in a fuzz target, and package property makes random runs. The
// package imports only the standard library.
//
// # How it works
//
// test.go has the list of checks. They are in internal/check, one file each. What they use are packages of their
// own, each of which says more in its doc.go:
//
//   - internal/oracle computes the expected behavior from the spec. It shares no code with the generated machine.
//   - internal/draw chooses parameters, payloads, and forged snapshots.
//   - internal/subject is the machine under test. It calls the generated code, also by reflection.
//   - internal/host answers and records what a machine asks and tells its host.
//   - internal/run sends events, and compares the machine with the oracle after each.
//   - internal/script is a handler for Run and Resume. It sends given events and then stops in each possible way.
//   - internal/mirror has the rest of the reflection, and internal/effort says how much is tried.
//
// This package has the types that generated tests fill in. boxed.go makes them into those of the internal packages, which work with
// values in boxes: they are compiled once, and not for each machine.
//
// # Guarantee
//
// A test of this package fails only if the generated code differs from the table of the
// spec. The tests of fsmgen insert faults into generated code systematically, and each fault that
// changes the behavior must fail a test.
package fsmtest
