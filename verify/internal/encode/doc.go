// Package encode turns obligations into problems: statements over the integers
// of the form "these facts imply this goal", in the formulas of package
// certificate.
//
// A [Theory] is what a problem may assume: the types of values, the ranges of
// parameters, and claims about configurations. A conclusion from the proof of a problem
// is valid only if the claims that the proof uses hold, which package verdict checks.
//
// Guarantee: if the facts of each problem of an obligation imply its goal, and the
// claims among these facts hold, then the obligation holds for Go integers of any size
// from 32 bits up. A polynomial that would be too large is replaced by an unknown about
// which nothing is assumed, so less can be proved, but nothing false.
//
// The package is part of the trusted base. Theories and problems do not change. An
// [Encoder] grows, and belongs to its creator.
package encode
