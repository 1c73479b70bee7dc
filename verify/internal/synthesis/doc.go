// Package synthesis looks for a progress function of a machine whose spec
// declares none.
//
// The longest run that remains from a configuration is itself a ranking
// function, the tightest there is. Package explore measures it for small
// parameter values, and [Candidates] finds, for each state, a polynomial over
// the parameters and variables that equals it in every configuration explored:
// the monomials are columns, the configurations rows, and the linear system is
// solved in exact rational arithmetic. Low degrees and few names come first.
// Where no polynomial fits, the larger of a number and a polynomial may, or, in
// a state that no run comes back to, one more than the largest of what is next.
//
// The expression language has no way to make an int of a bool, an enum value or
// a string. Configurations that differ in those alone count as one, with the
// longest run of them.
//
// Guarantee: none. What fits a few thousand configurations may be wrong in the
// next one, and it is for package verify to prove a candidate or throw it away.
// The result depends on nothing but the machine and the graphs.
package synthesis
