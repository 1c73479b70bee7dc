package agentloop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/agentloop/toolcall"
)

// Loop is a model with tools and budgets. Any number of goroutines can use it.
type Loop struct {
	Model Model
	Tools map[string]Tool
	// Budgets is best a change of [DefaultParams]: a field that a literal leaves out is 0. With MaxTokens 0, or with tools
	// and MaxTools 0, Run returns an error.
	Budgets Params

	// Limits has the maximum number of calls of a tool, by its name. A tool without an
	// entry has no limit but Budgets.MaxTools, which all tools share.
	Limits map[string]int
	// Retries is the maximum number of retries of each tool call, from 0 to 100.
	Retries int

	// Save is called before each call of the model and each round of tools, and at the
	// end, with a snapshot for Resume. An error ends the run. It may be nil.
	Save func(snapshot []byte) error
}

// Result is the end of a run. The transcript is complete up to there.
type Result struct {
	Outcome Outcome
	Cap     Cap // what ended the run, if Outcome is OutcomeCapped

	// Err is why the run has failed or was cancelled, or why the last call of the model
	// has brought no answer if the run was capped; nil otherwise. After a timeout, it is [fsm.ErrTimeout].
	Err error
	// Answer is what the model has said last: the answer, a partial one if the run
	// was not answered, or "".
	Answer     string
	Transcript []Message
	Steps      int // the number of model calls that were started
	ToolCalls  int // the number of tool calls that were granted
}

// Run runs the loop. The error is about the loop, or from Save: then the result has
// the transcript and the answer only.
func (l *Loop) Run(ctx context.Context, transcript []Message) (Result, error) {
	if err := l.validate(); err != nil {
		return Result{}, err
	}
	h := &host{loop: l, memory: memory{Transcript: append([]Message(nil), transcript...), Used: map[string]int{}}}
	_, err := Run(ctx, l.Budgets, h, nil, WithCheckpoint(h.save))
	return h.result(err)
}

// Resume continues a run from a snapshot, with the budgets in it and the limits of the
// loop. It repeats the call of the model or the round of tools that was running.
func (l *Loop) Resume(ctx context.Context, data []byte) (Result, error) {
	if err := l.validate(); err != nil {
		return Result{}, err
	}
	var s snapshot
	if err := json.Unmarshal(data, &s); err != nil {
		return Result{}, fmt.Errorf("agentloop: snapshot: %w", err)
	}
	if s.Used == nil {
		s.Used = map[string]int{}
	}
	h := &host{loop: l, memory: s.memory}
	_, err := Resume(ctx, s.Machine, h, nil, WithCheckpoint(h.save))
	return h.result(err)
}

func (l *Loop) validate() error {
	if l.Model == nil {
		return errors.New("agentloop: the loop has no model")
	}
	for name, tool := range l.Tools {
		if tool == nil {
			return fmt.Errorf("agentloop: the tool %q is nil", name)
		}
	}
	switch b := l.Budgets; {
	case b.MaxTokens == 0:
		return errors.New("agentloop: Budgets.MaxTokens is 0, with which no answer counts: start from DefaultParams")
	case b.MaxTools == 0 && len(l.Tools) > 0:
		return errors.New("agentloop: Budgets.MaxTools is 0, but the loop has tools: start from DefaultParams, or remove the tools")
	}
	for name, limit := range l.Limits {
		if _, ok := l.Tools[name]; !ok {
			return fmt.Errorf("agentloop: there is a limit for the tool %q, which the loop does not have", name)
		}
		if limit < 0 {
			return fmt.Errorf("agentloop: the limit of the tool %q is %d, must be at least 0", name, limit)
		}
	}
	return errors.Join(l.Budgets.Validate(), toolcall.Params{MaxRetries: l.Retries}.Validate())
}
