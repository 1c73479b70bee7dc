package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
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

	c := config{retries: 1, timeout: timeout, backoff: fallback.Backoff{Min: 25 * time.Millisecond, Max: 50 * time.Millisecond, Jitter: 0.5}}
	for _, u := range []struct {
		name    string
		handler http.HandlerFunc
	}{{"busy", answerBusy}, {"slow", answerNever}, {"steady", answerCompletion}} {
		address, err := servers.start(ctx, u.handler)
		if err != nil {
			return err
		}
		c.add(openai.Upstream{Name: u.name, Endpoint: address + "/v1/chat/completions"})
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

	params := p.chain.Params()
	n, r, most := params.Providers, params.MaxRetries, params.MaxTransitions()
	fmt.Fprintf(w, "proxy on %s: %d upstreams, %d retry each, %v an attempt\n\n", address, n, r, timeout)
	status, provider, text, err := ask(ctx, address)
	if err != nil {
		return err
	}
	taken := trace.len()
	fmt.Fprintf(w, "\n%d from %q: %s\n", status, provider, text)
	fmt.Fprintf(w, "%d transitions, at most %d*(2*%d+3)+2 = %d\n", taken, n, r, most)
	fmt.Fprintf(w, "the next request starts at %v\n", p.chain.Position())
	if status != http.StatusOK || taken > most {
		return errors.New("the demo did not end as expected")
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
	client := openai.NewClient()
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

// answerNever holds the request until the client disconnects.
func answerNever(_ http.ResponseWriter, r *http.Request) {
	// The server watches the connection only after the end of the body.
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

func (t *table) add(o fallback.Observation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows++
	fmt.Fprintln(t.w, row(o))
}

func (t *table) len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rows
}
