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
	tool       func(ctx context.Context, call string) (string, error)
	transcript []string
	last       reply
}

// Model asks the model.
func (l *loop) Model(ctx context.Context) (answered bool, tokens int, err error) {
	l.last, err = l.model(ctx, l.transcript)
	return len(l.last.calls) == 0, l.last.tokens, err
}

// Tools runs the tools of the last reply. The model learns what has failed.
func (l *loop) Tools(ctx context.Context) error {
	for _, call := range l.last.calls {
		result, err := l.tool(ctx, call)
		if err != nil {
			result = "error: " + err.Error()
		}
		l.transcript = append(l.transcript, call, result)
	}
	return ctx.Err()
}

// answer returns the last text of the model and how the run has ended.
func (l *loop) answer(ctx context.Context, p agent.Params, question string) (string, agent.State, error) {
	l.transcript = []string{question}
	end, err := agent.Run(ctx, p, l, nil) // nil: each state makes a call, so nothing is left to do
	if err != nil {
		return "", 0, err // ctx has ended
	}
	return l.last.text, end.State(), nil
}

// reader is a model that reads some pages and then has an answer.
func reader(pages int) func(context.Context, []string) (reply, error) {
	return func(_ context.Context, transcript []string) (reply, error) {
		if len(transcript) > 2*pages {
			return reply{text: "It is a long book.", tokens: 1000}, nil
		}
		return reply{calls: []string{"read on"}, tokens: 1000}, nil
	}
}

func page(context.Context, string) (string, error) { return "once upon a time", nil }

func main() {
	l := &loop{model: reader(3), tool: page}
	fmt.Println(l.answer(context.Background(), agent.DefaultParams(), "What is it about?"))
}
