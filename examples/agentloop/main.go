// Agentloop runs an agent within budgets, which are proved to hold for every run.
//
// Usage:
//
//	agentloop
//	agentloop -url url -model name [-dir folder] QUESTION
//
// Without arguments, the demo runs an agent offline: its model never stops asking for tools
// until it must answer. With a server, whose url is the base of an OpenAI-compatible API, a
// model answers a question about the text files in a folder. AGENTLOOP_KEY in the environment
// is the API key.
//
// The exit status is 0 if there is an answer, even if a budget has ended the run; 1 for a
// failure; and 2 for wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/agentloop/chat"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/completion"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal, a second one ends the program immediately.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("agentloop", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: agentloop\n       agentloop -url url -model name [-dir folder] QUESTION\n")
		flags.PrintDefaults()
	}
	base := flags.String("url", "", "`url` of the server, the base of an OpenAI-compatible API.\nAGENTLOOP_KEY in the environment is its API key.")
	model := flags.String("model", "", "`name` of the model")
	dir := flags.String("dir", ".", "`folder` of the text files")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	demo := flags.NFlag() == 0 && flags.NArg() == 0
	if !demo && (*base == "" || *model == "" || flags.NArg() != 1) {
		flags.Usage()
		return 2
	}
	var result agentloop.Result
	var err error
	if demo {
		result, err = reader().Run(ctx, []agentloop.Message{{Role: "user", Text: "Read the book."}})
	} else {
		result, err = ask(ctx, *base, getenv("AGENTLOOP_KEY"), *model, *dir, flags.Arg(0))
	}
	if err == nil {
		err = report(stdout, result)
	}
	if err != nil {
		fmt.Fprintf(stderr, "agentloop: %v\n", err)
		return 1
	}
	return 0
}

// ask asks a model at a server a question about a folder.
func ask(ctx context.Context, base, key, model, dir, question string) (agentloop.Result, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return agentloop.Result{}, err
	}
	defer root.Close()
	server, err := openai.New("server", base)
	if err != nil {
		return agentloop.Result{}, err
	}
	server.Key = key
	client := openai.NewClient()
	defer client.CloseIdleConnections()
	chain, err := fallback.NewChain(
		[]fallback.Provider{completion.Strict(server.Provider(client, 2*time.Minute))},
		fallback.Settings{Active: server.Name, MaxRetries: 2, Backoff: fallback.Backoff{Min: time.Second, Max: time.Minute, Jitter: 0.5}})
	if err != nil {
		return agentloop.Result{}, err
	}
	files := folder{root}
	loop := &agentloop.Loop{
		Model:   chat.Model{Chain: chain, Model: model, Tools: files.descriptions()}.Ask,
		Tools:   files.tools(),
		Budgets: agentloop.DefaultParams(),
		Limits:  map[string]int{"list": 3},
	}
	return loop.Run(ctx, []agentloop.Message{
		{Role: "system", Text: "You answer questions about the text files in a folder, which you can list and read."},
		{Role: "user", Text: question},
	})
}

// report prints how a run has ended. The error is why there is no answer.
func report(w io.Writer, r agentloop.Result) error {
	if r.Answer != "" {
		fmt.Fprintln(w, r.Answer)
	}
	by := ""
	if r.Outcome == agentloop.OutcomeCapped {
		by = fmt.Sprintf(" by %v", r.Cap)
	}
	fmt.Fprintf(w, "%v%s after %d model calls and %d tool calls; %d messages kept\n", r.Outcome, by, r.Steps, r.ToolCalls, len(r.Transcript))
	return r.Err
}
