// Package proptest writes the tests of a generated machine.
//
// [Generate] turns a checked machine into one Go test file. The first half of
// the file is an oracle: the transitions of the spec printed as a table over a
// plain immutable value, with the progress function, the bound and the
// declared ranges printed once more. It shares no code with package golang's
// output, and finds a transition by searching the table in order. The second
// half drives a real machine beside the oracle and compares the two after
// every event:
//
//   - random runs (gopter commands) of random parameters, events, payloads and
//     answers of the host, which shrink to a shortest failing run;
//   - a walk over all configurations of machines with small parameters, which
//     needs the standard library only and says which transitions it took;
//   - a host that answers as the event says, checks the questions, notes what it
//     is told, and once for each transition tries to send events from within;
//   - tables for what is refused: parameters, enum payloads, texts.
//
// Guarantee: the output is gofmt'd, compiles beside the generated machine of
// the same spec, is the same bytes for the same machine, and its package-level
// names begin with the name of the machine.
package proptest
