// Package tla writes a machine as a module of TLA+ (Lamport, "Specifying
// Systems", 2002), for those who want to ask TLC, Apalache or TLAPS about it:
// what is eventually true, say, or whether it implements a specification of
// their own.
//
// Parameters are constants; the state and each variable are variables; each
// alternative that makes a step is an action. What the spec claims is there as
// invariants and temporal properties. A configuration for TLC gives the
// constants values and says what is to be checked.
//
// Guarantee: the module is written from the core machine alone, by code that
// shares nothing with the verifier but the meaning of expressions. All of it is
// TLA+ of which the author of a spec chooses names and numbers only: names that
// TLA+ has for itself get another end, strings are in safe letters, and nothing
// that is free text in a spec stands in the module. What TLA+ does not see is
// said in the first lines.
package tla
