// Package tla writes a machine as a TLA+ module (Lamport, "Specifying Systems", 2002), for use with TLC, Apalache, or
// TLAPS, for example to check temporal properties, or whether the machine implements another specification.
//
// Parameters are constants; the state and each variable are variables; each alternative that takes a transition is an
// action. The claims of the spec are invariants and temporal properties. A configuration for TLC assigns values to the
// constants and lists the claims to check.
//
// Guarantee: the module is derived only from the core machine, by code that shares only the semantics of expressions
// with the verifier. Only names, numbers, and strings of the module come from the spec: names that TLA+ reserves are
// changed, strings are encoded in safe characters, and the module contains no free text of the spec. The first lines
// list what the module does not model.
package tla
