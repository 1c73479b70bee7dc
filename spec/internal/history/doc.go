// Package history gives a machine the variables that remember where it was when it left composite states, and makes of each
// transition that returns there one for each state that can be remembered.
//
// Guarantee: one of the forms of an alternative applies wherever the alternative does, and leads to the state that is remembered.
package history
