package fsmtest

import (
	"flag"
	"testing"
)

// reduced reports whether tests should try fewer cases.
func reduced() bool { return testing.Short() || raced }

// fuzzing reports whether go test looks for inputs of a fuzz target. What it does with one must not depend on those before.
func fuzzing() bool {
	fuzz := flag.Lookup("test.fuzz")
	return fuzz != nil && fuzz.Value.String() != ""
}

// Effort returns the number of cases that a test should try: n, or with -short and under the race
// detector, a quarter of n. It must be called after the flags are parsed.
func Effort(n int) int {
	if reduced() {
		return max(n/4, 1)
	}
	return n
}

// some returns the cases that a test should try: all, or every fourth.
func some(cases []testCase) []testCase {
	if !reduced() {
		return cases
	}
	var few []testCase
	for i := 0; i < len(cases); i += 4 {
		few = append(few, cases[i])
	}
	return few
}
