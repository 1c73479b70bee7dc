// Package counterexample writes the counterexamples of a report as a Go test of the
// generated machine.
//
// [Test] writes one test function for each finding: an endless run, a bound that is
// exceeded, and each obligation that a single run shows to be violated. A single run
// cannot show a gap that depends on payloads or on answers of the host, nor a deadlock
// that depends on conditions; [Left] lists the findings without a test.
//
// The test function creates a machine with the parameters of the run, sends its events
// with their payloads, and checks the claim of the spec. It fails as long as the machine
// has the fault, with a message that describes it. It passes once the machine is fixed:
// when the machine no longer makes the run, or the claim holds.
//
// The test is a regression test for the user to keep. It uses only the standard
// library, and is in the package of the machine, because it reads the variables of
// states.
//
// Guarantee: the output is gofmt'd, compiles beside the machine that package
// golang writes for the same spec, and is the same bytes for the same report.
package counterexample
