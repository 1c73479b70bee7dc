// Package typical chooses parameter values for a number that shows the size of a
// formula, such as a bound: the default of a parameter, or a small value in its range
// if it has none.
//
// The card, the diff, and the check of migrations share it, so that they show the same
// numbers for the same machine.
package typical
