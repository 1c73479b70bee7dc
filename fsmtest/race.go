//go:build race

package fsmtest

// raced says that the race detector is on.
const raced = true
