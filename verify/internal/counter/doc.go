// Package counter looks for counterexamples: endless runs, runs that exceed a bound, and
// runs that violate an obligation.
//
// Guarantee: every run that it returns is a run of the machine, and has been replayed
// step by step with the interpreter (package interp). If a proof shows that a run can
// continue, its certificate has been replayed as well.
package counter
