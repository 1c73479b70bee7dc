// Package coq writes a machine, what is proved of it, and the proofs as a file for Coq.
//
// The file of [File] has four parts: a checker of certificates and its proof; the machine as
// Coq definitions, whose steps are an inductive relation; a lemma for the start, for each
// state, and for each transition; and the theorems about all runs that follow: the facts of
// the report hold, each run ends, the bound holds, and computed values fit in Go's int.
//
// Everything about the machine is written twice. The definitions and the statements of the
// lemmas are for people to read (native.go, machine.go, step.go); the same conditions as
// data over a list of values are for the checker (place.go, term.go). Coq finds out that
// the two are the same, by computing. The proof of a lemma is a certificate, for which
// [verify.Prover] looks, translated for the checker (script.go). So nothing is trusted but
// the definitions, which are made from the core machine without the verifier's encoder, and
// a mistake elsewhere gives a file that does not compile.
//
// The file depends only on the report, to the byte. No text of a spec can become code:
// names get prefixes and lose what Coq does not allow, strings become numbers, and comments
// contain nothing that ends them.
package coq
