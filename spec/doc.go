// Package spec is the language: it turns the text of a spec into a checked
// machine.
//
//	bytes -> syntax.File -> core.Machine
//
// [Load] reads the text (package syntax), gives every name and expression its
// meaning (package expr), flattens composite states and short forms, and
// returns the core machine that the verifier and the generators read (package
// core). Faults are diagnostics (package diag): all of them at once, each with
// its place and a way out.
//
// Guarantee: a machine that Load returns without errors is well formed in the
// sense of package core. What is true of its runs - that they end, that values
// stay in their ranges - is not decided here but by package verify.
package spec
