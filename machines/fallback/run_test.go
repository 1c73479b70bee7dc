package fallback_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// scripted returns a provider with one status: 200 is an answer, 0 a provider that
// does not fit.
func scripted(name string, status int, asked *[]string) fallback.Provider {
	return fallback.Provider{
		Name:   name,
		Limits: fallback.Limits{NoTools: status == 0},
		Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
			*asked = append(*asked, name)
			if status != 200 {
				return nil, &fallback.StatusError{Status: status}
			}
			return &fallback.Response{Status: 200, Body: []byte(name)}, nil
		},
	}
}

// expect says, in two loops and without a machine, which of the providers with
// these statuses are asked, and where the run ends.
func expect(names []string, statuses []int, retries int) (asked []string, end fallback.State, skipped int) {
	for i, name := range names {
		if statuses[i] == 0 {
			skipped++
			continue
		}
		for range retries + 1 {
			asked = append(asked, name)
			switch statuses[i] {
			case 200:
				return asked, fallback.StateSucceeded, skipped
			case 401:
				return asked, fallback.StateAborted, skipped
			}
			if statuses[i] != 429 {
				break
			}
		}
	}
	return asked, fallback.StateExhausted, skipped
}

// watch checks of every transition what is promised of each, and keeps them.
func watch(t *testing.T, into *[]fallback.Observation) func(fallback.Observation) {
	state, progress := fallback.StateIdle, -1
	return func(o fallback.Observation) {
		if o.From != state || progress >= 0 && o.Before != progress || o.After >= o.Before || o.After < 0 {
			t.Errorf("transition %+v does not go on from %v with progress %d", o, state, progress)
		}
		if o.Number != len(*into)+1 || o.Number > o.Most {
			t.Errorf("transition %d is the %dth of at most %d", o.Number, len(*into)+1, o.Most)
		}
		if (o.Failure != nil) != (o.Event == fallback.EventFailure || o.Event == fallback.EventSlow) {
			t.Errorf("failure of %v is %v", o.Event, o.Failure)
		}
		state, progress = o.To, o.After
		*into = append(*into, o)
	}
}

// TestRunAgainstLoops runs every combination of statuses over up to three
// providers and up to two retries.
func TestRunAgainstLoops(t *testing.T) {
	kinds := []int{200, 401, 404, 429, 0}
	names := []string{"a", "b", "c"}
	runs, longest := 0, 0
	for n := 1; n <= len(names); n++ {
		for retries := range 3 {
			combinations := 1
			for range n {
				combinations *= len(kinds)
			}
			for code := range combinations {
				var asked []string
				statuses := make([]int, n)
				var known []fallback.Provider
				for i, rest := 0, code; i < n; i, rest = i+1, rest/len(kinds) {
					statuses[i] = kinds[rest%len(kinds)]
					known = append(known, scripted(names[i], statuses[i], &asked))
				}
				c, err := fallback.NewChain(known, fallback.Settings{Active: "a", Fallback: names[1:n], MaxRetries: retries})
				if err != nil {
					t.Fatal(err)
				}
				var seen []fallback.Observation
				answer, err := c.Do(context.Background(), &fallback.Request{Needs: fallback.Needs{Tools: true}}, watch(t, &seen))
				want, end, skipped := expect(names[:n], statuses, retries)
				last := seen[len(seen)-1]
				if !slices.Equal(asked, want) || last.To != end {
					t.Errorf("%v with %d retries: asked %v, ended in %v, want %v and %v", statuses, retries, asked, last.To, want, end)
				}
				var exhausted *fallback.ExhaustedError
				var aborted *fallback.AbortedError
				switch end {
				case fallback.StateSucceeded:
					if err != nil || string(answer.Response.Body) != want[len(want)-1] || answer.Position.Provider != want[len(want)-1] {
						t.Errorf("%v: answer %+v, %v", statuses, answer, err)
					}
				case fallback.StateExhausted:
					if !errors.As(err, &exhausted) || len(exhausted.Failures) != len(want) || len(exhausted.Unfit) != skipped {
						t.Errorf("%v: error %v", statuses, err)
					}
				default:
					if !errors.As(err, &aborted) || aborted.Reason != fallback.AbortReasonFatalFailure || len(aborted.Failures) != len(want) {
						t.Errorf("%v: error %v", statuses, err)
					}
				}
				runs++
				longest = max(longest, last.Number)
			}
		}
	}
	if runs != 3*(5+25+125) {
		t.Errorf("%d runs, want %d", runs, 3*(5+25+125))
	}
	if longest != 3*(2*2+3)+2 {
		t.Errorf("the longest run has %d transitions, want %d", longest, 3*(2*2+3)+2)
	}
}

// TestBoundIsReached makes the run that n(2r+3)+2 is the length of.
func TestBoundIsReached(t *testing.T) {
	for n := 1; n < 7; n++ {
		for retries := range 6 {
			var asked, names []string
			var known []fallback.Provider
			for i := range n {
				names = append(names, fmt.Sprint(i))
				known = append(known, scripted(names[i], 503, &asked))
			}
			c, err := fallback.NewChain(known, fallback.Settings{Active: "0", Fallback: names[1:], MaxRetries: retries})
			if err != nil {
				t.Fatal(err)
			}
			var seen []fallback.Observation
			if _, err := c.Do(context.Background(), &fallback.Request{}, watch(t, &seen)); err == nil {
				t.Fatal("nobody can have answered")
			}
			if want := n*(2*retries+3) + 2; len(seen) != want || c.Params().MaxTransitions() != want {
				t.Errorf("%d providers, %d retries: %d transitions of at most %d, want %d",
					n, retries, len(seen), c.Params().MaxTransitions(), want)
			}
		}
	}
}

// TestCancelled cancels a run in each state that is not terminal.
func TestCancelled(t *testing.T) {
	why := errors.New("the user has left")
	for _, state := range []fallback.State{fallback.StateIdle, fallback.StateSelecting, fallback.StateAttempting, fallback.StateRetrying} {
		t.Run(state.String(), func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			c, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: func(ctx context.Context, _ *fallback.Request) (*fallback.Response, error) {
				if state == fallback.StateAttempting {
					cancel(why)
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return nil, &fallback.StatusError{Status: 429}
			}}}, fallback.Settings{Active: "a", MaxRetries: 1, Backoff: fallback.Backoff{Min: fallback.LongestWait, Max: fallback.LongestWait}})
			if err != nil {
				t.Fatal(err)
			}
			if state == fallback.StateIdle {
				cancel(why)
			}
			var seen []fallback.Observation
			keep := watch(t, &seen)
			_, err = c.Do(ctx, &fallback.Request{}, func(o fallback.Observation) {
				keep(o)
				if o.To == state {
					cancel(why)
				}
			})
			var aborted *fallback.AbortedError
			if !errors.As(err, &aborted) || aborted.Reason != fallback.AbortReasonCancellation || !errors.Is(err, why) {
				t.Errorf("error %v", err)
			}
			last := seen[len(seen)-1]
			if last.From != state || last.Event != fallback.EventCancelled || last.To != fallback.StateAborted {
				t.Errorf("the run ends with %+v", last)
			}
		})
	}
}

// TestNothingReturned has a provider that returns neither answer nor error.
func TestNothingReturned(t *testing.T) {
	c, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
		return nil, nil
	}}}, fallback.Settings{Active: "a"})
	if err != nil {
		t.Fatal(err)
	}
	var exhausted *fallback.ExhaustedError
	if _, err := c.Do(context.Background(), &fallback.Request{}, nil); !errors.As(err, &exhausted) || len(exhausted.Failures) != 1 {
		t.Errorf("error %v", err)
	}
}
