package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

func TestNeeds(t *testing.T) {
	long := strings.Repeat("x", 4000)
	tests := []struct {
		body string
		want fallback.Needs
	}{
		{`{}`, fallback.Needs{}},
		{`{"messages":[{"content":"123456789012"},{"content":"1"}]}`, fallback.Needs{Context: 3}},
		{`{"messages":[{"content":"1234"}],"max_tokens":10}`, fallback.Needs{Context: 11}},
		{`{"max_completion_tokens":10}`, fallback.Needs{Context: 10}},
		{`{"max_tokens":-5}`, fallback.Needs{}},
		{`{"max_tokens":"many"}`, fallback.Needs{}},
		{`{"tools":[]}`, fallback.Needs{}},
		{`{"tools":null}`, fallback.Needs{}},
		{`{"tools":[{}]}`, fallback.Needs{Tools: true, Context: 1}},
		{`{"functions":[{}]}`, fallback.Needs{Tools: true, Context: 1}},
		{`{"messages":[{"content":[{"type":"text","text":"1234"},{"type":"image_url","image_url":{"url":"data:` + long + `"}}]}]}`,
			fallback.Needs{Vision: true, Context: 1}},
		{`{"messages":[{"content":"an image_url in words"}]}`, fallback.Needs{Context: 4}},
		{`{"messages":[{"content":null,"tool_calls":[]}]}`, fallback.Needs{}},
		{`{"messages":[{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"find","arguments":"{\"q\":1}"}}]}]}`, fallback.Needs{Context: 2}},
		{`{"messages":"none"}`, fallback.Needs{}},
		{`{"messages":[{"content":"` + long + `"}]}`, fallback.Needs{Context: 667}},
	}
	for _, test := range tests {
		var r completionRequest
		if err := json.Unmarshal([]byte(test.body), &r); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, r.needs()); diff != "" {
			t.Errorf("needs of %.80s (-want +got):\n%s", test.body, diff)
		}
	}
}

// TestUnfit asks upstream a, which has this status, and b, which answers.
func TestUnfit(t *testing.T) {
	const tools = `{"model":"m","tools":[{}]}`
	tests := []struct {
		name     string
		limits   [2]fallback.Limits
		upstream http.HandlerFunc
		body     string
		want     int
		code     string
		asked    int // attempts
	}{
		{"all fit", [2]fallback.Limits{}, answer(503, ""), question, 200, "", 2},
		{"the first does not", [2]fallback.Limits{{Context: 5}, {}}, answer(200, `{}`), `{"model":"m","max_tokens":6}`, 200, "", 1},
		{"none does", [2]fallback.Limits{{NoTools: true}, {NoTools: true}}, answer(200, `{}`), tools, 400, "no_provider_fits", 0},
		{"the error surfaces", [2]fallback.Limits{{}, {NoTools: true}}, answer(429, ""), tools, 429, "rate_limit", 1},
		{"with its own code", [2]fallback.Limits{{}, {NoTools: true}},
			answer(400, `{"error":{"message":"no","code":"context_length_exceeded"}}`), tools, 400, "context_length_exceeded", 1},
		{"one without a status", [2]fallback.Limits{{}, {NoTools: true}}, answer(200, `<`), tools, 502, "bad_answer", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := config{timeout: time.Minute}
			for i, handler := range []http.HandlerFunc{test.upstream, answer(200, `{}`)} {
				server := httptest.NewServer(handler)
				t.Cleanup(server.Close)
				c.add(openai.Upstream{Name: string(rune('a' + i)), Endpoint: server.URL, Limits: test.limits[i]})
			}
			url, _, r := startWith(t, c)
			response, body := post(t, url, test.body)
			if test.code == "" {
				if response.StatusCode != test.want {
					t.Errorf("answer %d %s", response.StatusCode, body)
				}
			} else {
				wantError(t, response, body, test.want, test.code)
			}
			asked := 0
			for _, o := range r.of(1) {
				if o.To == fallback.StateAttempting {
					asked++
				}
			}
			if asked != test.asked {
				t.Errorf("%d attempts, want %d", asked, test.asked)
			}
			if test.want != 200 && !strings.Contains(body, `"unfit":[{"provider":"`) {
				t.Errorf("answer %s does not say who does not fit", body)
			}
		})
	}
}

// TestRetryAfterPassesOn has the only upstream that fits ask for time.
func TestRetryAfterPassesOn(t *testing.T) {
	c := config{timeout: time.Minute, retries: 3}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(429)
	}))
	t.Cleanup(server.Close)
	c.add(openai.Upstream{Name: "a", Endpoint: server.URL})
	c.add(openai.Upstream{Name: "b", Endpoint: server.URL, Limits: fallback.Limits{NoTools: true}})
	url, _, r := startWith(t, c)
	response, body := post(t, url, `{"model":"m","tools":[{}]}`)
	failures := wantError(t, response, body, 429, "rate_limit")
	if len(failures) != 1 || response.Header.Get("Retry-After") != "3600" {
		t.Errorf("%d attempts, header %v: %v", len(failures), response.Header, r.transitions(1))
	}
}
