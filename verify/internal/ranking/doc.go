// Package ranking finds lexicographic ranking functions of linear components,
// for systems of places and steps between them.
//
// The steps of each strongly connected component are removed a few at a time. The search
// looks for a linear function for each place that no remaining step increases, and that
// some steps decrease from a value of at least 0. Those steps are removed, and the search
// continues with the rest (Alias, Darte, Feautrier and Gonnord, SAS 2010; Bradley, Manna
// and Sipma, CAV 2005). By Farkas' lemma, the functions are the solutions of a linear
// program. The first program requires all functions to be at least 0 everywhere in their
// places, and as many steps as possible to decrease them. If that removes nothing, the
// search tries one step at a time, with a function that is at least 0 where that step is
// taken.
//
// Guarantee: none, and nothing depends on one. Products of symbols count as separate
// symbols, and disjunctions with too many cases are omitted, so the search may miss
// functions. Package verdict checks the proofs for everything that is found.
package ranking
