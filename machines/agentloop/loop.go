package agentloop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/agentloop/toolcall"
)

// ToolCall is a tool call that a model asks for. Args is JSON.
type ToolCall struct {
	ID, Name, Args string
}

// Message is an entry of a transcript: what the user or the model says, or the result of
// a tool call.
type Message struct {
	Role  string     // "user", "assistant", or "tool", or another that the model knows
	Text  string     // the text, or the result of the tool call
	Calls []ToolCall // the tool calls that an assistant asks for
	Call  *ToolCall  // the tool call whose result this is; nil if it is none
}

// Answer is what a model says. Without calls, it ends the run.
type Answer struct {
	Text   string
	Calls  []ToolCall
	Tokens int // the number of tokens that the call used, at least 0
}

// Tool is a tool. A panic is an error. It must return soon when ctx is done, and may be
// called by several goroutines at once.
type Tool func(ctx context.Context, args json.RawMessage) (string, error)

// Loop is a model with tools and budgets. Any number of goroutines can use it.
type Loop struct {
	Model   func(ctx context.Context, transcript []Message) (Answer, error)
	Tools   map[string]Tool
	Budgets Params          // see [DefaultParams]
	Retries toolcall.Params // of each tool call; the zero value means one attempt

	// Save is called before each call of the model and each round of tools, and at the
	// end, with a snapshot for Resume. An error ends the run. It may be nil.
	Save func(snapshot []byte) error
}

// Result is the end of a run. The transcript is complete up to there.
type Result struct {
	Outcome    Outcome
	Cap        Cap   // the budget that ended the run, if Outcome is OutcomeCapped
	Err        error // why the run has failed or was cancelled; nil otherwise
	Transcript []Message
	Steps      int // the number of model calls that were started
	ToolCalls  int // the number of tool calls that were granted
}

// snapshot is what Save receives, as JSON.
type snapshot struct {
	Machine    json.RawMessage
	Transcript []Message
}

// Run runs the loop. The error is about the budgets, or from Save: then the result has
// the transcript only.
func (l *Loop) Run(ctx context.Context, transcript []Message) (Result, error) {
	if err := l.validate(); err != nil {
		return Result{}, err
	}
	h := &host{loop: l, transcript: append([]Message(nil), transcript...)}
	end, err := Run(ctx, l.Budgets, h, nil, WithCheckpoint(h.save))
	return h.result(end, err)
}

// Resume continues a run from a snapshot, with the budgets in it. It repeats the call of
// the model or the round of tools that was running.
func (l *Loop) Resume(ctx context.Context, data []byte) (Result, error) {
	if err := l.validate(); err != nil {
		return Result{}, err
	}
	var s snapshot
	if err := json.Unmarshal(data, &s); err != nil {
		return Result{}, fmt.Errorf("agentloop: snapshot: %w", err)
	}
	h := &host{loop: l, transcript: s.Transcript}
	end, err := Resume(ctx, s.Machine, h, nil, WithCheckpoint(h.save))
	return h.result(end, err)
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
	return errors.Join(l.Budgets.Validate(), l.Retries.Validate())
}
