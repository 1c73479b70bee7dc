package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"github.com/fsmgen/fsmgen/temporal"
)

// registry is what registers workflows and activities.
type registry = interface {
	worker.WorkflowRegistry
	worker.ActivityRegistry
}

// runner is a machine of any kind.
type runner struct {
	name     string
	register func(registry)
	input    func() (temporal.Input, error)
}

func main() {
	address := flag.String("address", "", "address of a Temporal server; without one, the test environment of Temporal")
	crash := flag.Bool("crash", false, "kill this process in the first model call of the agent loop; needs a server")
	flag.Parse()
	if *address == "" {
		fmt.Println("No server: this is Temporal's test environment. For one, install https://docs.temporal.io/cli, and run: temporal server start-dev, and this program with -address localhost:7233")
	}
	die := func() {}
	if *crash && *address != "" {
		die = func() {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
		}
	}
	if err := run(context.Background(), *address, die, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run runs all machines. crash is called in a model call.
func run(ctx context.Context, address string, crash func(), out io.Writer) error {
	quiet := log.NewStructuredLogger(slog.New(slog.DiscardHandler))
	start := inTest
	if address != "" {
		c, err := client.DialContext(ctx, client.Options{HostPort: address, Logger: quiet})
		if err != nil {
			return err
		}
		defer c.Close()
		start = func(ctx context.Context, r runner, _ log.Logger) (temporal.Result, error) { return onServer(ctx, c, r) }
	}
	var mu sync.Mutex // for activities, which run side by side
	say := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(out, "  "+format+"\n", args...)
	}
	for _, r := range []runner{newFallback(say), newOrchestration(say), newAgentLoop(say, crash)} {
		fmt.Fprintln(out, r.name)
		result, err := start(ctx, r, quiet)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		fmt.Fprintf(out, "  ends in %s (%s) after %d events\n", result.State, result.Outcome, result.Revision)
	}
	return nil
}

// inTest runs a machine in the test environment, whose clock does not wait.
func inTest(_ context.Context, r runner, quiet log.Logger) (result temporal.Result, err error) {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(quiet)
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(time.Minute)
	r.register(env)
	in, err := r.input()
	if err != nil {
		return result, err
	}
	env.ExecuteWorkflow(r.name, in)
	if err := env.GetWorkflowError(); err != nil {
		return result, err
	}
	return result, env.GetWorkflowResult(&result)
}

// onServer runs a machine on a server, with a worker in this process. If it runs there already, it goes on.
func onServer(ctx context.Context, c client.Client, r runner) (result temporal.Result, err error) {
	const queue = "fsmgen-example"
	w := worker.New(c, queue, worker.Options{})
	r.register(w)
	if err := w.Start(); err != nil {
		return result, err
	}
	defer w.Stop()
	in, err := r.input()
	if err != nil {
		return result, err
	}
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: "fsmgen-example-" + r.name, TaskQueue: queue, WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
	}, r.name, in)
	if err != nil {
		return result, err
	}
	return result, run.Get(ctx, &result)
}
