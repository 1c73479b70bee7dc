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
//     answers of the host, corners first, which shrink to a shortest failing run
//     with the smallest parameters; a second machine goes on from a snapshot after
//     each transition, a third has typed states, and a fourth is driven by Run;
//   - a fuzz target, whose input is the choices of such a run, and whose seeds
//     are runs to all that small machines can do;
//   - a table of those runs, for programs that have no gopter;
//   - runs that exploration finds when the file is written, one to each
//     transition that it can take, and others to steps on which a slip in its
//     code would show: the test fails when a transition is not taken;
//   - a walk over all configurations of machines with small parameters, which
//     needs the standard library only and says which transitions were taken;
//   - observers, which are told each step once and in order;
//   - forged snapshots, which are refused unless the oracle says that they are
//     right;
//   - typed states and Run, which agree with the machine on those runs;
//   - events as values, which do what their methods do;
//   - a host that answers as the event says, checks the questions, notes what it
//     is told, and once for each transition tries to send events from within;
//   - tables for what is refused: parameters, enum payloads, texts.
//
// The spec chooses among the first three by its key tests. The tests of typed
// states need the files that golang.Typed and golang.Run write.
//
// Guarantee: the output is gofmt'd, compiles beside the generated machine of
// the same spec, is the same bytes for the same machine, and its package-level
// names begin with the name of the machine.
package proptest
