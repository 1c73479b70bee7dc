package agentloop_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/agentloop"
)

// A model that would ask forever is stopped by its budget, and what it has found is kept.
func Example() {
	forecast := func(context.Context, json.RawMessage) (string, error) { return "rain", nil }
	restless := func(_ context.Context, transcript []agentloop.Message, tools []string) (agentloop.Answer, error) {
		if len(tools) == 0 {
			return agentloop.Answer{Text: "Rain, as far as I can see."}, nil
		}
		day := fmt.Sprintf(`{"day": %d}`, len(transcript))
		return agentloop.Answer{Calls: []agentloop.ToolCall{{Name: "forecast", Args: day}}, Tokens: 10}, nil
	}

	loop := &agentloop.Loop{
		Model:   restless,
		Tools:   map[string]agentloop.Tool{"forecast": forecast},
		Budgets: agentloop.Params{MaxSteps: 20, MaxTools: 3, MaxStalls: 2, MaxTokens: 1000},
	}
	result, err := loop.Run(context.Background(), []agentloop.Message{{Role: "user", Text: "Will it rain?"}})
	fmt.Println(result.Outcome, result.Cap, result.ToolCalls, len(result.Transcript), err)
	fmt.Println(result.Answer)
	// Output:
	// capped ToolCalls 3 10 <nil>
	// Rain, as far as I can see.
}
