// Package solve looks for proofs that formulas over the integers contradict
// each other, and for values that satisfy them.
//
//	proof, outcome := solve.Refute(hypotheses, solve.DefaultLimit)
//
// The search keeps a set of inequalities in lowest terms, replaces symbols that an equality
// defines, and drops the cases of disjunctions that bounds exclude. The rest is a linear
// program whose unknowns are the monomials. If it has no rational solution, Farkas' lemma
// gives the multipliers of a contradiction. If products of symbols prevent this, products
// of facts are added. Otherwise, the rational solution determines which disjunction to
// split, or on which value to branch. All arithmetic is exact.
//
// A proof is returned only after certificate.Replay, which shares no arithmetic with this
// package, has accepted it. A mistake here can therefore lose a proof, but not produce a
// wrong one. For linear problems in which every symbol is bounded, the search is complete,
// given enough work. Otherwise it is not, and the outcome may be Unknown or Exhausted.
package solve
