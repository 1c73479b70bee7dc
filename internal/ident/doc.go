// Package ident gives every part of a machine its Go identifiers.
//
// All identifiers that generated code declares are assigned here, once, by
// [Assign]; generators look them up and invent none. So two generators agree
// on every name, and two names that would clash are found while the spec is
// checked, with both places, instead of by the Go compiler.
//
// The rules are few. A name of the spec is exported by raising its first
// letter and unexported by lowering it; a word that is a
// common initialism (ID, URL, HTTP, ...) is written as Go does. Constants
// carry their type as a prefix (StateIdle, EventSelect), methods do not.
package ident
