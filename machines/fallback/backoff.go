package fallback

import (
	"errors"
	"fmt"
	"time"
)

// Backoff determines the wait before a retry: it increases exponentially, with
// random jitter, so that many clients do not retry at the same time. The zero value
// does not wait, and accepts only a Retry-After of 0.
type Backoff struct {
	// Min is the shortest wait, at least 0.
	Min time.Duration
	// Max is the longest wait, from Min to [LongestWait].
	Max time.Duration
	// Factor is the ratio of each wait to the one before, at least 1; 0 means 2.
	Factor float64
	// Jitter is the random part of a wait, from 0 (none) to 1 (everything above
	// Min).
	Jitter float64
}

// Validate returns an error that describes the fields that are out of range.
func (b Backoff) Validate() error {
	var errs []error
	if b.Min < 0 || b.Max < b.Min {
		errs = append(errs, fmt.Errorf("fallback: backoff is from %v to %v, must be a range from 0 or more", b.Min, b.Max))
	}
	if b.Max > LongestWait {
		errs = append(errs, fmt.Errorf("fallback: backoff is up to %v, must be at most %v", b.Max, LongestWait))
	}
	if b.Factor != 0 && !(b.Factor >= 1) { // so that NaN is out
		errs = append(errs, fmt.Errorf("fallback: factor of backoff is %v, must be at least 1", b.Factor))
	}
	if !(b.Jitter >= 0 && b.Jitter <= 1) {
		errs = append(errs, fmt.Errorf("fallback: jitter of backoff is %v, must be from 0 to 1", b.Jitter))
	}
	return errors.Join(errs...)
}

// Delay returns the wait before the next retry, where retries is the number of
// retries so far. Before the first retry, the wait is at most Min*Factor; each
// further wait is Factor times as long, up to Max. chance, from 0 to below 1, is the
// random number for the jitter. The wait is at least after, the time that the
// provider asks for, however long that is; see [Backoff.Accepts]. The backoff must be
// valid.
func (b Backoff) Delay(retries int, after time.Duration, chance float64) time.Duration {
	factor := b.Factor
	if factor == 0 {
		factor = 2
	}
	// A loop instead of a power stops at Max, so nothing overflows.
	longest, most := float64(b.Min), float64(b.Max)
	for i := 0; i <= retries && longest < most && longest > 0 && factor > 1; i++ {
		longest *= factor
	}
	wait := b.Max
	// The largest durations are not exact as float64, which would round up.
	if f := min(longest, most) * (1 - b.Jitter*chance); f < most {
		wait = time.Duration(f)
	}
	return max(b.Min, min(wait, b.Max), after)
}

// Accepts reports whether to wait as long as a provider asks for. If that is longer
// than Max, the same run does not retry the provider.
func (b Backoff) Accepts(after time.Duration) bool {
	return after <= b.Max
}
