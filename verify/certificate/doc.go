// Package certificate says what a proof is, and checks one.
//
// A problem is a list of hypotheses, each a [Formula]: polynomials over
// integer symbols that are at least zero or equal to zero, joined by and and
// or. The claim is always the same: no integers satisfy all hypotheses at
// once. To prove that facts imply a goal, take the facts and the negation of
// the goal as hypotheses.
//
// A [Proof] of the claim is a tree. Each node derives facts, mostly sums of
// known facts and of products of known facts, rounded because the symbols are
// integers; it ends in a sum that is a negative number, or goes on by cases.
//
// [Replay] checks a proof against the hypotheses. When it returns nil, the
// hypotheses have no common integer solution. That guarantee rests on the
// files poly.go, formula.go, proof.go and replay.go alone: they search for
// nothing, and import nothing outside the standard library. Any proof may be
// given to Replay, whatever its origin: it does not panic, its recursion is
// bounded, and so is the size of the numbers and polynomials it computes.
package certificate
