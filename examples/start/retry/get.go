// Package retry gets pages from servers that may fail for a while.
package retry

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/fsmgen/fsmgen/examples/start/retry/internal/attempt"
)

// Get returns the body of a page. The error is that of the last attempt, or of ctx.
func Get(ctx context.Context, client *http.Client, url string) ([]byte, error) {
	g := &getter{client: client, url: url}
	end, err := attempt.Run(ctx, attempt.DefaultParams(), g, g)
	if err != nil {
		return nil, err // the caller has canceled
	}
	if done, ok := end.(attempt.InDone); ok {
		return done.Body(), nil
	}
	return nil, g.err
}

// getter is the host of the machine, and its handler: it has a method for each state in which there is work.
type getter struct {
	attempt.WaitingHandler // in the other state, Run waits for the timer
	client                 *http.Client
	url                    string
	err                    error // of the last attempt
}

// Backoff implements attempt.RunHost.
func (g *getter) Backoff(failed int) time.Duration { return 200 * time.Millisecond << failed }

// Asking implements attempt.Handler.
func (g *getter) Asking(ctx context.Context, s attempt.InAsking) (attempt.AfterAsking, error) {
	body, transient, err := g.ask(ctx)
	switch {
	case err == nil:
		return s.Answer(body)
	case ctx.Err() != nil:
		g.err = context.Cause(ctx) // the timer is over, or the caller has canceled
		return nil, ctx.Err()
	}
	g.err = err
	return s.Failure(transient)
}

func (g *getter) ask(ctx context.Context) (body []byte, transient bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, g.url, nil)
	if err != nil {
		return nil, false, err
	}
	response, err := g.client.Do(request)
	if err != nil {
		return nil, true, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, response.StatusCode >= 500, fmt.Errorf("the server says %s", response.Status)
	}
	body, err = io.ReadAll(response.Body)
	return body, true, err
}
