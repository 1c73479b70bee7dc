// Package effort says how much a test of a generated machine tries. It imports nothing else of this module.
package effort

import (
	"flag"
	"testing"
)

// Reduced reports whether tests should try fewer cases: with -short, and under the race detector. It must be called
// after the flags are parsed.
func Reduced() bool { return testing.Short() || raced }

// Close returns how many runs of a check, or kinds of steps, a test looks at closely whatever they do. A table has one for each of its cells,
// and a close look sends every event: without a limit, the work would grow with the number of cells times that of events.
func Close() int { return Of(300) }

// Of returns the number of cases that a test should try: n, or a quarter of n, but at least 1, if it is reduced.
func Of(n int) int {
	if Reduced() {
		return max(n/4, 1)
	}
	return n
}

// Fuzzing reports whether go test looks for inputs of a fuzz target. What it does with one must not depend on those before.
func Fuzzing() bool {
	fuzz := flag.Lookup("test.fuzz")
	return fuzz != nil && fuzz.Value.String() != ""
}
