package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

const question = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`

// recorder keeps the transitions of all runs of a proxy and checks of each what
// is promised of every one.
type recorder struct {
	t     *testing.T
	mu    sync.Mutex
	steps map[int64][]fallback.Observation // by run
}

func (r *recorder) add(s fallback.Observation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps[s.Run] = append(r.steps[s.Run], s)
	if s.After >= s.Before || s.After < 0 {
		r.t.Errorf("progress does not fall: %s", row(s))
	}
	if s.Number != len(r.steps[s.Run]) || s.Number > s.Most {
		r.t.Errorf("transition %d is the %dth of at most %d", s.Number, len(r.steps[s.Run]), s.Most)
	}
}

// of returns a copy of the transitions of one run.
func (r *recorder) of(run int64) []fallback.Observation {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]fallback.Observation(nil), r.steps[run]...)
}

// transitions returns a run in short: "Idle RequestReceived Selecting", ...
func (r *recorder) transitions(run int64) []string {
	var texts []string
	for _, s := range r.of(run) {
		texts = append(texts, fmt.Sprintf("%v %v %v", s.From, s.Event, s.To))
	}
	return texts
}

// start serves a proxy in front of upstreams named a, b, ... with these
// handlers, without a backoff, and returns its address.
func start(t *testing.T, retries int, timeout time.Duration, handlers ...http.HandlerFunc) (string, *proxy, *recorder) {
	t.Helper()
	return startWith(t, config{retries: retries, timeout: timeout}, handlers...)
}

// startWith is start with more settings.
func startWith(t *testing.T, c config, handlers ...http.HandlerFunc) (string, *proxy, *recorder) {
	t.Helper()
	for i, handler := range handlers {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		c.add(openai.Upstream{Name: string(rune('a' + i)), Endpoint: server.URL + "/v1/chat/completions"})
	}
	p, err := newProxy(c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.client.CloseIdleConnections)
	r := &recorder{t: t, steps: make(map[int64][]fallback.Observation)}
	p.observe = r.add
	server := httptest.NewServer(p.routes())
	t.Cleanup(server.Close)
	return server.URL + "/v1/chat/completions", p, r
}

// answer returns a handler that answers every request alike.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", "id-1")
		w.Header().Set("Set-Cookie", "session=1")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func errorBody(message string) string {
	return fmt.Sprintf(`{"error":{"message":%q,"type":"x"}}`, message)
}

// post sends the question and returns the answer with its body read.
func post(t *testing.T, url, body string) (*http.Response, string) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// wantError checks that the answer is an error of this status and code, and
// returns the failures it lists.
func wantError(t *testing.T, response *http.Response, body string, status int, code string) []failureReport {
	t.Helper()
	var got struct{ Error apiError }
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatalf("answer %q: %v", body, err)
	}
	if response.StatusCode != status || got.Error.Code != code || got.Error.Message == "" || got.Error.Type == "" {
		t.Errorf("answer %d %s, want status %d and code %q", response.StatusCode, body, status, code)
	}
	if kind := response.Header.Get("Content-Type"); kind != "application/json" {
		t.Errorf("Content-Type is %q", kind)
	}
	return got.Error.Failures
}

func TestSuccessAtOnce(t *testing.T) {
	var got string
	url, _, r := start(t, 1, time.Minute, func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		got = q.Method + " " + q.URL.Path + " " + q.Header.Get("Content-Type") + " " + string(body)
		answer(201, `{"id":"1"}`)(w, q)
	}, answer(200, `{"id":"2"}`))
	response, body := post(t, url, question)

	if want := "POST /v1/chat/completions application/json " + question; got != want {
		t.Errorf("upstream got %q, want %q", got, want)
	}
	if response.StatusCode != 201 || body != `{"id":"1"}` {
		t.Errorf("answer %d %q", response.StatusCode, body)
	}
	wantHeader := map[string]string{providerHeader: "a", positionHeader: "0", "X-Request-Id": "id-1", "Content-Type": "application/json", "Set-Cookie": ""}
	for name, want := range wantHeader {
		if got := response.Header.Get(name); got != want {
			t.Errorf("header %s is %q, want %q", name, got, want)
		}
	}
	want := []string{
		"Idle RequestReceived Selecting",
		"Selecting Select Attempting",
		"Attempting Success Succeeded",
	}
	if diff := cmp.Diff(want, r.transitions(1)); diff != "" {
		t.Errorf("transitions (-want +got):\n%s", diff)
	}
}

func TestSuccessAtSecond(t *testing.T) {
	url, _, r := start(t, 1, time.Minute, answer(429, errorBody("busy")), answer(200, `{"id":"2"}`))
	response, body := post(t, url, question)
	if response.StatusCode != 200 || body != `{"id":"2"}` || response.Header.Get(providerHeader) != "b" {
		t.Errorf("answer %d %q from %q", response.StatusCode, body, response.Header.Get(providerHeader))
	}
	want := []string{
		"Idle RequestReceived Selecting",
		"Selecting Select Attempting",
		"Attempting Failure Retrying",
		"Retrying RetryReady Attempting",
		"Attempting Failure Retrying",
		"Retrying RetryReady Selecting",
		"Selecting Select Attempting",
		"Attempting Success Succeeded",
	}
	if diff := cmp.Diff(want, r.transitions(1)); diff != "" {
		t.Errorf("transitions (-want +got):\n%s", diff)
	}
}

func TestExhausted(t *testing.T) {
	url, p, r := start(t, 1, time.Minute, answer(503, errorBody("down")), answer(400, errorBody("context too long")), answer(500, "oops"))
	response, body := post(t, url, question)
	got := wantError(t, response, body, 502, "providers_exhausted")
	want := []failureReport{
		{"a", "Transient", "overloaded", "status 503 Service Unavailable: down"},
		{"a", "Transient", "overloaded", "status 503 Service Unavailable: down"},
		{"b", "Recoverable", "context_length", "status 400 Bad Request: context too long"},
		{"c", "Transient", "server_error", "status 500 Internal Server Error"},
		{"c", "Transient", "server_error", "status 500 Internal Server Error"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	if steps := r.of(1); steps[len(steps)-1].To != fallback.StateExhausted {
		t.Errorf("run ended in %v", steps[len(steps)-1].To)
	}
	if got := p.chain.Params().MaxTransitions(); got != 17 {
		t.Errorf("MaxTransitions is %d, want 17", got)
	}
}

func TestAuthenticationIsFatal(t *testing.T) {
	for _, status := range []int{401, 403} {
		url, _, r := start(t, 1, time.Minute, answer(status, errorBody("bad key")), answer(200, `{}`))
		response, body := post(t, url, question)
		failures := wantError(t, response, body, 502, "provider_fatal")
		if len(failures) != 1 || failures[0].Provider != "a" || failures[0].Class != "Fatal" {
			t.Errorf("failures are %v", failures)
		}
		if steps := r.of(1); len(steps) != 3 || steps[2].To != fallback.StateAborted || steps[2].Event != fallback.EventFailure {
			t.Errorf("transitions are %v", r.transitions(1))
		}
	}
}

func TestTimeout(t *testing.T) {
	url, _, _ := start(t, 1, 50*time.Millisecond, answerNever)
	response, body := post(t, url, question)
	got := wantError(t, response, body, 502, "providers_exhausted")
	want := []failureReport{{"a", "Transient", "timeout", "no answer in time"}, {"a", "Transient", "timeout", "no answer in time"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
}

func TestUnreachableUpstream(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	c := config{timeout: time.Minute}
	c.add(openai.Upstream{Name: "a", Endpoint: closed.URL})
	url, _, _ := startWith(t, c)
	response, body := post(t, url, question)
	got := wantError(t, response, body, 502, "providers_exhausted")
	// No address of an upstream reaches the client.
	want := []failureReport{{"a", "Transient", "network", "connection failed"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
}

// TestParallel has the upstreams fail by turns, so that runs differ, and checks
// that none sees the state of another: each answer repeats its question.
func TestParallel(t *testing.T) {
	echo := func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		_, _ = w.Write(body)
	}
	var mu sync.Mutex
	turn := 0
	url, _, r := start(t, 2, time.Minute, answer(404, ""), func(w http.ResponseWriter, q *http.Request) {
		mu.Lock()
		turn++
		busy := turn%3 != 0
		mu.Unlock()
		if busy {
			answer(429, "")(w, q)
			return
		}
		echo(w, q)
	}, echo)

	const requests = 50
	var group sync.WaitGroup
	for i := range requests {
		group.Go(func() {
			body := fmt.Sprintf(`{"model":"m%d"}`, i)
			response, err := http.Post(url, "application/json", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			got, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != 200 || string(got) != body {
				t.Errorf("answer %d %q, %v, want %q", response.StatusCode, got, err, body)
			}
		})
	}
	group.Wait()
	for run := int64(1); run <= requests; run++ {
		steps := r.of(run)
		if len(steps) == 0 || steps[len(steps)-1].To != fallback.StateSucceeded {
			t.Errorf("run %d: %v", run, r.transitions(run))
		}
	}
}
