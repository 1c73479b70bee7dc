// Package chat implements the model of package agentloop with a language model that has
// OpenAI's chat completion API, with tool calling:
//
//	client := openai.NewClient()
//	main, err := openai.New("main", "https://api.openai.com/v1")
//	if err != nil {
//		return err
//	}
//	main.Key = os.Getenv("MAIN_KEY")
//	chain, err := fallback.NewChain(
//		[]fallback.Provider{completion.Strict(main.Provider(client, time.Minute))},
//		fallback.Settings{Active: "main", MaxRetries: 2, Backoff: fallback.Backoff{Min: time.Second, Max: 20 * time.Second}})
//	if err != nil {
//		return err
//	}
//	model := chat.Model{Chain: chain, Model: "large-2", Tools: []completion.Tool{{Name: "forecast", Parameters: schema}}}
//	loop := &agentloop.Loop{Model: model.Ask, Tools: map[string]agentloop.Tool{"forecast": forecast}, Budgets: agentloop.DefaultParams()}
//
// Two machines cooperate, both of which are proved to end. Within a call of the model, the
// chain asks the servers, retries, waits as long as Retry-After says, and switches between
// servers, in at most [fallback.Params.MaxTransitions] transitions. If the chain fails, so does
// the call of the model, which ends the run; the result has the transcript.
package chat

import (
	"context"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
)

// Model is a chat model that can call tools. Any number of goroutines can use it.
type Model struct {
	// Chain are the servers of the model. It must not be nil. Those that cannot call
	// tools, or have too small a context, say so in their limits.
	Chain *fallback.Chain
	// Model is the name of the model in requests.
	Model string
	// Tools describes each tool of the loop to the model.
	Tools []completion.Tool
	// Closing is what the user says last if there are tools, and the model may not ask
	// for any more; "" means [Closing]. The transcript of the run does not contain it.
	Closing string
	// Observe is called for each transition of each run of the chain, by a goroutine
	// of the run; it may be nil.
	Observe func(fallback.Observation)
}

// Closing is what the user says last if [Model] does not say otherwise.
const Closing = "No more tools can be called. Answer now with what you know, and say what is missing."

// Ask is an [agentloop.Model].
//
// If the context of the model is too small for the transcript, or an answer that may ask for
// tools is cut off, the error is an *[agentloop.ContextError], with what there is of the answer.
// Without tools, text that is cut off is the answer. Other errors are those of
// [completion.Model.Ask].
func (m Model) Ask(ctx context.Context, transcript []agentloop.Message, tools []string) (agentloop.Answer, error) {
	offered, err := m.offer(tools)
	if err != nil {
		return agentloop.Answer{}, err
	}
	model := completion.Model{Name: m.Model, Chain: m.Chain, Observe: m.Observe}
	got, err := model.Ask(ctx, m.messages(transcript, tools), offered)
	if err != nil {
		if completion.TooLong(err) {
			err = &agentloop.ContextError{Err: err}
		}
		return agentloop.Answer{}, err
	}
	answer := agentloop.Answer{Text: got.Text, Tokens: got.Tokens}
	if got.Cut && (len(tools) > 0 || got.Text == "") {
		return answer, &agentloop.ContextError{Err: fmt.Errorf("%s has cut off the answer", got.Provider)}
	}
	for _, c := range got.Calls {
		answer.Calls = append(answer.Calls, agentloop.ToolCall(c))
	}
	return answer, nil
}

// offer returns the descriptions of tools.
func (m Model) offer(tools []string) ([]completion.Tool, error) {
	var offered []completion.Tool
	var errs []error
	known := map[string]completion.Tool{}
	for _, t := range m.Tools {
		known[t.Name] = t
	}
	for _, name := range tools {
		t, ok := known[name]
		if !ok {
			errs = append(errs, fmt.Errorf("chat: nothing describes the tool %q to the model", name))
		}
		offered = append(offered, t)
	}
	return offered, errors.Join(errs...)
}

// messages returns a transcript as messages of a chat.
func (m Model) messages(transcript []agentloop.Message, tools []string) []completion.Message {
	messages := make([]completion.Message, len(transcript))
	for i, t := range transcript {
		messages[i] = completion.Message{Role: t.Role, Text: t.Text}
		for _, c := range t.Calls {
			messages[i].Calls = append(messages[i].Calls, completion.Call(c))
		}
		if t.Call != nil {
			messages[i].CallID = t.Call.ID
		}
	}
	if len(m.Tools) > 0 && len(tools) == 0 {
		closing := m.Closing
		if closing == "" {
			closing = Closing
		}
		messages = append(messages, completion.Message{Role: "user", Text: closing})
	}
	return messages
}
