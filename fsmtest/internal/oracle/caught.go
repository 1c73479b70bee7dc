package oracle

import (
	"fmt"
	"sync/atomic"

	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
)

// Nowhere returns the configuration for events that no timer raises, and for results with the number 0.
func Nowhere() Config { return Config{State: -1} }

// Caught returns the error of f, or its panic as one.
func Caught(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Panicked(p)
		}
	}()
	return f()
}

// Panicked returns a panic as an error.
func Panicked(p any) error {
	switch p := p.(type) {
	case Endless:
		return p
	case Spent:
		panic(p) // the test ends
	}
	return fmt.Errorf("panic: %v", p)
}

// Computes reports whether f is done without a panic: where no run leads, a divisor may
// be 0.
func Computes(f func()) bool { return Caught(func() error { f(); return nil }) == nil }

// SubtestSteps, RandomSteps, and FuzzStepsEach bound the steps without an event that the oracle takes in a subtest, for random runs
// together, and for an input of the fuzzer, so that no test takes long. The first steps after an event do not count: only machines with long chains of them notice.
const (
	freeSteps     = 16
	SubtestSteps  = 60_000
	RandomSteps   = 100_000
	FuzzStepsEach = 5_000
)

// Work is how many steps are left, if that is limited.
type Work struct {
	limited bool
	left    atomic.Int64
}

// Allow sets how many steps are left.
func (w *Work) Allow(steps int) {
	w.limited = true
	w.left.Store(int64(effort.Of(steps)))
}

// Spent is the panic of an oracle that has no steps left. The test then ends, and is no failure.
type Spent string

// countStep counts step n after an event. It panics if none are left, at the beginning of a chain of steps. If it is proved that machines come to
// rest, it also does so within one.
func (o *Oracle) countStep(n int) {
	if n >= freeSteps && o.Work.limited && o.Work.left.Add(-1) < 0 && (n == freeSteps || o.Spec.Settles) {
		panic(Spent(fmt.Sprintf("the test makes no more runs: events are followed by many steps without an event, of which it has taken as many as it may; the last run is beyond %d steps", n)))
	}
}

// Affords calls f, and reports false if there were not enough steps left.
func Affords(f func()) (done bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case Spent:
		default:
			panic(p)
		}
	}()
	f()
	return true
}
