// Package search looks for the evidence that a verdict needs: claims that are inductive
// together, invariants and progress functions that the spec does not declare, a bound,
// and a proof of each obligation.
//
// Declared ranges are claims, not assumptions. Those that are not inductive are
// dropped before anything is proved with them (Flanagan and Leino's Houdini, FME
// 2001), so each proof stands on its own. If something remains unknown, the search
// guesses facts that the spec does not declare and treats them in the same way.
//
// Nothing here is trusted. Package verdict checks the evidence, so a mistake can only
// make a verdict unknown. Each phase is a function from values to a value: it does not
// change its arguments.
package search
