// Package counter looks for runs that show that something does not hold: endless
// ones, ones beyond a bound, and ones that break an obligation.
//
// Guarantee: a run that it returns is one of the machine. Each has been replayed by
// the interpreter of package explore, step by step; where a proof says that a run
// can go on, a certificate of it has been replayed as well.
package counter
