// Package agentloop asks a model, runs the tools that it asks for side by side, and asks
// again, within budgets that are proved to hold for every run. At a cap, it asks for an
// answer without tools.
//
// A [Loop] needs a function for the model and one for each tool. [Loop.Run] returns a
// [Result] with the outcome, the transcript, and the answer, whatever ended the run. Package
// agentloop/chat has a model with OpenAI's chat API. [Machine] is the
// machine of agentloop.fsm.yaml, without I/O; package toolcall has the machine of one
// tool call with its retries.
package agentloop

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
