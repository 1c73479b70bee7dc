// Package course makes random runs of the reference interpreter, with what an observer sees after each event, for tests that
// hold something else against it: the core machine, generated code, the explorer.
//
// Only tests import this package.
package course
