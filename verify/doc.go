// Package verify proves or refutes that a machine behaves as it should, for all
// parameter values: that its runs end, and within how many transitions; that values
// stay in their ranges; that every event has an alternative that is taken; and that
// no state is a deadlock. A refuted claim comes with a run that violates it. A machine
// with environment events need not end: the question is then whether it settles
// between these events.
//
// [Machine] combines two methods that check each other.
//
//   - Symbolic: everything that must hold becomes a list of obligations (package
//     obligation), which become statements over integers. The search looks for facts,
//     a progress function and certificates, and none of these are trusted: an
//     obligation is [Proved] only after internal package verdict has derived it from
//     the machine again and package certificate has replayed its certificates.
//   - Concrete: internal package explore visits all configurations for small
//     parameter values. It finds the runs that refute a claim, shortest first, and the
//     longest runs, which show whether a bound is tight.
//
// Termination is proved with a ranking function (Floyd 1967): a function from
// configurations to natural numbers that each transition decreases. Its value at the
// start bounds the number of transitions. Lexicographic functions (Bradley, Manna and
// Sipma, CAV 2005) prove termination too, with a bound that is a product. Transitions
// of environment events may increase the function, but not above the bound; the count
// of transitions restarts after each of them. If the spec declares no function, the
// search synthesizes one, which counts only if it is proved like any other.
//
// Declared ranges are claims, not assumptions. Those that are not inductive are
// dropped before anything is proved with them (Houdini: Flanagan and Leino, FME 2001),
// so each "proved" stands on its own. If something remains unknown, the search guesses
// facts that the spec does not declare and treats them in the same way; see [Inferred].
//
// Guarantee: a verdict is never wrong for the machine as package core defines its
// meaning. What can be neither proved nor refuted is [Unknown].
package verify
