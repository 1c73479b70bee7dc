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
	restless := func(_ context.Context, transcript []agentloop.Message) (agentloop.Answer, error) {
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
	// Output: capped ToolCalls 3 8 <nil>
}
