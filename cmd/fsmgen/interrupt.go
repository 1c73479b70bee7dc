package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// grace is the time that a command has after Ctrl-C to end by itself, and to print what it knows.
const grace = 100 * time.Millisecond

var (
	// errInterrupted ends a command that notices Ctrl-C.
	errInterrupted = errors.New("interrupted: the results above are valid, the rest was not checked")
	// errUnfinished ends a command that does not notice Ctrl-C in time.
	errUnfinished = errors.New("interrupted: the work is not finished; files that were written are complete")
)

// interruptible executes one command line and returns the exit code. A command that goes on when the context is done is left
// behind after a while, whatever it computes, reads, or waits for: the caller ends the program. Commands begin to write files only
// before the context is done, so this leaves no part of a file unless writing takes longer than the grace.
func interruptible(ctx context.Context, args []string, std stdio) int {
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, args, std) }()
	select {
	case code := <-ended:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-ended:
		return code
	case <-time.After(grace):
	}
	if terminal(std.err) {
		fmt.Fprint(std.err, "\r\x1b[K") // the line that shows the progress
	}
	fmt.Fprintf(std.err, "fsmgen: %s\n", errUnfinished)
	return exitFault
}
