// Haggle is a tournament of negotiation strategies, each as buyer against each
// as seller, over many random valuations.
//
// The machine of package negotiation decides when a negotiation ends, so every negotiation
// ends after at most turns+1 transitions. For comparison, the program also runs the naive loop
// that waits for the word DEAL in a message (naive.go), and counts how it ends.
//
// Usage:
//
//	haggle [-n valuations] [-seed number] [-turns number] [-svg file]
//	haggle -demo
//
// The same flags give the same output. The exit status is 0, 1 for a failure, 2
// for wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "haggle: %v\n", err)
		return 2
	}
	if c.demo {
		err = demo(ctx, stdout)
	} else {
		err = compete(ctx, c, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "haggle: %v\n", err)
		return 1
	}
	return 0
}

// compete plays the tournament and the naive loop, and reports both.
func compete(ctx context.Context, c config, w io.Writer) error {
	all := valuations(c.seed, c.n)
	t, err := play(ctx, all, c.turns)
	if err != nil {
		return err
	}
	n, err := playNaive(ctx, all, c.turns, c.seed)
	if err != nil {
		return err
	}
	if err := report(w, t, n); err != nil {
		return err
	}
	if c.svg == "" {
		return nil
	}
	if err := os.WriteFile(c.svg, plot(t), 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nplot in %s\n", c.svg)
	return err
}
