// Package counterexample turns what a verifier has refuted into a Go test of
// the generated machine.
//
// [Test] writes one test function for each thing that is wrong: an endless run,
// a bound that is exceeded, and each obligation that one run alone shows to be
// broken: not a gap into which only some payloads or answers of the host lead, nor
// a deadlock where conditions leave out what could lead on. [Left] lists those that
// have none. The function
// makes a machine with the parameters of the run, sends its events with their
// payloads, and checks what is said of them in the spec. It fails while the
// machine does what the run says, with a message that says what is wrong. It
// passes when the machine is mended: when the run is no longer one of the
// machine, or what it broke holds.
//
// The test belongs to the program: it is a regression test to keep. It uses the
// standard library only, and is a test inside of the package, as it reads
// variables of states.
//
// Guarantee: the output is gofmt'd, compiles beside the machine that package
// golang writes for the same spec, and is the same bytes for the same report.
package counterexample
