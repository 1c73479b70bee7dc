package fsmtest

import "testing"

// reduced reports whether less is to be done.
func reduced() bool { return testing.Short() || raced }

// Effort returns how much of n a test is to do: all, or a quarter with -short, and under the race
// detector, which makes all slower and looks for something else than what a machine
// does. It must be called when flags have been parsed.
func Effort(n int) int {
	if reduced() {
		return max(n/4, 1)
	}
	return n
}

// some returns the cases that a test is to try: all, or each fourth.
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
