// Package certificate defines proofs and checks them.
//
// A problem is a list of hypotheses, each a [Formula]: polynomials over
// integer symbols that are at least zero or equal to zero, joined by "and" and
// "or". The claim is always the same: no integers satisfy all hypotheses at
// once. To prove that facts imply a goal, take the facts and the negation of
// the goal as hypotheses.
//
// A [Proof] of the claim is a tree. Each node derives facts, mostly sums of
// known facts and of products of known facts, rounded because the symbols are
// integers. A node ends in a sum that is a negative number, or in a case distinction.
//
// [Replay] checks a proof against the hypotheses. When it returns nil, the
// hypotheses have no common integer solution. This guarantee depends only on the
// files poly.go, formula.go, proof.go and replay.go, which contain no search and
// import only the standard library. Replay accepts proofs from any source: it does not
// panic, and its recursion and the size of its numbers and polynomials are bounded.
package certificate
