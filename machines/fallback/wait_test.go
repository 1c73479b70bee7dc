package fallback_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// TestMaxDuration makes the run that takes longest, with a clock of its own.
func TestMaxDuration(t *testing.T) {
	const s = time.Second
	for n := 1; n <= 3; n++ {
		for retries := range 4 {
			synctest.Test(t, func(t *testing.T) {
				var names []string
				var known []fallback.Provider
				for i := range n {
					names = append(names, string(rune('a'+i)))
					known = append(known, fallback.Provider{Name: names[i], Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
						time.Sleep(7 * s)
						return nil, &fallback.StatusError{Status: 429, RetryAfter: 10 * s}
					}})
				}
				c, err := fallback.NewChain(known, fallback.Settings{Active: "a", Fallback: names[1:], MaxRetries: retries, Backoff: fallback.Backoff{Min: s, Max: 10 * s}})
				if err != nil {
					t.Fatal(err)
				}
				begin := time.Now()
				if _, err := c.Do(context.Background(), &fallback.Request{}, nil); err == nil {
					t.Fatal("nobody can have answered")
				}
				if took := time.Since(begin); took != c.MaxDuration(7*s) {
					t.Errorf("%d providers, %d retries: a run takes %v, at most %v", n, retries, took, c.MaxDuration(7*s))
				}
			})
		}
	}
	c, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: nobody}}, fallback.Settings{Active: "a", MaxRetries: 3, Backoff: fallback.Backoff{Max: 1 << 61}})
	if err != nil {
		t.Fatal(err)
	}
	for attempt, want := range map[time.Duration]time.Duration{0: 3 << 61, 1 << 59: 1<<63 - 1, 1 << 62: 1<<63 - 1} {
		if got := c.MaxDuration(attempt); got != want {
			t.Errorf("attempts of %d: %d, want %d", attempt, got, want)
		}
	}
}

// TestWaits looks at when providers are asked, with a clock of its own.
func TestWaits(t *testing.T) {
	const s = time.Second
	backoff := fallback.Backoff{Min: s, Max: 10 * s}
	tests := []struct {
		name    string
		after   time.Duration // the Retry-After of the first provider
		status  int
		waits   []time.Duration // before each attempt, from the one before
		classes []fallback.FailureClass
	}{
		{"exponential", 0, 429, []time.Duration{0, 2 * s, 4 * s, 0}, []fallback.FailureClass{0, 0, 0}},
		{"Retry-After", 3 * s, 429, []time.Duration{0, 3 * s, 4 * s, 0}, []fallback.FailureClass{0, 0, 0}},
		{"Retry-After of 503", 9 * s, 503, []time.Duration{0, 9 * s, 9 * s, 0}, []fallback.FailureClass{0, 0, 0}},
		{"Retry-After too long", 11 * s, 429, []time.Duration{0, 0}, []fallback.FailureClass{fallback.FailureClassRecoverable}},
		{"no retry", 0, 404, []time.Duration{0, 0}, []fallback.FailureClass{fallback.FailureClassRecoverable}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				last := time.Now()
				var waits []time.Duration
				mark := func() {
					waits = append(waits, time.Since(last))
					last = time.Now()
				}
				c, err := fallback.NewChain([]fallback.Provider{
					{Name: "a", Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
						mark()
						return nil, &fallback.StatusError{Status: test.status, RetryAfter: test.after}
					}},
					{Name: "b", Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
						mark()
						return &fallback.Response{Status: 200}, nil
					}},
				}, fallback.Settings{Active: "a", Fallback: []string{"b"}, MaxRetries: 2, Backoff: backoff})
				if err != nil {
					t.Fatal(err)
				}
				var told []time.Duration
				var classes []fallback.FailureClass
				if _, err := c.Do(context.Background(), &fallback.Request{}, func(o fallback.Observation) {
					if o.Failure != nil {
						told = append(told, o.Wait)
						classes = append(classes, o.Failure.Class)
					}
				}); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.waits, waits); diff != "" {
					t.Errorf("waits (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(test.waits[1:], told); diff != "" {
					t.Errorf("waits told (-want +got):\n%s", diff)
				}
				if !slices.Equal(classes, test.classes) {
					t.Errorf("classes %v, want %v", classes, test.classes)
				}
			})
		})
	}
}
