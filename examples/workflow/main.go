// Workflow works on a goal under the control of the machine of package orchestration: it plans, runs the tasks in
// parallel, verifies and refines the results, and recovers from failures. Each question to a model is a run of the
// machine of package fallback.
//
// Usage:
//
//	workflow -demo
//	workflow GOAL
//	workflow -model name -upstream name=url [-upstream name=url ...] GOAL
//
// The demo has scripted models. In one run, tasks fail and are retried, fall back to another model, or are skipped, and
// the results are refined until the goal is reached; another run is aborted with diagnostics. With only a goal, the
// stub works on it, offline; the parts of the goal between semicolons are its tasks. With upstreams, a model works on
// the goal, unless ORCHESTRATION_OFFLINE is true, which allows only the stub.
//
// The exit status is 0 if the goal was reached or the demo ran as expected, 1 for a failure, and 2 for wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal, a second one ends the program immediately.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// command holds the settings from the command line.
type command struct {
	demo      bool
	goal      orchestration.Goal
	model     string
	upstreams []openai.Upstream
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	c, err := parse(args, getenv, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case c.demo:
		err = demo(ctx, stdout)
	default:
		err = pursue(ctx, stdout, c, getenv)
	}
	if err != nil {
		fmt.Fprintf(stderr, "workflow: %v\n", err)
		return 1
	}
	return 0
}

// parse parses the command line, and prints errors. The keys of upstreams come from getenv, so that process lists do
// not show them.
func parse(args []string, getenv func(string) string, stderr io.Writer) (command, error) {
	var c command
	flags := flag.NewFlagSet("workflow", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: workflow -demo\n       workflow GOAL\n       workflow -model name -upstream name=url ... GOAL\n")
		flags.PrintDefaults()
	}
	flags.BoolVar(&c.demo, "demo", false, "run the demo")
	flags.StringVar(&c.model, "model", "", "`name` of the model")
	flags.Func("upstream", "server of the model, `name=url`, in order of preference; repeat it.\n"+
		"The url is the base of an OpenAI-compatible API.\n"+
		"WORKFLOW_KEY_NAME in the environment is its API key.", func(text string) error {
		name, address, _ := strings.Cut(text, "=")
		u, err := openai.New(name, address)
		if err != nil {
			return err
		}
		u.Key = getenv(keyName(u))
		c.upstreams = append(c.upstreams, u)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	c.goal = orchestration.Goal(flags.Arg(0))
	if c.demo && (flags.NArg() > 0 || flags.NFlag() > 1) || !c.demo && flags.NArg() != 1 || (c.model == "") != (len(c.upstreams) == 0) {
		flags.Usage()
		return c, errors.New("wrong usage")
	}
	return c, nil
}

// keyName returns the name of the environment variable with the key of an upstream.
func keyName(u openai.Upstream) string {
	return "WORKFLOW_KEY_" + strings.ToUpper(strings.ReplaceAll(u.Name, "-", "_"))
}

// pursue works on a goal, with the model if there is one.
func pursue(ctx context.Context, w io.Writer, c command, getenv func(string) string) error {
	config, err := orchestration.ParseConfig(getenv)
	if err != nil {
		return err
	}
	config.Backoff.Jitter, config.Backoff.Source = 0.5, rand.Float64
	providers := orchestration.Providers{Stub: orchestration.Stub()}
	if len(c.upstreams) == 0 {
		config.Params.Offline = true
		_, err := work(ctx, w, c.goal, config, providers, &printer{w: w})
		return err
	}
	client := openai.NewClient()
	defer client.CloseIdleConnections()
	var servers []fallback.Provider
	for _, u := range c.upstreams {
		servers = append(servers, u.Provider(client, config.CallTimeout))
		if u.Key != "" { // so that it is taken out of all texts
			config.Env = append(config.Env, orchestration.Variable{Name: keyName(u), Value: orchestration.Secret(u.Key)})
		}
	}
	m, err := newModel(c.model, servers, fallback.Settings{
		MaxRetries: 1,
		Backoff:    fallback.Backoff{Min: 250 * time.Millisecond, Max: 5 * time.Second, Jitter: 0.5},
	})
	if err != nil {
		return err
	}
	// The configured time limit is that of one attempt: a call needs the time for all attempts, because
	// otherwise the last servers would never be asked.
	config.CallTimeout = m.chain.MaxDuration(config.CallTimeout) + time.Second
	providers.Preferred = m.provider(c.model)
	config.Params.Servers, config.Params.ServerRetries = providers.Preferred.Servers, providers.Preferred.ServerRetries
	_, err = work(ctx, w, c.goal, config, providers, &printer{w: w}, m)
	m.print(w)
	return err
}
