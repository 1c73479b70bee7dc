// Package agentloop asks a model, runs the tools that it asks for side by side, and asks
// again, within budgets that are proved to hold for every run.
//
// A [Loop] needs a function for the model and one for each tool. [Loop.Run] returns a
// [Result] with the outcome and the transcript, whatever ended the run. [Machine] is the
// machine of agentloop.fsm.yaml, without I/O; package toolcall has the machine of one
// tool call with its retries.
package agentloop

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
