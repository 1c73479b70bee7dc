package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestAccess asks for a completion and for a reset, from different places.
func TestAccess(t *testing.T) {
	const here, there = "127.0.0.1:4711", "192.0.2.7:4711"
	type header map[string]string
	tests := []struct {
		name            string
		token           string // of the proxy
		peer, host      string
		header          header
		complete, reset int // status, 200 if let through
	}{
		{"this computer", "", here, "127.0.0.1:8080", nil, 200, 200},
		{"by its name", "", "[::1]:4711", "localhost:8080", nil, 200, 200},
		{"IPv4 in IPv6", "", "[::ffff:127.0.0.1]:4711", "[::1]", nil, 200, 200},
		{"another computer", "", there, "192.0.2.1:8080", nil, 200, 403},
		{"another computer that says it is this one", "", there, "127.0.0.1:8080", nil, 200, 403},
		{"by a server here", "", here, "127.0.0.1:8080", header{"X-Forwarded-For": "192.0.2.7"}, 200, 403},
		{"by a server here that keeps the host", "", here, "llm.example.com", nil, 200, 403},
		{"own page", "", here, "127.0.0.1:8080", header{"Origin": "http://127.0.0.1:8080"}, 200, 200},
		{"page with a name of ours", "", here, "evil.example:8080", header{"Origin": "http://evil.example:8080"}, 403, 403},
		{"no token", "tok", here, "127.0.0.1:8080", nil, 401, 401},
		{"wrong token", "tok", here, "127.0.0.1:8080", header{"Authorization": "Bearer toc"}, 401, 401},
		{"longer token", "tok", here, "127.0.0.1:8080", header{"Authorization": "Bearer token"}, 401, 401},
		{"wrong scheme", "tok", here, "127.0.0.1:8080", header{"Authorization": "Basic tok"}, 401, 401},
		{"empty token", "tok", here, "127.0.0.1:8080", header{"Authorization": "Bearer "}, 401, 401},
		{"token", "tok", there, "llm.example.com", header{"Authorization": "bearer tok", "X-Forwarded-For": "192.0.2.7"}, 200, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, p, _ := startWith(t, config{timeout: time.Minute, token: test.token}, answer(200, `{}`))
			handler := p.routes()
			for path, want := range map[string]int{"/v1/chat/completions": test.complete, "/provider/reset": test.reset} {
				r := httptest.NewRequest("POST", path, strings.NewReader(question))
				r.RemoteAddr, r.Host = test.peer, test.host
				r.Header.Set("Content-Type", "application/json")
				for name, value := range test.header {
					r.Header.Set(name, value)
				}
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				if w.Code != want || (w.Header().Get("WWW-Authenticate") != "") != (want == 401) {
					t.Errorf("%s: status %d, header %v, want %d: %s", path, w.Code, w.Header(), want, w.Body)
				}
			}
		})
	}
}

// TestTokenIsOurs checks that the token of the proxy goes to no upstream.
func TestTokenIsOurs(t *testing.T) {
	var got http.Header
	url, _, _ := startWith(t, config{timeout: time.Minute, token: "tok"}, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		answer(200, `{}`)(w, r)
	})
	r, err := http.NewRequest("POST", url, strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer tok")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 || len(got) == 0 || got.Get("Authorization") != "" {
		t.Errorf("status %d, the upstream gets %v", response.StatusCode, got)
	}
}

// TestToken reads the token from the environment.
func TestToken(t *testing.T) {
	getenv := func(name string) string { return map[string]string{"LLMPROXY_TOKEN": "one", "OTHER": "two"}[name] }
	const provider = `"active":"a","providers":[{"name":"a","url":"http://x"}]`
	for text, want := range map[string]string{`{` + provider + `}`: "one", `{` + provider + `,"token_env":"OTHER"}`: "two"} {
		if c, err := readConfig([]byte(text), getenv); err != nil || c.token != want {
			t.Errorf("%s: token %q, error %v, want %q", text, c.token, err, want)
		}
	}
	if _, err := readConfig([]byte(`{`+provider+`,"token_env":"NONE"}`), getenv); err == nil || !strings.Contains(err.Error(), "NONE, which is not set") {
		t.Errorf("a missing token: %v", err)
	}
	c, err := parseFlags([]string{"-upstream=a=http://x"}, getenv, new(strings.Builder))
	if err != nil || c.config.token != "one" {
		t.Errorf("flags: token %q, %v", c.config.token, err)
	}
}
