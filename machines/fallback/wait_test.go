package fallback_test

import (
	"context"
	"errors"
	"math"
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
	c, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: nobody}}, fallback.Settings{Active: "a", MaxRetries: 3, Attempt: 4 * s, Backoff: fallback.Backoff{Max: 10 * s}})
	if err != nil {
		t.Fatal(err)
	}
	for attempt, want := range map[time.Duration]time.Duration{0: 30 * s, s: 34 * s, 5 * s: 46 * s, 1 << 62: 46 * s} {
		if got := c.MaxDuration(attempt); got != want {
			t.Errorf("attempts of %v: %v, want %v", attempt, got, want)
		}
	}
	many, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: nobody}}, fallback.Settings{Active: "a", MaxRetries: math.MaxInt32 / 8, Backoff: fallback.Backoff{Max: fallback.LongestWait}})
	if err != nil {
		t.Fatal(err)
	}
	if got := many.MaxDuration(s); got != math.MaxInt64 {
		t.Errorf("a time that does not fit is %v", got)
	}
}

// TestSlow has providers that wait until their context is done. The first one gives up with an error of its own.
func TestSlow(t *testing.T) {
	const s = time.Second
	synctest.Test(t, func(t *testing.T) {
		own := errors.New("gave up")
		var causes []error
		stuck := func(err error) func(context.Context, *fallback.Request) (*fallback.Response, error) {
			return func(ctx context.Context, _ *fallback.Request) (*fallback.Response, error) {
				<-ctx.Done()
				causes = append(causes, context.Cause(ctx))
				if err == nil {
					err = context.Cause(ctx)
				}
				return nil, err
			}
		}
		var kept context.Context
		c, err := fallback.NewChain([]fallback.Provider{
			{Name: "a", Ask: stuck(own)}, {Name: "b", Ask: stuck(nil)},
			{Name: "c", Ask: func(ctx context.Context, _ *fallback.Request) (*fallback.Response, error) {
				kept = ctx
				time.Sleep(30 * s)
				return &fallback.Response{Status: 200}, nil
			}},
		}, fallback.Settings{Active: "a", Fallback: []string{"b", "c"}, MaxRetries: 1, Attempt: 40 * s, Backoff: fallback.Backoff{Min: s, Max: s}})
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		var seen []fallback.Observation
		answer, err := c.Do(context.Background(), &fallback.Request{}, watch(t, &seen))
		if err != nil || answer.Position.Provider != "c" || time.Since(begin) != 4*40*s+2*s+30*s {
			t.Errorf("%+v, %v after %v", answer, err, time.Since(begin))
		}
		var slow []error
		for _, o := range seen {
			if o.Event == fallback.EventSlow {
				slow = append(slow, o.Failure)
				if o.Failure.Class != fallback.FailureClassTransient || o.Failure.Reason != fallback.ReasonTimeout || !o.Failure.Blames || o.Failure.Provider != o.Provider {
					t.Errorf("the failure is %+v", o.Failure)
				}
			}
		}
		if len(slow) != 4 || !errors.Is(slow[0], own) || !errors.Is(slow[3], context.DeadlineExceeded) {
			t.Errorf("too slow are %v", slow)
		}
		for _, cause := range causes {
			if cause != context.DeadlineExceeded {
				t.Errorf("an attempt ends by %v", cause)
			}
		}
		if o := seen[len(seen)-2]; o.Switched == nil || o.Switched.Reason != slow[3] {
			t.Errorf("the last switch is %+v", o.Switched)
		}
		time.Sleep(time.Hour)
		if kept.Err() != nil {
			t.Errorf("the answer cannot be read: %v", context.Cause(kept))
		}
		if c.Position().Provider != "c" {
			t.Errorf("the next run starts at %v", c.Position())
		}
	})
}

// TestSlowAnswer takes an answer that comes too late, because it is there.
func TestSlowAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
			time.Sleep(2 * fallback.LongestWait)
			return &fallback.Response{Status: 200}, nil
		}}}, fallback.Settings{Active: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := c.Do(context.Background(), &fallback.Request{}, nil); err != nil || answer.Response.Status != 200 {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}

// TestLongestRun makes the run of the machine that takes longest: each wait ends at the last moment.
func TestLongestRun(t *testing.T) {
	for n := range 4 {
		for retries := range 4 {
			p := fallback.Params{Providers: n, MaxRetries: retries}
			c := &clock{}
			m, err := fallback.New(p, c)
			if err != nil {
				t.Fatal(err)
			}
			for !m.State().Terminal() {
				if left := m.Left().Time; c.now+left != p.WorstCase().Time {
					t.Errorf("%+v: left are %v after %v", p, left, c.now)
				}
				c.now += c.wait
				switch timers := m.Timers(); m.State() {
				case fallback.StateIdle:
					err = m.RequestReceived(nil)
				case fallback.StateSelecting:
					err = m.Select()
				default:
					start, _ := m.TimerStart(timers[0])
					err = m.Fire(timers[0], start)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if c.now != p.WorstCase().Time {
				t.Errorf("%+v: the run takes %v, at most %v", p, c.now, p.WorstCase().Time)
			}
		}
	}
}

// clock is a host whose waits are as long as they can be.
type clock struct {
	yes
	now, wait time.Duration
}

func (c *clock) StartTimer(_ fallback.Timer, _ int, d time.Duration) { c.wait = d }
func (*clock) TimedOut(int, int)                                     {}
func (*clock) Switched(int, int, error)                              {}

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
