package chat_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/machines/orchestration/chat"
)

// quiet is an observer that prints results.
type quiet struct{}

func (quiet) Moved(orchestration.Move)         {}
func (quiet) Delivered(r orchestration.Result) { fmt.Printf("%s: %s\n", r.Task, r.Text) }
func (quiet) Asked(orchestration.Asked)        {}
func (quiet) Advised(string)                   {}

// A model with two servers, of which one is down. The orchestration does not
// notice.
func Example() {
	down := func(context.Context, *fallback.Request) (*fallback.Response, error) {
		return nil, &fallback.StatusError{Status: 503, Message: "down"}
	}
	up := func(_ context.Context, r *fallback.Request) (*fallback.Response, error) {
		text := "done"
		switch {
		case bytes.Contains(r.Body, []byte(`"Plan: `)):
			text = `{\"tasks\": [{\"name\": \"read\"}]}`
		case bytes.Contains(r.Body, []byte(`"Verify: `)):
			text = `{\"gaps\": []}`
		}
		return &fallback.Response{Status: 200, Body: []byte(`{"choices":[{"message":{"content":"` + text + `"}}]}`)}, nil
	}
	chain, err := fallback.NewChain(
		[]fallback.Provider{{Name: "north", Ask: down}, {Name: "south", Ask: up}},
		fallback.Settings{Active: "north", Fallback: []string{"south"}})
	if err != nil {
		log.Fatal(err)
	}
	model := chat.Model{Name: "large", Chain: chain, Model: "large-2"}
	results, err := orchestration.Orchestrate(context.Background(), "a report", orchestration.DefaultConfig(),
		orchestration.Providers{Preferred: model.Provider()}, quiet{})
	fmt.Println(len(results), "result, error:", err)
	fmt.Println("the chain is at", chain.Position())

	// Output:
	// read: done
	// 1 result, error: <nil>
	// the chain is at south (fallback #1)
}
