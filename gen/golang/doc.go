// Package golang writes the Go of a machine: [Generate] makes NAME_fsm.go, [Typed]
// NAME_fsm_typed.go, with a type for each state, and [Run] NAME_fsm_run.go, with
// what drives the machine.
//
// They read the core machine and the identifiers that package ident gave it, and
// nothing else. What Typed writes is in typed.go, typed_base.go and typed_state.go,
// what Run writes in run.go and the files that begin with run_. For Generate, one
// file here emits one part of the output, in the order in which the output has
// them: the types and their constants (enum.go, state.go, timer.go), the parameters
// (params.go), the host and its interfaces (host.go), the machine and its getters
// (machine.go, progress.go), a method an event (step.go) with what it assigns
// (update.go) and what it tells the host (delivery.go), or a table for many states
// (table.go), the errors (errors.go). The lists of what a spec has are in list.go,
// text and back in text.go, observers in observe.go; a machine is saved by
// snapshot.go, with marks of the spec by fingerprint.go, made again by restore.go,
// with values of Go types in opaque.go, and what must hold of it is in claims.go.
// Comments are made in comment.go and prose.go, expressions and Go types in code.go and
// types.go, Go text that all machines have in source.go; overflow.go and
// interval.go write the check that the bound fits in an int.
//
// The generated code imports nothing but the standard library and the
// packages that the spec names, allocates nothing on a legal transition, and
// declares no package-level identifier that ident did not assign, apart from
// methods.
//
// Guarantee: the same machine gives the same bytes, formatted by gofmt, and
// no text of the spec ever becomes code or a compiler directive.
package golang
