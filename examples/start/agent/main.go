// Agent answers a question with a model and tools, within proved budgets.
package main

import (
	"context"
	"fmt"

	"github.com/fsmgen/fsmgen/examples/start/agent/agent"
)

// reply is what a model says: a text, or calls of tools.
type reply struct {
	text   string
	calls  []string
	tokens int
}

// loop is the host of the machine, which decides when to ask the model and when to run tools.
type loop struct {
	model      func(ctx context.Context, transcript []string) (reply, error)
	tool       func(ctx context.Context, call string) string // the result, or what has failed: the model reads both
	transcript []string
	last       reply
}

// Model asks the model.
func (l *loop) Model(ctx context.Context) (answered bool, tokens int, err error) {
	l.last, err = l.model(ctx, l.transcript)
	return len(l.last.calls) == 0, l.last.tokens, err
}

// Tools runs the tools of the last reply.
func (l *loop) Tools(ctx context.Context) error {
	for _, call := range l.last.calls {
		l.transcript = append(l.transcript, call, l.tool(ctx, call))
	}
	return ctx.Err()
}

// answer returns the last text of the model and how the run has ended, or the error of ctx.
func (l *loop) answer(ctx context.Context, p agent.Params, question string) (string, agent.Ended, error) {
	l.transcript = []string{question}
	end, err := agent.Run(ctx, p, l, nil) // nil: each state makes a call, so nothing is left to do
	return l.last.text, end, err
}

// read is a model that reads three pages and then has an answer.
func read(_ context.Context, transcript []string) (reply, error) {
	if len(transcript) > 6 {
		return reply{text: "It is a long book.", tokens: 1000}, nil
	}
	return reply{calls: []string{"read on"}, tokens: 1000}, nil
}

func page(context.Context, string) string { return "once upon a time" }

func main() {
	l := &loop{model: read, tool: page}
	fmt.Println(l.answer(context.Background(), agent.DefaultParams(), "What is it about?"))
}
