// Package chat implements the ports of package orchestration with language models: it asks
// questions to a chat model through a chain of package fallback.
//
//	model := chat.Model{Name: "large", Chain: chain, Model: "large-2"}
//	results, err := orchestration.Orchestrate(ctx, goal, config,
//		orchestration.Providers{Preferred: model.Provider(), Stub: orchestration.Stub()}, observer)
//
// Two machines cooperate, both of which are proved to end. Within a call of a port, the chain
// asks the servers of one model, retries, waits, and switches between servers. If the chain
// fails, the call fails, and the orchestration decides whether to retry the task, to switch
// to another model, to skip the task, or to abort.
//
// [orchestration.Config.CallTimeout] limits a call including all its attempts. Therefore, it
// should be longer than [fallback.Chain.MaxDuration].
package chat

import (
	"context"
	"errors"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// Model is a chat model.
type Model struct {
	// Name is for people.
	Name string
	// Chain are the servers of the model. It must not be nil.
	Chain *fallback.Chain
	// Model is the name of the model in requests.
	Model string
	// Observe is called for each transition of each run of the chain, by several
	// goroutines at the same time; it may be nil.
	Observe func(fallback.Observation)
}

// Provider returns the model as a provider of package orchestration. It counts as a provider
// that uses the network, so it is not called in offline mode.
func (m Model) Provider() *orchestration.Provider {
	p := ports{m}
	limits := m.Chain.Params()
	return &orchestration.Provider{
		Name: m.Name, Network: true, Servers: limits.Providers, ServerRetries: limits.MaxRetries,
		Planner: p, Executor: p, Verifier: p, Refiner: p,
	}
}

// ports implements the ports of a provider.
type ports struct {
	Model
}

// ask asks one question and returns the text of the answer. The first line of the question
// is its subject.
func (p ports) ask(ctx context.Context, instructions, question string) (string, error) {
	model := completion.Model{Name: p.Model.Model, Chain: p.Chain, Observe: p.Observe}
	answer, err := model.Ask(ctx, []completion.Message{{Role: "system", Text: instructions}, {Role: "user", Text: question}}, nil)
	var invalid *completion.AnswerError
	switch {
	case errors.As(err, &invalid):
		return "", unreadable(invalid)
	case err != nil:
		return "", failure(err)
	case answer.Text == "":
		return "", unreadable(&completion.AnswerError{Provider: answer.Provider, Err: errors.New("it contains no text")})
	}
	return answer.Text, nil
}

// unreadable returns the failure for an invalid answer. The next answer of the model may be
// valid, so the failure is transient, like a server error.
func unreadable(err *completion.AnswerError) error {
	return &orchestration.Failure{Class: orchestration.FailureClassServerError, Err: err}
}
