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
