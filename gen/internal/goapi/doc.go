// Package goapi compares the exported API of two Go packages that fsmgen generates.
//
// [Read] type-checks the files of a package without the packages that they import, and without
// function bodies, so that neither a Go installation nor a module is necessary. [Compare] returns the
// changes after which code that uses the package may no longer compile, or may mean something else.
//
// Guarantee: code that compiles with the old package compiles with the new one if there are no
// changes, except for what the Go 1 compatibility promise excludes too: struct literals without field names,
// embedding, dot imports, and names that become ambiguous. Imported types are equal if their
// paths and names are.
package goapi
