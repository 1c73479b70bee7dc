// Package spec loads specs: it turns the text of a spec into a checked machine.
//
//	bytes -> syntax tree -> core.Machine
//
// [Load] parses the text, resolves names and expressions (package
// [github.com/fsmgen/fsmgen/spec/expr]), expands composite states, regions, history,
// raised events, and short forms, and returns the machine that the verifier and the generators read
// (package [github.com/fsmgen/fsmgen/spec/core]). It reports all problems at
// once as diagnostics (package [github.com/fsmgen/fsmgen/spec/diag]), each with
// its position and a way to fix it.
//
// Guarantee: a machine that Load returns is well formed as defined by package
// core. Claims about its runs, for example that they end and that values stay in
// their ranges, are checked by package verify.
package spec
