package sample

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// garbage is the growth of the heap, in percent, between two garbage collections of [Main].
const garbage = 400

// ballast is what [Main] adds to the heap, in bytes. Nothing is written there, so it needs no memory. But a small heap grows to five
// times as much before it is collected.
const ballast = 16 << 20

// Main runs the tests of a package that allocates much, with fewer garbage collections, also
// in the programs that the tests start: their heaps are small, and collections took up to a
// third of the time. A GOGC in the environment has precedence.
func Main(m *testing.M) {
	heap := make([]byte, ballast)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
		if err := os.Setenv("GOGC", strconv.Itoa(garbage)); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	runtime.KeepAlive(heap)
	os.Exit(code)
}
