package orchestration

import (
	"context"
	"testing"
	"time"
)

// TestDeadline has work that does not end in time, in several states.
func TestDeadline(t *testing.T) {
	waits := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	for _, test := range []struct {
		name  string
		first ports
		limit time.Duration
		from  State
	}{
		{"planning", ports{plan: func(ctx context.Context, _ Scope) ([]Task, error) { return nil, waits(ctx) }}, 30 * time.Second, StatePlan},
		{"executing", ports{execute: func(ctx context.Context, _ Task) (string, error) { return "", waits(ctx) }}, 90 * time.Second, StateExecute},
		{"a day", ports{servers: 3, retries: 1, execute: func(ctx context.Context, _ Task) (string, error) { return "", waits(ctx) }}, 0, StateExecute},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := DefaultConfig()
				c.Deadline, c.Params.MaxRetries = test.limit, 100
				if test.limit == 0 {
					test.limit, c.CallTimeout = LongestWork, time.Hour
				}
				if most := c.Params.WorstCase().Time; most != LongestWork {
					t.Errorf("the machine takes at most %v", most)
				}
				start, r := time.Now(), &recorder{t: t}
				_, err := Orchestrate(t.Context(), names(3), c, Providers{Preferred: test.first.provider("first")}, r)
				wantAbort(t, err, AbortReasonTimedOut)
				last := r.moves[len(r.moves)-1]
				if last.From != test.from || last.Event != EventTimeOver || time.Since(start) != test.limit {
					t.Errorf("%v at the end, after %v", last, time.Since(start))
				}
			})
		})
	}
}

// TestServersLimitCalls has a port that does not answer. Its call ends when the servers that it declares would have.
func TestServersLimitCalls(t *testing.T) {
	for servers, want := range map[int]time.Duration{0: 2 * time.Minute, 2: 44 * time.Minute} {
		bubble(t, func(t *testing.T) {
			var took []time.Duration
			first := ports{servers: servers, plan: func(ctx context.Context, _ Scope) ([]Task, error) {
				start := time.Now()
				<-ctx.Done()
				took = append(took, time.Since(start))
				return nil, ctx.Err()
			}}.provider("first")
			c := DefaultConfig()
			c.CallTimeout = 10 * time.Hour
			c.Params.MaxReplans, c.Params.MaxRetries, c.Params.Servers, c.Params.ServerRetries = 0, 0, servers, 0
			_, err := Orchestrate(t.Context(), names(1), c, Providers{Preferred: first}, &recorder{t: t})
			if wantAbort(t, err, AbortReasonPlanInvalid); len(took) != 1 || took[0] != want {
				t.Errorf("%d servers: calls take %v, want %v", servers, took, want)
			}
		})
	}
}
