package sample

import (
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// garbage is the growth of the heap, in percent, between two garbage collections of [Main].
const garbage = 400

// Main runs the tests of a package that allocates much, with fewer garbage collections, also
// in the programs that the tests start: their heaps are small, and collections took up to a
// third of the time. A GOGC in the environment has precedence.
func Main(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
		if err := os.Setenv("GOGC", strconv.Itoa(garbage)); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
