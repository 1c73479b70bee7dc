// Command agentloop runs an agent offline: its model never stops asking for tools, and
// the budgets end the run.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/fsmgen/fsmgen/machines/agentloop"
)

func main() {
	loop := &agentloop.Loop{
		Model: func(_ context.Context, transcript []agentloop.Message) (agentloop.Answer, error) {
			args := fmt.Sprintf(`{"page": %d}`, len(transcript))
			return agentloop.Answer{Calls: []agentloop.ToolCall{{Name: "read", Args: args}}, Tokens: 100}, nil
		},
		Tools: map[string]agentloop.Tool{
			"read": func(_ context.Context, args json.RawMessage) (string, error) {
				return "read " + string(args), nil
			},
		},
		Budgets: agentloop.Params{MaxSteps: 5, MaxTools: 20, MaxStalls: 2, MaxTokens: 10_000},
	}
	r, err := loop.Run(context.Background(), []agentloop.Message{{Role: "user", Text: "Read the book."}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%v by %v after %d model calls and %d tool calls; %d messages kept\n",
		r.Outcome, r.Cap, r.Steps, r.ToolCalls, len(r.Transcript))
}
