package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/agentloop/chat"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// A model at a server asks for the only call of a tool that it has, and then answers.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		message := `{"content": null, "tool_calls": [{"id": "1", "type": "function", "function": {"name": "forecast", "arguments": "{\"day\": 1}"}}]}`
		if strings.Contains(string(body), `"role":"tool"`) {
			message = `{"content": "It will rain."}`
		}
		_, _ = io.WriteString(w, `{"choices": [{"message": `+message+`}], "usage": {"total_tokens": 50}}`)
	}))
	defer server.Close()
	client := openai.NewClient()
	defer client.CloseIdleConnections()
	north, err := openai.New("north", server.URL)
	if err != nil {
		log.Fatal(err)
	}
	chain, err := fallback.NewChain(
		[]fallback.Provider{completion.Strict(north.Provider(client, time.Minute))},
		fallback.Settings{Active: "north", MaxRetries: 2, Backoff: fallback.Backoff{Min: time.Second, Max: 20 * time.Second}})
	if err != nil {
		log.Fatal(err)
	}
	model := chat.Model{Chain: chain, Model: "large-2", Tools: []completion.Tool{{
		Name: "forecast", Description: "Tells the weather of a day.",
		Parameters: json.RawMessage(`{"type": "object", "properties": {"day": {"type": "integer"}}, "required": ["day"]}`),
	}}}
	loop := &agentloop.Loop{
		Model: model.Ask,
		Tools: map[string]agentloop.Tool{"forecast": func(_ context.Context, args json.RawMessage) (string, error) {
			return "rain, as asked by " + string(args), nil
		}},
		Budgets: agentloop.DefaultParams(),
		Limits:  map[string]int{"forecast": 1},
	}
	result, err := loop.Run(context.Background(), []agentloop.Message{{Role: "user", Text: "Will it rain?"}})
	fmt.Println(result.Outcome, result.Answer, err)
	for _, m := range result.Transcript {
		fmt.Printf("%s: %s %v\n", m.Role, m.Text, m.Calls)
	}
	// Output:
	// answered It will rain. <nil>
	// user: Will it rain? []
	// assistant:  [{1 forecast {"day": 1}}]
	// tool: rain, as asked by {"day": 1} []
	// assistant: It will rain. []
}
