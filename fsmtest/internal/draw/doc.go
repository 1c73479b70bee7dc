// Package draw chooses what a machine is tested with: parameters, payloads, and forged snapshots, at the values where
// the oracle decides.
//
// A [Chooser] makes the choices: those of [Choices] are all that there are, or random ones; those of a fuzz target are bytes.
// The same choices give the same values.
package draw
