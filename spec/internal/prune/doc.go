// Package prune removes transitions that are never taken, or limits them to where they can be.
//
// Guarantee: what it removes has no effect in any run.
package prune
