package openai_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// Two servers, of which the first asks to be left alone for an hour.
func Example() {
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer busy.Close()
	steady := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"Hello"}}]}`)
	}))
	defer steady.Close()

	client := openai.NewClient()
	defer client.CloseIdleConnections()
	var known []fallback.Provider
	for name, server := range map[string]*httptest.Server{"busy": busy, "steady": steady} {
		u, err := openai.New(name, server.URL+"/v1")
		if err != nil {
			log.Fatal(err)
		}
		known = append(known, u.Provider(client, time.Minute))
	}
	chain, err := fallback.NewChain(known, fallback.Settings{
		Active: "busy", Fallback: []string{"steady"}, MaxRetries: 3,
		Backoff: fallback.Backoff{Min: time.Second, Max: 10 * time.Second},
	})
	if err != nil {
		log.Fatal(err)
	}
	request := &fallback.Request{Model: "small-1", Body: []byte(`{"model":"small-1","messages":[{"role":"user","content":"Hello?"}]}`)}
	answer, err := chain.Do(context.Background(), request, func(o fallback.Observation) {
		if o.Failure != nil {
			fmt.Println(o.Failure)
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v: %s\n", answer.Position, answer.Response.Body)

	// Output:
	// busy: status 429 Too Many Requests (Recoverable, rate_limit)
	// steady (fallback #1): {"choices":[{"message":{"content":"Hello"}}]}
}
