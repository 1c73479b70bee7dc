// Package promela writes a machine as a model for SPIN (Holzmann, "The SPIN
// model checker", 2003), for one choice of parameter values, so that another
// tool can count its configurations and look for faults.
//
// The model has one process. Each event of each state is one atomic step: the
// payload is chosen, the alternatives are tried in order, and the variables
// change at once. Ranges and invariants are assertions, and so is that some
// alternative is always taken; a configuration that is not terminal and from
// which nothing leads on is an invalid end state.
//
// Guarantee: the model is written from the core machine alone, by code that
// shares nothing with the verifier but the meaning of expressions. What SPIN
// cannot hold is an error or said in the model's first lines: its ints have 32
// bits, and a payload that is an int or a string is chosen from a few values.
package promela
