// Package proptest writes the tests of a generated machine.
//
// [Generate] turns a checked machine into one Go test file: the machine once more, as a table of
// package fsmtest, and calls of that package, which has all checks. The table shares no code with package
// golang's output: guards, updates, outputs, progress, bound and ranges are
// functions over a plain struct, and fsmtest finds a transition by searching the
// table in order. What can be derived from names and types is left to fsmtest.
//
// The file also holds runs that exploration finds when it is written: one to each
// transition that it can take, and others to steps on which a slip in its code would
// show. The test fails when one of these transitions is not taken.
//
// A subject (generate.go, code.go, field.go, params.go) knows the machine, its names and how
// expressions are written; an explorer (reach.go, choice.go, target.go, repeated_questions.go) finds the runs; a
// printer (file.go, spec.go, machine.go, faces.go) writes the file.
//
// Guarantee: the output is gofmt'd, compiles beside the generated machine of the
// same spec, is the same bytes for the same machine, and its package-level names
// begin with the name of the machine.
package proptest
