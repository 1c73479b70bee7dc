package fallback

import (
	"errors"
	"fmt"
	"time"
)

// Backoff says how long to wait before a provider is asked again: exponentially
// longer, spread by chance so that many clients do not come back at once. The
// zero value does not wait, and accepts no Retry-After but 0.
type Backoff struct {
	// Min is the shortest wait, at least 0.
	Min time.Duration
	// Max is the longest wait, at least Min.
	Max time.Duration
	// Factor is by how much each wait may be longer than the one before, at
	// least 1; 0 stands for 2.
	Factor float64
	// Jitter is the part of a wait that is left to chance, from 0 for none to 1
	// for all that is above Min.
	Jitter float64
}

// Validate returns an error that names what is out of its range.
func (b Backoff) Validate() error {
	var errs []error
	if b.Min < 0 || b.Max < b.Min {
		errs = append(errs, fmt.Errorf("fallback: backoff is from %v to %v, must be from 0 or more to as much or more", b.Min, b.Max))
	}
	if b.Factor != 0 && !(b.Factor >= 1) { // so that NaN is out
		errs = append(errs, fmt.Errorf("fallback: factor of backoff is %v, must be at least 1", b.Factor))
	}
	if !(b.Jitter >= 0 && b.Jitter <= 1) {
		errs = append(errs, fmt.Errorf("fallback: jitter of backoff is %v, must be from 0 to 1", b.Jitter))
	}
	return errors.Join(errs...)
}

// Delay returns the wait after a provider has failed that was asked again
// retries times. Before the first retry it is at most Min*Factor, before each
// further one Factor times that, and never more than Max; chance, from 0 to
// below 1, chooses how much of the part of Jitter to leave out. The wait is not
// shorter than after, what the provider asked for, however long that is: whether
// to wait so long is for [Backoff.Accepts] to say. The backoff must be valid.
func (b Backoff) Delay(retries int, after time.Duration, chance float64) time.Duration {
	factor := b.Factor
	if factor == 0 {
		factor = 2
	}
	// A loop and no power: it stops at Max, so nothing overflows.
	longest, most := float64(b.Min), float64(b.Max)
	for i := 0; i <= retries && longest < most && longest > 0 && factor > 1; i++ {
		longest *= factor
	}
	wait := b.Max
	// The largest durations are no float64, which would be one more.
	if f := min(longest, most) * (1 - b.Jitter*chance); f < most {
		wait = time.Duration(f)
	}
	return max(b.Min, min(wait, b.Max), after)
}

// Accepts reports whether to wait as long as a provider asks for. A provider
// that asks for more than Max is not asked again in the same run.
func (b Backoff) Accepts(after time.Duration) bool {
	return after <= b.Max
}
