// Package search looks for what a verdict needs: claims that hold together,
// invariants and progress functions that the spec does not declare, a bound, and a
// proof of each obligation.
//
// Declared ranges are claims, not assumptions. Those that are not inductive are
// dropped before anything is proved with them (Flanagan and Leino's Houdini, FME
// 2001), so that each proof stands by itself. Where something stays unknown, facts
// that the spec does not declare are guessed and treated in the same way.
//
// Nothing here is trusted. What a function returns is evidence, which package
// verdict checks; a mistake can cost a verdict and no more. Each phase is a
// function from values to a value: it changes none of its arguments.
package search
