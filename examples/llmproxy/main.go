// Llmproxy is an HTTP proxy for POST /v1/chat/completions, the chat completion of OpenAI's API. It asks
// several upstreams until one answers.
//
// The chain of package fallback decides which upstream to ask, when to retry, and when to give up.
// Therefore, a request ends after at most n(2r+3)+2 transitions, with n upstreams and r retries.
//
// Usage:
//
//	llmproxy -upstream name=url [-upstream name=url ...] [flags]
//	llmproxy -config file
//	llmproxy -demo | -bench | -campaign n
//
// The exit status is 0 after a signal or a demo, 1 for a failure, 2 for wrong
// usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal, a second one ends the program immediately.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	c, err := parseFlags(args, getenv, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "llmproxy: %v\n", err)
		return 2
	}
	switch {
	case c.demo:
		err = demo(ctx, stdout, demoTimeout)
	case c.bench:
		err = bench(ctx, stdout, benchRequests)
	case c.campaign > 0:
		err = runCampaign(ctx, stdout, c.campaign, c.seed)
	default:
		err = listenAndServe(ctx, c.config, slog.New(slog.NewTextHandler(stderr, nil)))
	}
	if err != nil {
		fmt.Fprintf(stderr, "llmproxy: %v\n", err)
		return 1
	}
	return 0
}

func listenAndServe(ctx context.Context, c config, log *slog.Logger) error {
	p, err := newProxy(c, log)
	if err != nil {
		return err
	}
	defer p.client.CloseIdleConnections()
	listener, err := net.Listen("tcp", c.listen)
	if err != nil {
		return err
	}
	if c.token == "" && !loopback(listener.Addr().String()) {
		log.Warn("anyone who can reach the address can use the keys of the upstreams: set "+tokenVariable, "address", listener.Addr().String())
	}
	longest := p.chain.MaxDuration(c.timeout)
	log.Info("listening", "address", listener.Addr().String(), "chain", p.chain.Names(),
		"max_transitions", p.chain.Params().MaxTransitions(), "max_duration", longest)
	return serve(ctx, listener, newServer(p.routes(), longest, log), c.grace)
}
