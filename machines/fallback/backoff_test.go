package fallback_test

import (
	"math"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestBackoffDelay(t *testing.T) {
	const s = time.Second
	plain := fallback.Backoff{Min: s, Max: 10 * s}
	jitter := fallback.Backoff{Min: s, Max: 10 * s, Factor: 3, Jitter: 1}
	half := fallback.Backoff{Min: s, Max: 10 * s, Jitter: 0.5}
	tests := []struct {
		backoff fallback.Backoff
		retries int
		after   time.Duration
		chance  float64
		want    time.Duration
	}{
		{fallback.Backoff{}, 0, 0, 0.5, 0},
		{fallback.Backoff{}, 9, 0, 0.5, 0},
		{plain, 0, 0, 0.9, 2 * s},
		{plain, 1, 0, 0, 4 * s},
		{plain, 2, 0, 0, 8 * s},
		{plain, 3, 0, 0, 10 * s},
		{plain, math.MaxInt, 0, 0, 10 * s},
		{fallback.Backoff{Min: s, Max: 10 * s, Factor: 1}, math.MaxInt, 0, 0, s},
		{fallback.Backoff{Max: 10 * s}, math.MaxInt, 0, 0, 0},
		{jitter, 0, 0, 0, 3 * s},
		{jitter, 0, 0, 0.5, 3 * s / 2},
		{jitter, 0, 0, 0.99, s}, // not below Min
		{jitter, 5, 0, 0, 10 * s},
		{half, 0, 0, 0.5, 3 * s / 2},
		{half, 3, 0, 0.9, 11 * s / 2},
		{plain, 0, s, 0, 2 * s},
		{plain, 0, 7 * s, 0, 7 * s},
		{jitter, 0, 7 * s, 0.99, 7 * s},
		{plain, 0, time.Hour, 0, time.Hour},
		{fallback.Backoff{Min: 1, Max: math.MaxInt64}, 100, 0, 0, math.MaxInt64},
	}
	for _, test := range tests {
		if got := test.backoff.Delay(test.retries, test.after, test.chance); got != test.want {
			t.Errorf("%+v.Delay(%d, %v, %v) = %v, want %v", test.backoff, test.retries, test.after, test.chance, got, test.want)
		}
	}
}

// TestBackoffRange checks that no wait leaves the range, and none is shorter
// than that of the retry before with the same luck.
func TestBackoffRange(t *testing.T) {
	for _, b := range []fallback.Backoff{
		{Min: 1, Max: 1}, {Min: 3, Max: 1000, Jitter: 0.3}, {Min: time.Second, Max: time.Minute, Factor: 1.1, Jitter: 1},
		{Min: time.Hour, Max: math.MaxInt64, Factor: 1e300},
	} {
		for chance := 0.0; chance < 1; chance += 0.125 {
			last := time.Duration(0)
			for retries := range 80 {
				got := b.Delay(retries, 0, chance)
				if got < b.Min || got > b.Max || got < last {
					t.Fatalf("%+v.Delay(%d, 0, %v) = %v after %v", b, retries, chance, got, last)
				}
				last = got
			}
		}
	}
}

func TestBackoffValidate(t *testing.T) {
	tests := []struct {
		backoff fallback.Backoff
		ok      bool
	}{
		{fallback.Backoff{}, true},
		{fallback.Backoff{Min: 1, Max: 2, Factor: 1, Jitter: 1}, true},
		{fallback.Backoff{Min: -1}, false},
		{fallback.Backoff{Min: 2, Max: 1}, false},
		{fallback.Backoff{Max: fallback.LongestWait}, true},
		{fallback.Backoff{Max: fallback.LongestWait + 1}, false},
		{fallback.Backoff{Factor: 0.5}, false},
		{fallback.Backoff{Factor: math.NaN()}, false},
		{fallback.Backoff{Jitter: -0.1}, false},
		{fallback.Backoff{Jitter: 1.1}, false},
		{fallback.Backoff{Jitter: math.NaN()}, false},
	}
	for _, test := range tests {
		if err := test.backoff.Validate(); (err == nil) != test.ok {
			t.Errorf("%+v: error %v, want ok %t", test.backoff, err, test.ok)
		}
	}
}

func TestParseRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		value string
		want  time.Duration
		ok    bool
	}{
		{"0", 0, true},
		{"120", 2 * time.Minute, true},
		{" 7\t", 7 * time.Second, true},
		{"007", 7 * time.Second, true},
		{"9223372036", 9223372036 * time.Second, true},
		{"9223372037", math.MaxInt64, true},
		{"99999999999999999999999", math.MaxInt64, true},
		{"Sun, 01 Mar 2026 12:01:00 GMT", time.Minute, true},
		{"Sunday, 01-Mar-26 12:01:00 GMT", time.Minute, true}, // the obsolete forms of RFC 9110, section 5.6.7
		{"Sun Mar  1 12:01:00 2026", time.Minute, true},
		{"Sun, 01 Mar 2026 11:00:00 GMT", 0, true},
		{"", 0, false},
		{" ", 0, false},
		{"-1", 0, false},
		{"+1", 0, false},
		{"1.5", 0, false},
		{"1 2", 0, false},
		{"1e3", 0, false},
		{"soon", 0, false},
		{"2026-03-01T12:01:00Z", 0, false},
	}
	for _, test := range tests {
		if got, ok := fallback.ParseRetryAfter(test.value, now); got != test.want || ok != test.ok {
			t.Errorf("ParseRetryAfter(%q) = %v, %t, want %v, %t", test.value, got, ok, test.want, test.ok)
		}
	}
}
