// Package golang writes the Go of a machine: [Generate] makes NAME_fsm.go, [Typed]
// NAME_fsm_typed.go, with a type for each state, [Run] NAME_fsm_run.go, with
// what drives the machine, [Values] NAME_fsm_values.go, with events and outputs as
// values, [Columns] NAME_fsm_columns.go, with what makes it from columns of a table, and
// [Temporal] NAME_fsm_temporal.go, with what a Temporal workflow needs to know of it.
//
// They read the core machine and the identifiers that package ident gave it, and
// nothing else. Each topic of the output is a room, a package under internal:
// decl (states, events, parameters), host, instance (the machine and what reads
// it), step (what events do), timer, call, observe, snapshot, claims (what restored machines
// are checked for), typed, run, values, columns and temporal. A room is a function that writes
// to a file; no room changes what another one reads. What
// they share is below them: machine (the machine with its names, and questions
// about both), file, code (expressions and types as Go), enum, overflow, and
// comment and prose for English.
//
// The generated code imports nothing but the standard library and the
// packages that the spec names, allocates nothing on a legal transition, and
// declares no package-level identifier that ident did not assign, apart from
// methods.
//
// Guarantee: the same machine gives the same bytes, formatted by gofmt, and
// no text of the spec ever becomes code or a compiler directive.
package golang
