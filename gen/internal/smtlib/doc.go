// Package smtlib writes the proof obligations of a machine in SMT-LIB 2.6, so
// that z3, cvc5 or another solver can redo the proofs.
//
// [Scripts] makes one script an obligation: declarations, what may be assumed,
// and the negation of what is to be shown. A solver that answers unsat agrees
// that the obligation holds. What may be assumed of variables is the list of
// facts in the verifier's report; that they hold is not taken on trust, since
// the first scripts ask for it: the facts are true at the start, and each
// transition keeps them. [Join] puts the scripts into one file.
//
// What must be asked is found out from the core machine as well, and compared
// with the obligations of the report: one that the verifier forgets, or that it
// asks without need, is an error that names it, and so is a verdict that does not
// follow from the obligations. A kind of obligation that this package does not
// know is an error too. The comments in required.go list what is not asked
// because it is true by construction. The bound of a progress function of several
// components is not an obligation, and is not exported.
//
// The scripts are made from the core machine and share no code with the
// verifier's encoder or its list of obligations. Bools stay bools, enums are datatypes, strings are of a
// sort of their own, a step defines the values after it by name instead of
// substituting them, and / and % are defined by div and mod of absolute
// values. So a mistake of either encoder shows as a disagreement.
//
// Guarantee: the same report gives the same scripts to the byte.
package smtlib
