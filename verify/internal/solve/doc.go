// Package solve looks for proofs that formulas over the integers contradict
// each other, and for values that satisfy them.
//
//	proof, outcome := solve.Refute(hypotheses, solve.DefaultLimit)
//
// The search keeps a set of inequalities in lowest terms, replaces symbols
// that an equality defines, and drops the cases of disjunctions that bounds
// already exclude. What is left is a linear program whose unknowns are the
// monomials; when it has no rational solution, Farkas' lemma gives the
// multipliers of a contradiction. Where products of symbols stand in the way,
// products of facts are added. Otherwise the solution found says which
// disjunction to split, or on which value to branch. All arithmetic is exact.
//
// A proof is returned only after certificate.Replay, with which this package
// shares no arithmetic, has accepted it. So a mistake here can cost a proof,
// but not make a wrong one. For linear problems in which every symbol is
// bounded the search is complete, given enough work; beyond that it is not,
// and the outcome Unknown or Exhausted is the honest answer.
package solve
