// Package sample chooses how many cases a test covers, and which ones. [Main] makes tests faster.
//
// A test with more cases than it can run calls [Size] or [Long] for the number of cases,
// and [Seed] for the choice. A test that takes seconds calls [Turn]. They read four environment variables, which no other package
// reads:
//
//	FSMGEN_LONG=1  cover what continuous integration covers: minutes, not seconds
//	FSMGEN_SIZE=N  try N cases, for campaigns; use it with -run
//	FSMGEN_SEED=N  use the sample that a failed test has logged
//	FSMGEN_SALT=S  use the same samples wherever S is the same
//
// Without FSMGEN_SEED, the seed is a hash of the test program, so a change of the code
// under test gives a different sample, and unchanged code gives the same one. A test program
// contains the name of the folder in which it was built; FSMGEN_SALT takes its place.
//
// Only tests import this package.
package sample

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
)

// Long reports whether FSMGEN_LONG asks for the long tests.
func Long() bool {
	text := os.Getenv("FSMGEN_LONG")
	if text == "" {
		return false
	}
	long, err := strconv.ParseBool(text)
	if err != nil {
		panic(fmt.Sprintf("FSMGEN_LONG is %q, want 1 or 0", text))
	}
	return long
}

// Size returns how many cases a test tries: short with -short, long with
// FSMGEN_LONG, otherwise usual. FSMGEN_SIZE replaces all three.
func Size(short, usual, long int) int {
	if text := os.Getenv("FSMGEN_SIZE"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			panic(fmt.Sprintf("FSMGEN_SIZE is %q, want a positive number", text))
		}
		return n
	}
	switch {
	case Long():
		return long
	case testing.Short():
		return short
	}
	return usual
}

// Seed returns the seed of a test's sample: FSMGEN_SEED if that is set, otherwise
// a hash of the test program (or of FSMGEN_SALT), the name of the test and data, which is what the
// test reads from files. If the test fails, it logs how to repeat the sample.
// The hash has at most nine digits. A test of many cases gives case i the seed
// Seed+i, so that FSMGEN_SEED and FSMGEN_SIZE=1 repeat a single case.
func Seed(t testing.TB, data ...[]byte) uint64 {
	t.Helper()
	seed := hash(t.Name(), data)
	if text := os.Getenv("FSMGEN_SEED"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			t.Fatalf("FSMGEN_SEED is %q, want a number that is not negative", text)
		}
		seed = uint64(n)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat this sample with FSMGEN_SEED=%d%s -run '^%s$'", seed, rest(), t.Name())
		}
	})
	return seed
}

// rest returns the other variables and flags that a sample depends on, around the
// words go test.
func rest() (out string) {
	for _, name := range []string{"FSMGEN_LONG", "FSMGEN_SIZE"} {
		if text := os.Getenv(name); text != "" {
			out += " " + name + "=" + text
		}
	}
	out += " go test"
	if testing.Short() {
		out += " -short"
	}
	return out
}

// Rand returns a source of random numbers for the sample that [Seed] chooses.
func Rand(t testing.TB, data ...[]byte) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t, data...), 1))
}

// Some returns n elements of list that [Seed] chooses, in the order of list, and
// all if there are no more than n.
func Some[T any](t testing.TB, list []T, n int, data ...[]byte) []T {
	t.Helper()
	if n >= len(list) {
		return list
	}
	chosen := Rand(t, data...).Perm(len(list))[:n]
	slices.Sort(chosen)
	some := make([]T, n)
	for i, j := range chosen {
		some[i] = list[j]
	}
	return some
}

// turns is how many tests take turns: of so many, one runs.
const turns = 16

// Turn skips a test that takes seconds unless it is its turn, which [Seed] decides for one
// change of the code in sixteen. FSMGEN_LONG, FSMGEN_SIZE, FSMGEN_SEED, and the flags -run and
// -update run it always. With -short it never runs otherwise.
func Turn(t testing.TB, data ...[]byte) {
	t.Helper()
	if Long() || os.Getenv("FSMGEN_SIZE") != "" || os.Getenv("FSMGEN_SEED") != "" || given("test.run") || given("update") {
		return
	}
	if testing.Short() {
		t.Skip("takes seconds, and -short is set")
	}
	if hash(t.Name(), data)%turns != 0 {
		t.Skip("takes seconds, and it is the turn of others; FSMGEN_LONG=1 or -run runs it")
	}
}

// given reports whether a flag of the test program has a value that is not false.
func given(name string) bool {
	f := flag.Lookup(name)
	return f != nil && f.Value.String() != "" && f.Value.String() != "false"
}

// hash returns a number of at most nine digits.
func hash(name string, data [][]byte) uint64 {
	h := sha256.New()
	if salt := os.Getenv("FSMGEN_SALT"); salt != "" {
		h.Write([]byte(salt))
	} else {
		h.Write(program())
	}
	for _, d := range append([][]byte{[]byte(name)}, data...) {
		_ = binary.Write(h, binary.LittleEndian, int64(len(d)))
		h.Write(d)
	}
	return binary.LittleEndian.Uint64(h.Sum(nil)) % 1_000_000_000
}

// program returns a hash of the running test program.
var program = sync.OnceValue(func() []byte {
	name, err := os.Executable()
	if err != nil {
		panic(err)
	}
	f, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		panic(err)
	}
	return h.Sum(nil)
})
