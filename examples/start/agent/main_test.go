package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/examples/start/agent/agent"
)

func Example() {
	main()
	// Output: It is a long book. Answered <nil>
}

func TestAnswer(t *testing.T) {
	broken := func(context.Context, []string) (reply, error) { return reply{}, errors.New("no model") }
	silent := func(ctx context.Context, _ []string) (reply, error) { <-ctx.Done(); return reply{}, ctx.Err() }
	for name, test := range map[string]struct {
		model func(context.Context, []string) (reply, error)
		p     agent.Params
		want  agent.State
		takes time.Duration
	}{
		"answers":      {reader(3), agent.DefaultParams(), agent.StateAnswered, 0},
		"never stops":  {reader(99), agent.DefaultParams(), agent.StateNoSteps, 0},
		"spends a lot": {reader(99), agent.Params{MaxSteps: 10, MaxTokens: 5000}, agent.StateNoTokens, 0},
		"fails":        {broken, agent.DefaultParams(), agent.StateBroken, 0},
		"is silent":    {silent, agent.DefaultParams(), agent.StateBroken, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock does not wait
				began, l := time.Now(), &loop{model: test.model, tool: page}
				_, state, err := l.answer(t.Context(), test.p, "What is it about?")
				if took := time.Since(began); state != test.want || took != test.takes || err != nil {
					t.Errorf("%v after %v, %v, want %v after %v", state, took, err, test.want, test.takes)
				}
			})
		})
	}
}
