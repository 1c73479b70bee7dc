// Fsmgen turns the spec of a state machine into Go code, property tests, a
// diagram and a proof that the machine ends.
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
	// The first Ctrl-C ends the work in order, a second one at once.
	context.AfterFunc(ctx, stop)
	// When the reader of our output goes away, as in fsmgen generate | head, the
	// files are written all the same, instead of half of them.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
