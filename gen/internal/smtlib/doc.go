// Package smtlib writes the proof obligations of a machine in SMT-LIB 2.6, so
// that z3, cvc5, or another solver can check them.
//
// [Scripts] writes one script for each obligation: declarations, assumptions, and the
// negation of the goal. A solver that answers unsat confirms the obligation. The
// assumptions about variables are the facts in the verifier's report. The first scripts
// check the facts themselves: they hold at the start, and each transition preserves
// them. [Join] combines the scripts into one file.
//
// The package also derives the required obligations from the core machine, and compares
// them with the obligations of the report. A missing or superfluous obligation is an
// error that names it, and so is a verdict that does not follow from the obligations, or
// an unknown kind of obligation. The comments in required.go list the properties that are
// not required because they hold by construction. The bound of a progress function of
// several components is not an obligation, and is not exported, unless another function shows it,
// which has scripts of its own.
//
// The scripts are derived from the core machine and share no code with the verifier's
// encoder or its list of obligations. Bools stay bools, enums are datatypes, strings have
// their own sort, a step defines the values after it by name instead of substituting
// them, and / and % are defined by div and mod of absolute values. So an error in either
// encoder shows up as a disagreement.
//
// Guarantee: the scripts depend only on the report, to the byte.
package smtlib
