package agentloop

import (
	"context"
	"encoding/json"
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

// Model is a language model. It may ask for the tools, which are names in alphabetical
// order; without any, it must answer. A panic is an error. If an answer comes with an
// error, its text counts as a partial answer.
type Model func(ctx context.Context, transcript []Message, tools []string) (Answer, error)

// Tool is a tool. A panic is an error. It must return soon when ctx is done, and may be
// called by several goroutines at once.
type Tool func(ctx context.Context, args json.RawMessage) (string, error)

// ContextError is the error of a [Model] whose context is too small for the transcript
// or for its answer.
type ContextError struct {
	Err error // what the model says
}

// Error implements error.
func (e *ContextError) Error() string { return "the context of the model is full: " + e.Err.Error() }

// Unwrap returns Err.
func (e *ContextError) Unwrap() error { return e.Err }
