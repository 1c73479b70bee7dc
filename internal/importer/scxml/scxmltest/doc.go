// Package scxmltest runs the SCXML tests of others: the suite of SCION, which contains the tests of the W3C. Each document is
// imported, and the scripts of the suite are then played on the interpreter, on generated code, and, where it applies, by the
// generated Run. The table in docs/internals/conformance.md says which documents pass, and what the others need. It is a module of its
// own: it needs what npm ci installs here.
package scxmltest
