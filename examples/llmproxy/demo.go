package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// demoTimeout is the time limit of an attempt in the demo.
const demoTimeout = 150 * time.Millisecond

// demo sends one request through a proxy in front of three upstreams, all on
// the loopback interface, and prints every transition. An attempt may take as
// long as timeout. It is an error if no upstream answers or the run is longer
// than the bound.
func demo(ctx context.Context, w io.Writer, timeout time.Duration) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	var servers group
	defer func() {
		cancel()
		err = errors.Join(err, servers.wait())
	}()

	c := config{retries: 1, timeout: timeout, backoff: 50 * time.Millisecond}
	for _, u := range []struct {
		name    string
		handler http.HandlerFunc
	}{{"busy", answerBusy}, {"slow", answerNever}, {"steady", answerCompletion}} {
		address, err := servers.start(ctx, u.handler)
		if err != nil {
			return err
		}
		c.upstreams = append(c.upstreams, upstream{name: u.name, endpoint: address + "/v1/chat/completions"})
	}
	p, err := newProxy(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer p.client.CloseIdleConnections()
	var trace table
	trace.w = w
	p.observe = trace.add
	address, err := servers.start(ctx, p.routes())
	if err != nil {
		return err
	}

	n, r, most := p.params.Providers, p.params.MaxRetries, p.params.MaxTransitions()
	fmt.Fprintf(w, "proxy on %s: %d upstreams, %d retry each, %v an attempt\n\n", address, n, r, timeout)
	status, provider, text, err := ask(ctx, address)
	if err != nil {
		return err
	}
	taken := trace.len()
	fmt.Fprintf(w, "\n%d from %q: %s\n", status, provider, text)
	fmt.Fprintf(w, "%d transitions, at most %d*(2*%d+3)+2 = %d\n", taken, n, r, most)
	if status != http.StatusOK || taken > most {
		return errors.New("the demo did not end as it must")
	}
	return nil
}

// ask sends a chat completion request and returns the status, the upstream and
// the text of the answer.
func ask(ctx context.Context, address string) (status int, provider, text string, err error) {
	const question = `{"model":"demo-1","messages":[{"role":"user","content":"Who answers?"}]}`
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/v1/chat/completions", strings.NewReader(question))
	if err != nil {
		return 0, "", "", fmt.Errorf("make request: %w", err)
	}
	post.Header.Set("Content-Type", "application/json")
	client := newClient(time.Minute)
	defer client.CloseIdleConnections()
	answer, err := client.Do(post)
	if err != nil {
		return 0, "", "", err
	}
	defer answer.Body.Close()
	var completion struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&completion); err != nil {
		return 0, "", "", fmt.Errorf("read answer of proxy: %w", err)
	}
	if len(completion.Choices) > 0 {
		text = completion.Choices[0].Message.Content
	}
	return answer.StatusCode, answer.Header.Get(providerHeader), text, nil
}

func answerBusy(w http.ResponseWriter, _ *http.Request) {
	(&apiError{
		status:  http.StatusTooManyRequests,
		Message: "slow down",
		Type:    "requests",
		Code:    "rate_limit_exceeded",
	}).write(w)
}

// answerNever keeps the request until the client goes away.
func answerNever(_ http.ResponseWriter, r *http.Request) {
	// Only after the end of the body does the server watch the connection.
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

func answerCompletion(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"chatcmpl-1","object":"chat.completion","created":1735689600,"model":"demo-1",`+
		`"choices":[{"index":0,"message":{"role":"assistant","content":"I do, after two that could not."},"finish_reason":"stop"}],`+
		`"usage":{"prompt_tokens":10,"completion_tokens":8,"total_tokens":18}}`)
}

// table prints the transitions of a run as they happen.
type table struct {
	mu   sync.Mutex
	w    io.Writer
	rows int
}

func (t *table) add(s step) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows++
	fmt.Fprintln(t.w, s.row())
}

func (t *table) len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows
}

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
