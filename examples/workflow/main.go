// Workflow works on a goal as the machine of package orchestration says: it plans,
// runs the steps side by side, verifies and refines, and recovers from what
// fails. It never touches a network.
//
// Usage:
//
//	workflow -demo
//	workflow GOAL
//
// The demo has providers with a script: in one run steps fail, are tried again,
// fall back, degrade and are refined until the goal is reached; another is given
// up with diagnostics. With a goal, the stub works on that, offline; the parts
// between semicolons are its steps.
//
// The exit status is 0 if the goal was reached or the demo went as it must, 1 for
// a failure, 2 for wrong usage.
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

	"github.com/fsmgen/fsmgen/machines/orchestration"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal a second one ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run is the program; the int is its exit status.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("workflow", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: workflow -demo\n       workflow GOAL\n")
		flags.PrintDefaults()
	}
	show := flags.Bool("demo", false, "run the demo")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case *show && flags.NArg() > 0 || !*show && flags.NArg() != 1:
		flags.Usage()
		return 2
	}
	var err error
	if *show {
		err = demo(ctx, stdout)
	} else {
		err = offline(ctx, stdout, orchestration.Goal(flags.Arg(0)), getenv)
	}
	if err != nil {
		fmt.Fprintf(stderr, "workflow: %v\n", err)
		return 1
	}
	return 0
}

// offline has the stub work on a goal.
func offline(ctx context.Context, w io.Writer, goal orchestration.Goal, getenv func(string) string) error {
	c, err := orchestration.ParseConfig(getenv)
	if err != nil {
		return err
	}
	c.Params.Offline = true
	_, err = work(ctx, w, goal, c, orchestration.Providers{Stub: orchestration.Stub()}, &printer{w: w})
	return err
}
