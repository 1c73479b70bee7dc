package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/agentloop"
)

// reader returns an agent that reads a book without end, and looks up words as long as it
// may. Its budgets end the run.
func reader() *agentloop.Loop {
	echo := func(_ context.Context, args json.RawMessage) (string, error) { return "done: " + string(args), nil }
	return &agentloop.Loop{
		Model: func(_ context.Context, transcript []agentloop.Message, tools []string) (agentloop.Answer, error) {
			if len(tools) == 0 {
				return agentloop.Answer{Text: "It is a long book, and I know its beginning.", Tokens: 100}, nil
			}
			a := agentloop.Answer{Tokens: 100}
			for _, name := range tools {
				a.Calls = append(a.Calls, agentloop.ToolCall{Name: name, Args: fmt.Sprintf(`{"page": %d}`, len(transcript))})
			}
			return a, nil
		},
		Tools:   map[string]agentloop.Tool{"look_up": echo, "read": echo},
		Budgets: agentloop.Params{MaxSteps: 5, MaxTools: 20, MaxStalls: 2, MaxTokens: 10_000},
		Limits:  map[string]int{"look_up": 2},
	}
}
