// Package gotype finds Go types that generated code cannot use, although they parse:
// types that never compile, and types whose values must not be copied.
//
// It needs neither a Go installation nor the packages of the user: [Check] judges
// predeclared types and those of the standard library, which a table lists, and
// assumes that all other types exist, are of the right kind, and can be compared.
package gotype
