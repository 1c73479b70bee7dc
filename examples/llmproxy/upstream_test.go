package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestParseUpstream(t *testing.T) {
	getenv := func(name string) string { return map[string]string{"LLMPROXY_KEY_EU_1": "secret"}[name] }
	tests := []struct {
		text string
		want upstream // zero for an error
	}{
		{"a=http://127.0.0.1:9/v1", upstream{name: "a", endpoint: "http://127.0.0.1:9/v1/chat/completions"}},
		{"eu-1=https://example.com/v1/", upstream{name: "eu-1", endpoint: "https://example.com/v1/chat/completions", key: "secret"}},
		{"a=https://example.com?x=1", upstream{name: "a", endpoint: "https://example.com/chat/completions?x=1"}},
		{"http://example.com", upstream{}},
		{"=http://example.com", upstream{}},
		{"A=http://example.com", upstream{}},
		{"a_b=http://example.com", upstream{}},
		{"a\r\nb=http://example.com", upstream{}},
		{"a=example.com", upstream{}},
		{"a=ftp://example.com", upstream{}},
		{"a=http://", upstream{}},
		{"a=http://user:pass@example.com", upstream{}},
		{"a=http://exa mple.com", upstream{}},
	}
	for _, test := range tests {
		got, err := parseUpstream(test.text, getenv)
		if got != test.want || (err == nil) != (test.want != upstream{}) {
			t.Errorf("parseUpstream(%q) = %+v, %v, want %+v", test.text, got, err, test.want)
		}
	}
}

func TestComplete(t *testing.T) {
	tests := []struct {
		name    string
		handler http.HandlerFunc
		class   fallback.FailureClass
		text    string // of the error
	}{
		{"not JSON", answer(200, "<html>"), fallback.FailureClassRecoverable, "the answer is not JSON"},
		{"empty", answer(200, ""), fallback.FailureClassRecoverable, "the answer is not JSON"},
		{"too large", answer(200, `"`+strings.Repeat("x", maxAnswer)+`"`), fallback.FailureClassRecoverable, "larger than 16777216 bytes"},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("{}"))
		}, fallback.FailureClassTransient, "unexpected EOF"},
		{"redirect", func(w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, "/elsewhere", http.StatusTemporaryRedirect)
		}, fallback.FailureClassRecoverable, "status 307"},
		{"long message", answer(400, errorBody(strings.Repeat("é\n", 400))), fallback.FailureClassRecoverable,
			"status 400 Bad Request: " + strings.Repeat("é ", 150) + "…"},
		{"error without form", answer(500, `{"error":"text"}`), fallback.FailureClassTransient, "status 500 Internal Server Error"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response, err := askOne(t, test.handler, "")
			if response != nil || err == nil {
				t.Fatalf("got %v, %v, want an error", response, err)
			}
			if class := fallback.Classify(err); class != test.class || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %q of class %v, want %q and %v", err, class, test.text, test.class)
			}
		})
	}
}

func TestKey(t *testing.T) {
	for _, key := range []string{"", "secret"} {
		response, err := askOne(t, func(w http.ResponseWriter, q *http.Request) {
			answer(200, strconv.Quote(q.Header.Get("Authorization")))(w, q)
		}, key)
		if err != nil {
			t.Fatal(err)
		}
		want := `""`
		if key != "" {
			want = `"Bearer secret"`
		}
		if string(response.Body) != want {
			t.Errorf("Authorization is %s, want %s", response.Body, want)
		}
	}
}

// askOne makes one attempt at an upstream with this handler.
func askOne(t *testing.T, handler http.HandlerFunc, key string) (*fallback.Response, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := newClient()
	t.Cleanup(client.CloseIdleConnections)
	u := upstream{name: "a", endpoint: server.URL, key: key}
	return u.complete(context.Background(), client, time.Minute, &fallback.Request{Model: "m", Body: []byte(question)})
}
