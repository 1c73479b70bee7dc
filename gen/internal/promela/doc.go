// Package promela writes a machine as a model for SPIN (Holzmann, "The SPIN Model
// Checker", 2003), for one choice of parameter values, so that another tool can count its
// configurations and search for errors.
//
// The model has one process. Each event in each state is one atomic step, which chooses the
// payload, tries the alternatives in order, and assigns all variables at once. A step without an
// event is one, too, and excludes events while it applies. Assertions check
// ranges and invariants, and that an alternative always applies. A deadlock is an invalid end
// state.
//
// Guarantee: the model is derived only from the core machine, by code that shares only the
// semantics of expressions with the verifier. Features that SPIN does not support are errors, or
// are mentioned in the first lines of the model: its ints have 32 bits, and ints and strings in a
// payload are chosen from a few values.
package promela
