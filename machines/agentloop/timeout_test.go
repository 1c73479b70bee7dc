package agentloop_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/machines/agentloop"
)

// stuck waits until its context ends.
func stuck(ctx context.Context) error {
	<-ctx.Done()
	return context.Cause(ctx)
}

// TestTimeout has a model or a tool that does not answer, in a bubble with a clock of its own: the run ends at the timeout of the call, within
// the proved time.
func TestTimeout(t *testing.T) {
	call := agentloop.Answer{Calls: []agentloop.ToolCall{{Name: "wait", Args: "{}"}}, Tokens: 1}
	for _, test := range []struct {
		name    string
		model   func(ctx context.Context, tools []string) (agentloop.Answer, error)
		outcome agentloop.Outcome
		after   time.Duration
	}{
		{"model", func(ctx context.Context, _ []string) (agentloop.Answer, error) { return call, stuck(ctx) }, agentloop.OutcomeFailed, 5 * time.Minute},
		{"tools", func(context.Context, []string) (agentloop.Answer, error) { return call, nil }, agentloop.OutcomeFailed, 15 * time.Minute},
		{"last answer", func(ctx context.Context, tools []string) (agentloop.Answer, error) {
			if len(tools) == 0 {
				return agentloop.Answer{}, stuck(ctx)
			}
			return agentloop.Answer{Calls: call.Calls, Tokens: 1000}, nil
		}, agentloop.OutcomeCapped, 5 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &agentloop.Loop{
					Model: func(ctx context.Context, _ []agentloop.Message, tools []string) (agentloop.Answer, error) {
						return test.model(ctx, tools)
					},
					Tools:   map[string]agentloop.Tool{"wait": func(ctx context.Context, _ json.RawMessage) (string, error) { return "", stuck(ctx) }},
					Budgets: agentloop.Params{MaxSteps: 3, MaxTools: 3, MaxStalls: 3, MaxTokens: 1000},
				}
				begin := time.Now()
				r, err := l.Run(t.Context(), nil)
				if err != nil || r.Outcome != test.outcome || !errors.Is(r.Err, fsm.ErrTimeout) {
					t.Errorf("got %+v, %v", r, err)
				}
				if took, most := time.Since(begin), l.Budgets.WorstCase().Time; took != test.after || took > most {
					t.Errorf("the run takes %v, want %v, of at most %v", took, test.after, most)
				}
			})
		})
	}
}
