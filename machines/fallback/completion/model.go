// Package completion asks chat models through chains of package fallback: it writes requests
// of OpenAI's chat completion API, which can offer tools, and reads the answers.
//
//	model := completion.Model{Name: "large-2", Chain: chain}
//	answer, err := model.Ask(ctx, []completion.Message{{Role: "user", Text: "Will it rain?"}}, tools)
//
// The chain retries, waits, and switches between servers; it treats an answer that is JSON as
// good, unless its providers are [Strict].
package completion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// Model is a chat model. Any number of goroutines can use it.
type Model struct {
	// Name is the name of the model in requests.
	Name string
	// Chain are the servers of the model. It must not be nil.
	Chain *fallback.Chain
	// Observe is called for each transition of each run of the chain, in the goroutine
	// of Ask; it may be nil.
	Observe func(fallback.Observation)
}

// Message is a message of a chat.
type Message struct {
	// Role is "system", "user", "assistant", "tool", or another that the model knows.
	Role string
	// Text is the text; "" is null for an assistant that only calls tools.
	Text string
	// Calls are the tool calls that an assistant asks for.
	Calls []Call
	// CallID is the ID of the call whose result a tool tells; "" for other roles.
	CallID string
}

// Call is a tool call.
type Call struct {
	// ID tells calls apart.
	ID string
	// Name is the name of the tool.
	Name string
	// Args are the arguments as the model has written them, which need not be JSON; "{}"
	// if it has written none.
	Args string
}

// Tool is what a model is told of a tool.
type Tool struct {
	// Name is the name of the tool: letters, digits, underscores, and dashes.
	Name string
	// Description says what the tool does, and when to use it.
	Description string
	// Parameters is the JSON Schema of the arguments; nil means that there are none.
	Parameters json.RawMessage
}

// Answer is what a model says.
type Answer struct {
	// Text is the text, or why the model refuses to answer; "" if it only calls tools.
	Text string
	// Calls are the tool calls that the model asks for. Their IDs differ.
	Calls []Call
	// Tokens is the number of tokens of the question and the answer, as the server tells
	// or, if it does not, estimated by their length.
	Tokens int
	// Cut reports whether the answer ends because there is no room for more tokens.
	Cut bool
	// Provider is the name of the provider that has answered.
	Provider string
}

// Estimates of the number of tokens of a text. A server rejects a request that is too long,
// so the size that a chain compares with its limits is a lower bound.
const (
	mostBytesPerToken    = 6
	typicalBytesPerToken = 4
)

// Ask asks a question, which is all messages so far. The model may ask for the tools, or must
// answer if there are none. The error is an *[AnswerError], or one of [fallback.Chain.Do].
func (m Model) Ask(ctx context.Context, messages []Message, tools []Tool) (Answer, error) {
	body, err := encode(m.Name, messages, tools)
	if err != nil {
		return Answer{}, fmt.Errorf("completion: the request is invalid: %w", err)
	}
	request := &fallback.Request{Model: m.Name, Body: body, Needs: fallback.Needs{
		Tools: len(tools) > 0, Context: size(messages, tools) / mostBytesPerToken,
	}}
	answer, err := m.Chain.Do(ctx, request, m.Observe)
	if err != nil {
		return Answer{}, err
	}
	a, err := read(answer.Response)
	if err != nil {
		return Answer{}, &AnswerError{answer.Position.Provider, err}
	}
	a.Provider = answer.Position.Provider
	if a.Tokens == 0 {
		a.Tokens = (len(body) + len(answer.Response.Body)) / typicalBytesPerToken
	}
	distinguish(a.Calls, messages)
	return a, nil
}

// size returns the length of what a model reads.
func size(messages []Message, tools []Tool) int {
	n := 0
	for _, m := range messages {
		n += len(m.Text)
		for _, c := range m.Calls {
			n += len(c.Name) + len(c.Args)
		}
	}
	for _, t := range tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return n
}

// distinguish replaces IDs of calls that are empty, or occur twice in the chat, with new ones.
func distinguish(calls []Call, messages []Message) {
	used := map[string]bool{"": true}
	for _, m := range messages {
		for _, c := range m.Calls {
			used[c.ID] = true
		}
	}
	for i := range calls {
		for n := 0; used[calls[i].ID]; n++ {
			calls[i].ID = fmt.Sprintf("call_%d_%d", len(messages)+n, i)
		}
		used[calls[i].ID] = true
	}
}

// AnswerError is an answer that cannot be read.
type AnswerError struct {
	// Provider is the name of the provider.
	Provider string
	// Err is what is wrong.
	Err error
}

// Error implements error.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("invalid answer of %s: %v", e.Provider, e.Err)
}

// Unwrap returns Err.
func (e *AnswerError) Unwrap() error { return e.Err }

// Strict returns a provider for which an answer that cannot be read is a failed attempt, so
// that a chain asks the next one.
func Strict(p fallback.Provider) fallback.Provider {
	ask := p.Ask
	p.Ask = func(ctx context.Context, r *fallback.Request) (*fallback.Response, error) {
		response, err := ask(ctx, r)
		if err != nil || response == nil {
			return nil, err
		}
		if _, err := read(response); err != nil {
			return nil, fmt.Errorf("the answer is invalid: %w", err)
		}
		return response, nil
	}
	return p
}

// TooLong reports whether err, of [Model.Ask], says that a provider has too small a context
// for the request.
func TooLong(err error) bool {
	var aborted *fallback.AbortedError
	var exhausted *fallback.ExhaustedError
	var failures []*fallback.AttemptError
	switch {
	case errors.As(err, &aborted):
		failures = aborted.Failures
	case errors.As(err, &exhausted):
		failures = exhausted.Failures
		for _, u := range exhausted.Unfit {
			if u.TooLong {
				return true
			}
		}
	}
	for _, f := range failures {
		if f.Reason == fallback.ReasonContext {
			return true
		}
	}
	return false
}
