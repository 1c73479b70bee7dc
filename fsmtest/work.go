package fsmtest

import (
	"fmt"
	"sync/atomic"
)

// What follows bounds the steps without an event that the oracle takes in a subtest, for random runs together, and for an input of the fuzzer,
// so that no test takes long. The first steps after an event do not count: only machines with long chains of them notice.
const (
	freeSteps     = 16
	subtestSteps  = 60_000
	randomSteps   = 100_000
	fuzzStepsEach = 5_000
)

// work is how many steps are left, if that is limited.
type work struct {
	limited bool
	left    atomic.Int64
}

// allow sets how many steps are left.
func (w *work) allow(steps int) {
	w.limited = true
	w.left.Store(int64(Effort(steps)))
}

// spent is the panic of an oracle that has no steps left. The test then ends, and is no failure.
type spent string

// countStep counts step n after an event. It panics if none are left, at the beginning of a chain of steps. If it is proved that machines come to
// rest, it also does so within one.
func (o *oracle) countStep(n int) {
	if n >= freeSteps && o.work.limited && o.work.left.Add(-1) < 0 && (n == freeSteps || o.Settles) {
		panic(spent(fmt.Sprintf("the test makes no more runs: events are followed by many steps without an event, of which it has taken as many as it may; the last run is beyond %d steps", n)))
	}
}

// affords calls f, and reports false if there were not enough steps left.
func affords(f func()) (done bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case spent:
		default:
			panic(p)
		}
	}()
	f()
	return true
}
