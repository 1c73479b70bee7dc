package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// language is a server with a model that says what a script says, and counts the
// connections that are made to it.
func language(t *testing.T, s *script) (url string, connections *atomic.Int64) {
	connections = new(atomic.Int64)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path != "/v1/chat/completions" {
			t.Errorf("%s, %v", r.URL, err)
		}
		answer, err := s.ask(r.Context(), &fallback.Request{Body: body})
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			text, _ := json.Marshal(map[string]any{"error": map[string]string{"message": "bad key " + r.Header.Get("Authorization")}})
			_, _ = w.Write(text)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer.Body)
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server.URL + "/v1", connections
}

// TestUpstream has a model over HTTP work on a goal, and the same command line
// offline: then the server gets no request.
func TestUpstream(t *testing.T) {
	for _, offline := range []string{"", "true"} {
		url, connections := language(t, &script{replies: map[string][]reply{
			"Plan: read; write":   {{text: `{"tasks":[{"name":"read"}]}`}},
			"Task: read":          {{text: "all of it"}},
			"Verify: read; write": {{text: `{"gaps":[]}`}},
		}})
		getenv := func(name string) string { return map[string]string{"ORCHESTRATION_OFFLINE": offline}[name] }
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), []string{"-model=m", "-upstream=a=" + url, "read; write"}, getenv, &stdout, &stderr)
		if status != 0 || stderr.Len() > 0 {
			t.Fatalf("offline %q: status %d, stderr %q\n%s", offline, status, stderr.String(), stdout.String())
		}
		n, result, count := connections.Load(), "+ read: all of it\n", "\nm: 3 calls, 3 attempts"
		if offline != "" {
			result, count = "+ read: stub: read\n", "\nm: 0 calls, 0 attempts"
		}
		if (n == 0) != (offline != "") || !strings.Contains(stdout.String(), result) || !strings.Contains(stdout.String(), count) {
			t.Errorf("offline %q: %d connections:\n%s", offline, n, stdout.String())
		}
	}
}

// TestKeyIsSecret has a server that says the key that it refuses.
func TestKeyIsSecret(t *testing.T) {
	url, _ := language(t, &script{})
	getenv := func(name string) string { return map[string]string{"WORKFLOW_KEY_EU_1": "sk-4711"}[name] }
	var stdout, stderr bytes.Buffer
	status := run(context.Background(), []string{"-model=m", "-upstream=eu-1=" + url, "read"}, getenv, &stdout, &stderr)
	said := stdout.String() + stderr.String()
	if status != 1 || strings.Contains(said, "4711") || !strings.Contains(said, "bad key Bearer [redacted]") || !strings.Contains(said, `"WORKFLOW_KEY_EU_1"`) {
		t.Errorf("status %d:\n%s", status, said)
	}
}
