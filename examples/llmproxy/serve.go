package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// readTimeout is how long a client may take to send a request.
const readTimeout = 30 * time.Second

// newServer returns a server whose handler needs at most work for a request.
func newServer(handler http.Handler, work time.Duration, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       readTimeout,
		// It starts with the header of the request, so it covers the reading of
		// the body and the run; the rest is for the answer.
		WriteTimeout: readTimeout + work + 30*time.Second,
		IdleTimeout:  2 * time.Minute,
		ErrorLog:     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// serve accepts connections until ctx is done, and then gives current requests the time grace to complete. It
// owns the listener.
func serve(ctx context.Context, listener net.Listener, server *http.Server, grace time.Duration) error {
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve %v: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := server.Shutdown(limit)
	if err != nil {
		// Closing their connections cancels the remaining requests.
		_ = server.Close()
		err = fmt.Errorf("shut down %v: %w", listener.Addr(), err)
	}
	<-ended
	return err
}
