package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// patience is how long a test waits for what must happen.
const patience = 30 * time.Second

// TestClientLeaves cancels a request in each of the two states in which a run
// waits.
func TestClientLeaves(t *testing.T) {
	asked := make(chan struct{}, 1)
	left := make(chan struct{}, 1)
	tests := []struct {
		state    fallback.State
		upstream http.HandlerFunc
	}{
		{fallback.StateAttempting, func(_ http.ResponseWriter, q *http.Request) {
			_, _ = io.Copy(io.Discard, q.Body)
			asked <- struct{}{}
			<-q.Context().Done()
			left <- struct{}{}
		}},
		{fallback.StateRetrying, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTooManyRequests)
			asked <- struct{}{}
			left <- struct{}{}
		}},
	}
	for _, test := range tests {
		t.Run(test.state.String(), func(t *testing.T) {
			url, p, r := startWith(t, config{retries: 1, timeout: time.Hour, backoff: fallback.Backoff{Min: fallback.LongestWait, Max: fallback.LongestWait}}, test.upstream)
			steps := make(chan fallback.Observation, p.chain.Params().MaxTransitions())
			p.observe = func(s fallback.Observation) { r.add(s); steps <- s }

			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			request, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(question))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			answered := make(chan error, 1)
			go func() {
				response, err := http.DefaultClient.Do(request)
				if err == nil {
					response.Body.Close()
				}
				answered <- err
			}()
			for s := receive(t, steps); s.To != test.state; {
				s = receive(t, steps)
			}
			receive(t, asked)
			cancel()
			if err := receive(t, answered); err == nil {
				t.Error("the cancelled request got an answer")
			}
			s := receive(t, steps)
			if s.From != test.state || s.Event != fallback.EventCancelled || s.To != fallback.StateAborted {
				t.Errorf("transition after the cancellation: %s", row(s))
			}
			receive(t, left) // the attempt does not outlive the request
		})
	}
}

// TestCancelledAnswer looks at what a handler writes when its context is done
// although the client is there, as under a middleware with a time limit.
func TestCancelledAnswer(t *testing.T) {
	_, p, _ := start(t, 1, time.Minute, answer(200, `{}`))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	request := httptest.NewRequestWithContext(ctx, "POST", "/v1/chat/completions", strings.NewReader(question))
	request.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	p.ServeHTTP(w, request)
	wantError(t, w.Result(), w.Body.String(), 503, "request_cancelled")
}

// TestNoGoroutineStays makes runs with every kind of end.
func TestNoGoroutineStays(t *testing.T) {
	wantGoroutinesEnd(t)
	url, _, _ := start(t, 1, 50*time.Millisecond, answer(429, ""), answerNever, answer(404, ""))
	post(t, url, question)
	url, _, _ = start(t, 1, time.Minute, answer(401, ""))
	post(t, url, question)
	url, _, _ = start(t, 1, time.Minute, answer(200, `{}`))
	post(t, url, question)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := config{listen: "127.0.0.1:0", timeout: time.Second}
	c.add(openai.Upstream{Name: "a"})
	if err := listenAndServe(ctx, c, slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
}

// wantGoroutinesEnd checks, after all else of the test, that it has left no
// goroutine behind.
func wantGoroutinesEnd(t *testing.T) {
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<20)
				t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
			}
		}
	})
}

// receive returns the next value of c.
func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatal("nothing happens")
		panic("unreachable")
	}
}
