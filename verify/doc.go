// Package verify decides what is true of a machine: that its runs end, in how
// many transitions at most, that values stay in their ranges, that no event is
// left without an answer and no state without a way on - for all parameter
// values, or shows a run to the contrary. A machine with environment events need
// not end: then it is decided whether it settles between them.
//
// [Machine] works from two sides that check each other.
//
//   - Symbolically: everything that must hold becomes obligations (package
//     obligation), and these become statements over integers. The search looks
//     for facts, a progress function and certificates, none of which is trusted:
//     an obligation is [Proved] only when the verdict room has asked for it again,
//     from the machine, and package certificate has replayed its certificates.
//   - Concretely: package explore walks through all configurations for small
//     parameter values. It finds the runs that refute a claim, shortest first,
//     and the longest runs, which show whether a bound is tight.
//
// Termination follows the ranking-function argument (Floyd 1967): a function
// from configurations to natural numbers that each transition decreases. Its
// value at the start bounds the number of transitions. Lexicographic functions
// (Bradley, Manna and Sipma, CAV 2005) prove termination without such a bound.
// Environment events may raise the function, but not above the bound; the count
// of transitions begins again behind each. Where the spec declares none, package
// synthesis guesses one from the longest runs, which counts only when it is
// proved like any other.
//
// Declared ranges are claims, not assumptions. Those that are not inductive
// are dropped before anything is proved with them (Flanagan and Leino's
// Houdini, FME 2001), so that each "proved" stands by itself. Where something
// stays unknown, facts that the spec does not declare are guessed and go the
// same way: see [Inferred].
//
// Guarantee: a verdict is never wrong for the machine as package core defines
// its meaning; what can be neither proved nor refuted is [Unknown].
package verify
