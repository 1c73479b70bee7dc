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
	// Output: It is a long book. Answered steps=4 tokens=3000 <nil>
}

func TestAnswer(t *testing.T) {
	broken := func(context.Context, []string) (reply, error) { return reply{}, errors.New("no model") }
	silent := func(ctx context.Context, _ []string) (reply, error) { <-ctx.Done(); return reply{}, ctx.Err() }
	endless := func(context.Context, []string) (reply, error) {
		return reply{calls: []string{"read on"}, tokens: 1000}, nil
	}
	slow := func(ctx context.Context, seen []string) (reply, error) {
		select {
		case <-ctx.Done():
			return reply{}, ctx.Err()
		case <-time.After(3 * time.Minute):
			return endless(ctx, seen)
		}
	}
	for name, test := range map[string]struct {
		model func(context.Context, []string) (reply, error)
		p     agent.Params
		want  agent.State
		takes time.Duration
	}{
		"answers":      {read, agent.DefaultParams(), agent.StateAnswered, 0},
		"never stops":  {endless, agent.DefaultParams(), agent.StateNoSteps, 0},
		"spends a lot": {endless, agent.Params{MaxSteps: 10, MaxTokens: 5000}, agent.StateNoTokens, 0},
		"fails":        {broken, agent.DefaultParams(), agent.StateBroken, 0},
		"is silent":    {silent, agent.DefaultParams(), agent.StateNoTime, 10 * time.Minute},
		"is slow":      {slow, agent.DefaultParams(), agent.StateNoTime, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock does not wait
				began, l := time.Now(), &loop{model: test.model, tool: page}
				_, end, err := l.answer(t.Context(), test.p, "What is it about?")
				if took := time.Since(began); err != nil || end.State() != test.want || took != test.takes {
					t.Errorf("%v after %v, %v, want %v after %v", end, took, err, test.want, test.takes)
				}
			})
		})
	}
}
