package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// benchRequests is how many requests of each kind -bench sends.
const benchRequests = 5000

const benchQuestion = `{"model":"bench-1","messages":[{"role":"user","content":"Hello"}]}`

// bench measures the overhead of the proxy: it sends the same request directly to a local upstream and
// through the proxy, in turn, so that other load affects both equally. The proxy counts transitions
// and discards its log. bench also measures a run of the chain alone.
func bench(ctx context.Context, w io.Writer, requests int) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	var servers group
	defer func() {
		cancel()
		err = errors.Join(err, servers.wait())
	}()
	direct, err := servers.start(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answerCompletion(w, r)
	}))
	if err != nil {
		return err
	}
	c := defaultConfig()
	c.add(openai.Upstream{Name: "local", Endpoint: direct + "/v1/chat/completions"})
	p, err := newProxy(c, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		return err
	}
	defer p.client.CloseIdleConnections()
	proxied, err := servers.start(ctx, p.routes())
	if err != nil {
		return err
	}
	client := openai.NewClient()
	defer client.CloseIdleConnections()
	var times [2][]time.Duration
	for i := range requests + requests/10 {
		for k, address := range []string{direct, proxied} {
			took, err := timeRequest(ctx, client, address+"/v1/chat/completions")
			if err != nil {
				return err
			}
			if i >= requests/10 { // after warming up
				times[k] = append(times[k], took)
			}
		}
	}
	chain, err := timeChain(ctx, requests)
	if err != nil {
		return err
	}
	var median [2]time.Duration
	fmt.Fprintf(w, "%d requests each, in turn, over the loopback interface\n\n          median       p99\n", requests)
	for k, name := range []string{"direct", "proxied"} {
		slices.Sort(times[k])
		median[k] = times[k][len(times[k])/2]
		fmt.Fprintf(w, "%-8s %7.0fµs %7.0fµs\n", name, micro(median[k]), micro(times[k][len(times[k])*99/100]))
	}
	fmt.Fprintf(w, "\nthe proxy adds %.0fµs to a request (median); a run of the chain takes %.2fµs of that\n", micro(median[1]-median[0]), micro(chain))
	return nil
}

func micro(d time.Duration) float64 {
	return float64(d) / float64(time.Microsecond)
}

// timeRequest returns how long a request took, with its answer read.
func timeRequest(ctx context.Context, client *http.Client, url string) (time.Duration, error) {
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(benchQuestion))
	if err != nil {
		return 0, err
	}
	post.Header.Set("Content-Type", "application/json")
	begin := time.Now()
	answer, err := client.Do(post)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	took := time.Since(begin)
	if err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK || !bytes.Contains(body, []byte("chat.completion")) {
		return 0, fmt.Errorf("answer %d: %.100s", answer.StatusCode, body)
	}
	return took, nil
}

// timeChain returns how long a run takes whose provider answers at once.
func timeChain(ctx context.Context, runs int) (time.Duration, error) {
	response := &fallback.Response{Status: http.StatusOK}
	ask := func(context.Context, *fallback.Request) (*fallback.Response, error) { return response, nil }
	chain, err := fallback.NewChain([]fallback.Provider{{Name: "a", Ask: ask}}, fallback.Settings{Active: "a"})
	if err != nil {
		return 0, err
	}
	m := newMetrics()
	request := &fallback.Request{Model: "bench-1"}
	begin := time.Now()
	for range runs {
		if _, err := chain.Do(ctx, request, m.watch(nil)); err != nil {
			return 0, err
		}
	}
	return time.Since(begin) / time.Duration(runs), nil
}
