package fsmtest

import (
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
)

// Effort returns the number of cases that a test should try: n, or with -short and under the race
// detector, a quarter of n. It must be called after the flags are parsed.
func Effort(n int) int { return effort.Of(n) }
