package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// group is a number of local servers.
type group struct {
	running int
	ended   chan error
}

// start serves the handler on a free port until ctx is done and returns the
// address as a URL.
func (g *group) start(ctx context.Context, handler http.Handler) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	if g.ended == nil {
		g.ended = make(chan error)
	}
	g.running++
	server := newServer(handler, time.Minute, slog.New(slog.DiscardHandler))
	go func() { g.ended <- serve(ctx, listener, server, time.Second) }()
	return "http://" + listener.Addr().String(), nil
}

// wait returns when all servers have ended; their context must be done.
func (g *group) wait() error {
	var errs []error
	for range g.running {
		errs = append(errs, <-g.ended)
	}
	return errors.Join(errs...)
}
