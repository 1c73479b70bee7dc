// Package synthesis looks for a progress function for a machine whose spec declares none.
//
// The length of the longest run that remains from a configuration is a ranking function,
// and the lowest possible one. Package explore measures it for small parameter values, and
// [Candidates] finds, for each state, a polynomial over the parameters and variables that
// equals it in every explored configuration: the monomials are columns, the configurations
// are rows, and the linear system is solved in exact rational arithmetic. Low degrees and
// few symbols come first. If no polynomial fits, the maximum of a number and a polynomial
// may; or, in a state on a cycle, a multiple of the largest of linear functions that guards suggest; or, in a state to which no run returns, one more than the largest value of its
// successors.
//
// The expression language cannot convert a bool, an enum value or a string to an int.
// Configurations that differ only in those count as one, with the longest of their runs.
//
// Guarantee: none. A function that fits a few thousand configurations may be wrong in the
// next one, so a candidate counts only if its obligations are proved. The result depends
// only on the machine and the graphs.
package synthesis
