// Fsmgen turns the spec of a state machine into Go code, property tests, diagrams, and
// a proof that the machine ends.
//
//	fsmgen generate ./...    prove the machines and write their files
//	fsmgen verify door.fsm.yaml
//
// See fsmgen help, or https://github.com/fsmgen/fsmgen.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	// The first Ctrl-C ends the work cleanly, the second one immediately.
	context.AfterFunc(ctx, stop)
	// If the reader of the output goes away, as in fsmgen generate | head, fsmgen still
	// writes all files.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(interruptible(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
