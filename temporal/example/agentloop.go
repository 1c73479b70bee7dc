package main

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/temporal"
)

// contexts answers the question of the agent loop: the context of the model is never full.
type contexts struct{}

func (contexts) Full(error) bool { return false }

// newAgentLoop returns the workflow of the agent loop. The model is unreachable at first, asks for two tools, and answers. crash is called
// in the first attempt.
func newAgentLoop(say func(format string, args ...any), crash func()) runner {
	w := temporal.New(agentloop.Kind{Questions: contexts{}}, func(_ context.Context, t temporal.Task[agentloop.Output]) (agentloop.Input, error) {
		switch o := t.Output.(type) {
		case agentloop.StartModelOutput:
			if o.Call == 1 && t.Attempt == 1 {
				say("the model is unreachable")
				crash()
				return nil, errors.New("connection refused") // It is tried again.
			}
			say("the model is asked, for the %d. time", o.Call)
			return agentloop.ModelDoneInput{Call: o.Call, Calls: 2 * (2 - o.Call), Tokens: 100}, nil
		case agentloop.StartToolsOutput:
			say("%d tools run", o.Calls)
			return agentloop.ToolsDoneInput{Call: o.Call, Fresh: true}, nil
		}
		return nil, nil
	}, temporal.WithPureQuestions(), temporal.WithActivityOptions(workflow.ActivityOptions{StartToCloseTimeout: 5 * time.Second}, "model"))
	return runner{"AgentLoop", w.Register, func() (temporal.Input, error) {
		return temporal.NewInput(agentloop.Kind{Questions: contexts{}}, agentloop.DefaultParams())
	}}
}
