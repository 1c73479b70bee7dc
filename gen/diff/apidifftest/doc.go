// Package apidifftest compares the breaking changes that gen/diff reports with those that
// golang.org/x/exp/apidiff finds in the generated code. It is a module of its own, so that users of
// fsmgen do not depend on apidiff.
package apidifftest
