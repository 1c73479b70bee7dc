// Package worst writes what a run takes at most, as far as the verifier has proved it: the type WorstCase, the method of that name for
// parameters, and the method Left of the machine.
package worst
