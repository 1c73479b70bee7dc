package orchestration

import (
	"math"
	"testing"
	"time"
)

func TestBackoff(t *testing.T) {
	none, half, all := func() float64 { return 0 }, func() float64 { return 0.5 }, func() float64 { return math.Nextafter(1, 0) }
	for _, test := range []struct {
		b       Backoff
		attempt int
		want    time.Duration
	}{
		{Backoff{}, 5, 0},
		{Backoff{Min: 1, Max: 100}, -1, 1},
		{Backoff{Min: 1, Max: 100}, 1, 1},
		{Backoff{Min: 1, Max: 100}, 4, 8},
		{Backoff{Min: 1, Max: 100}, 8, 100},
		{Backoff{Min: 1, Max: 100}, math.MaxInt, 100},
		{Backoff{Min: 1, Max: math.MaxInt64}, 200, math.MaxInt64},
		{Backoff{Max: 100}, 9, 0},
		{Backoff{Min: 10, Max: 1000, Jitter: 0.5}, 4, 80},
		{Backoff{Min: 10, Max: 1000, Jitter: 0.5, Source: none}, 4, 80},
		{Backoff{Min: 10, Max: 1000, Jitter: 0.5, Source: half}, 4, 60},
		{Backoff{Min: 10, Max: 1000, Jitter: 1, Source: all}, 4, 10},
		{Backoff{Min: 10, Max: 1000, Jitter: 1, Source: half}, 1, 10},
	} {
		if got := test.b.Delay(test.attempt); got != test.want {
			t.Errorf("%+v, attempt %d: %v, want %v", test.b, test.attempt, got, test.want)
		}
	}
	for _, b := range []Backoff{{Min: -1}, {Min: 2, Max: 1}, {Jitter: -0.1}, {Jitter: 1.1}, {Jitter: math.NaN()}} {
		if b.Validate() == nil {
			t.Errorf("%+v is valid", b)
		}
	}
	if err := (Backoff{Max: 1, Jitter: 1}).Validate(); err != nil {
		t.Error(err)
	}
}
