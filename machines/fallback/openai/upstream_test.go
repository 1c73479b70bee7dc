package openai

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestNew(t *testing.T) {
	for base, want := range map[string]string{ // "" for an error
		"http://127.0.0.1:9/v1":        "http://127.0.0.1:9/v1/chat/completions",
		"https://example.com/v1/":      "https://example.com/v1/chat/completions",
		"https://example.com?x=1":      "https://example.com/chat/completions?x=1",
		"":                             "",
		"example.com":                  "",
		"ftp://example.com":            "",
		"http://":                      "",
		"http://user:pass@example.com": "",
		"http://exa mple.com":          "",
		"http://user:pass@exa mple":    "",
		"http://user:pass@":            "",
		"http://user:pass":             "",
		"http://a/%zpass":              "",
	} {
		u, err := New("a", base)
		if u.Endpoint != want || (err == nil) != (want != "") || err != nil && strings.Contains(err.Error(), "pass") {
			t.Errorf("New(%q) = %+v, %v, want %q", base, u, err, want)
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
	for key, want := range map[string]string{"": "", "secret": "Bearer secret", "sk-0123456789": "Bearer sk-0123456789"} {
		var got string
		_, err := askOne(t, func(w http.ResponseWriter, q *http.Request) {
			got = q.Header.Get("Authorization")
			answer(200, `{}`)(w, q)
		}, key)
		if err != nil || got != want {
			t.Errorf("Authorization is %q, error %v, want %q", got, err, want)
		}
	}
}

// askOne makes one attempt at an upstream with this handler.
func askOne(t *testing.T, handler http.HandlerFunc, key string) (*fallback.Response, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := NewClient()
	t.Cleanup(client.CloseIdleConnections)
	u := Upstream{Name: "a", Endpoint: server.URL, Key: key}
	return u.complete(context.Background(), client, time.Minute, &fallback.Request{Model: "m", Body: []byte(question)})
}

func TestModelName(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = string(body)
		answer(200, `{}`)(w, r)
	}))
	t.Cleanup(server.Close)
	for model, want := range map[string]string{
		"":  `{"n":1.50,"model":"m"}`, // untouched
		"m": `{"n":1.50,"model":"m"}`,
		"x": `{"model":"x","n":1.50}`, // numbers keep their form
	} {
		client := NewClient()
		u := Upstream{Name: "a", Endpoint: server.URL, Model: model}
		if _, err := u.complete(context.Background(), client, time.Minute, &fallback.Request{Model: "m", Body: []byte(`{"n":1.50,"model":"m"}`)}); err != nil {
			t.Fatal(err)
		}
		client.CloseIdleConnections()
		if got != want {
			t.Errorf("model %q: body %s, want %s", model, got, want)
		}
	}
}

// answer returns a handler that answers every request alike.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func errorBody(message string) string {
	return fmt.Sprintf(`{"error":{"message":%q,"type":"x"}}`, message)
}
