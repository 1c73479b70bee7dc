// Package golang writes the Go of a machine: NAME_fsm.go.
//
// [Generate] reads the core machine and the identifiers that package ident
// gave it, and nothing else. One file here emits one part of the output, in
// the order in which the output has them: the types and their constants
// (enum.go, state.go), the parameters (params.go), the machine and its getters
// (machine.go, progress.go), a method an event (step.go), the errors
// (errors.go). What comes before the code is in comment.go and prose.go,
// which turn text of the spec into comments; expressions and Go types are
// written by code.go and types.go.
//
// The generated code imports nothing but the standard library and the
// packages that the spec names, allocates nothing on a legal transition, and
// declares no package-level identifier that ident did not assign, apart from
// methods.
//
// Guarantee: the same machine gives the same bytes, formatted by gofmt, and
// no text of the spec ever becomes code or a compiler directive.
package golang
