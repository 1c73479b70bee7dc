// Package encode turns obligations into problems: statements over the integers
// of the form "these facts imply this goal", in the formulas of package
// certificate.
//
// A [Theory] is what a problem may assume: the types of values, the ranges of
// parameters, and claims about configurations. Whoever draws a conclusion from
// the proof of a problem has to show that the claims which the proof uses hold;
// package verdict does.
//
// Guarantee: when the facts of each problem of an obligation imply its goal, and
// the claims among these facts hold, then the obligation holds in Go's integers
// of any size from 32 bits on. A value that is too large to be written out
// becomes an unknown, which costs a proof and no more.
//
// The package is part of the trusted base. Theories and problems do not change;
// an [Encoder] grows, and belongs to whoever made it.
package encode
