// Package chat lets language models do the work of package orchestration: it
// implements the ports of a provider by questions to a chat model, each of which
// goes through a chain of package fallback.
//
//	model := chat.Model{Name: "large", Chain: chain, Model: "large-2"}
//	results, err := orchestration.Orchestrate(ctx, goal, config,
//		orchestration.Providers{Preferred: model.Provider(), Stub: orchestration.Stub()}, observer)
//
// So there are two machines, each proved to end. The chain asks the servers of
// one model, retries, waits and switches, within a call of a port; what it does
// not mend is the failure of that call, and the orchestration decides whether the
// step is tried again, goes to another model, is done without or is given up.
//
// [orchestration.Config.CallTimeout] ends a call with all its attempts. So it had
// better be longer than [fallback.Chain.MaxDuration].
package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// Model is a chat model.
type Model struct {
	// Name is for people.
	Name string
	// Chain has the servers of the model. It is not nil.
	Chain *fallback.Chain
	// Model is the name of the model, as its servers know it.
	Model string
	// Observe is told each transition of each run of the chain, from several
	// goroutines at once; it may be nil.
	Observe func(fallback.Observation)
}

// Provider returns the model as a provider of package orchestration. It counts
// as one that leaves the computer, so that nothing asks it offline.
func (m Model) Provider() *orchestration.Provider {
	p := ports{m}
	return &orchestration.Provider{Name: m.Name, Network: true, Planner: p, Executor: p, Verifier: p, Refiner: p}
}

// ports implements the ports of a provider.
type ports struct {
	Model
}

// message is a message of a chat.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// bytesPerToken is more than tokenizers get out of texts, so that the size of a
// request is estimated from below: a server that finds it too long says so.
const bytesPerToken = 6

// ask puts one question and returns the text of the answer. The first line of
// the question says what it is about.
func (p ports) ask(ctx context.Context, instructions, question string) (string, error) {
	body, err := json.Marshal(struct {
		Model    string    `json:"model"`
		Messages []message `json:"messages"`
	}{p.Model.Model, []message{{"system", instructions}, {"user", question}}})
	if err != nil {
		return "", err
	}
	request := &fallback.Request{
		Model: p.Model.Model, Body: body,
		Needs: fallback.Needs{Context: (len(instructions) + len(question)) / bytesPerToken},
	}
	answer, err := p.Chain.Do(ctx, request, p.Observe)
	if err != nil {
		return "", failure(err)
	}
	if answer.Response.Rest != nil {
		answer.Response.Rest.Close()
		return "", unreadable(answer, errors.New("a stream that nobody has asked for"))
	}
	var completion struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(answer.Response.Body, &completion); err != nil {
		return "", unreadable(answer, err)
	}
	if len(completion.Choices) == 0 || completion.Choices[0].Message.Content == "" {
		return "", unreadable(answer, errors.New("there is no text in it"))
	}
	return completion.Choices[0].Message.Content, nil
}

// unreadable returns the failure of an answer that makes no sense. A model may do
// better the next time, so it is as transient as a fault of a server.
func unreadable(answer fallback.Answer, err error) error {
	return &orchestration.Failure{
		Class: orchestration.FailureClassServerError,
		Err:   fmt.Errorf("the answer of %s cannot be read: %w", answer.Position.Provider, err),
	}
}
