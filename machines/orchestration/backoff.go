package orchestration

import (
	"fmt"
	"time"
)

// LongestBackoff is the longest wait before a retry.
const LongestBackoff = 10 * time.Minute

// Backoff determines the wait before a retry: Min before the first one, then twice as
// long each time, up to Max.
type Backoff struct {
	// Min and Max limit every wait; 0 <= Min <= Max <= LongestBackoff.
	Min, Max time.Duration
	// Jitter is the random part of a wait, from 0 to 1. The wait is at least Min.
	Jitter float64
	// Source returns a random number from 0 to below 1 for the jitter of each wait. It
	// is called by one goroutine. Nil means no jitter.
	Source func() float64
}

// Validate returns an error if a field is out of range.
func (b Backoff) Validate() error {
	if b.Min < 0 || b.Max < b.Min || b.Max > LongestBackoff {
		return fmt.Errorf("backoff is from %v to %v, must be a range from 0 to %v", b.Min, b.Max, LongestBackoff)
	}
	if !(b.Jitter >= 0 && b.Jitter <= 1) {
		return fmt.Errorf("jitter of backoff is %v, must be from 0 to 1", b.Jitter)
	}
	return nil
}

// Delay returns the wait before an attempt, from Min to Max. The first retry is attempt
// 1; lower numbers count as 1.
func (b Backoff) Delay(attempt int) time.Duration {
	d := b.Min
	for i := 1; i < attempt && d > 0 && d < b.Max; i++ {
		if d > b.Max/2 {
			d = b.Max
		} else {
			d *= 2
		}
	}
	if b.Source == nil {
		return d
	}
	return max(b.Min, d-time.Duration(b.Jitter*b.Source()*float64(d)))
}
