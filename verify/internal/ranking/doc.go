// Package ranking finds lexicographic ranking functions of linear components,
// for systems of places and steps between them.
//
// The steps of each strongly connected component are removed a few at a time:
// a linear function for each place is looked for that no step raises which is
// still there, and that some lower from a value that is at least 0; those are
// removed, and the rest is looked at again (Alias, Darte, Feautrier and Gonnord,
// SAS 2010; Bradley, Manna and Sipma, CAV 2005). By Farkas' lemma the functions
// are the solutions of a linear program. First all functions are to be at least
// 0 wherever the machine is in the place, and as many steps as possible to be
// lowered at once; where that removes nothing, one step at a time, and the
// function at least 0 where that is taken.
//
// Guarantee: none that anything depends on. Products of symbols count as symbols
// of their own, and disjunctions that are too many are left out, so that less is
// found. What is found is for package verify to prove.
package ranking
