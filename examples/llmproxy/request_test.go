package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestMalformedRequests(t *testing.T) {
	url, _, r := start(t, 1, time.Minute, answer(200, `{}`))
	const kind = "application/json"
	tests := []struct {
		name, method, kind, body string
		status                   int
		code                     string
	}{
		{"method", "GET", kind, "", 405, "method_not_allowed"},
		{"preflight", "OPTIONS", "", "", 405, "method_not_allowed"},
		{"no type", "POST", "", question, 415, "unsupported_media_type"},
		{"form", "POST", "application/x-www-form-urlencoded", question, 415, "unsupported_media_type"},
		{"empty", "POST", kind, "", 400, "invalid_json"},
		{"not JSON", "POST", kind, `{"model":`, 400, "invalid_json"},
		{"two values", "POST", kind, question + question, 400, "invalid_json"},
		{"not an object", "POST", kind, `[1]`, 400, "invalid_json"},
		{"null", "POST", kind, `null`, 400, "missing_model"},
		{"no model", "POST", kind, `{"messages":[]}`, 400, "missing_model"},
		{"model a number", "POST", kind, `{"model":1}`, 400, "invalid_json"},
		{"stream a string", "POST", kind, `{"model":"m","stream":"yes"}`, 400, "invalid_json"},
		{"too large", "POST", kind, `{"model":"` + strings.Repeat("m", maxRequestBody) + `"}`, 413, "request_too_large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response, body := send(t, test.method, url, test.kind, test.body)
			wantError(t, response, body, test.status, test.code)
			if allow := response.Header.Get("Allow"); (allow == "POST") != (test.status == 405) {
				t.Errorf("Allow is %q", allow)
			}
		})
	}
	if steps := r.of(1); len(steps) > 0 {
		t.Errorf("a malformed request began a run: %v", r.transitions(1))
	}
}

func TestAcceptedRequests(t *testing.T) {
	url, _, _ := start(t, 1, time.Minute, answer(200, `{}`))
	largest := `{"model":"m"` + strings.Repeat(" ", maxRequestBody-len(`{"model":"m"}`)) + `}`
	for _, body := range []string{question, `{"model":"m","stream":false}`, `{"model":"m","stream":null}`, largest} {
		response, text := send(t, "POST", url, "application/json; charset=utf-8", body)
		if response.StatusCode != 200 {
			t.Errorf("answer %d %s to %.40s", response.StatusCode, text, body)
		}
	}
}

func TestOtherPath(t *testing.T) {
	url, _, _ := start(t, 1, time.Minute, answer(200, `{}`))
	response, body := post(t, strings.TrimSuffix(url, "/chat/completions")+"/embeddings", question)
	wantError(t, response, body, 404, "not_found")
}

func send(t *testing.T, method, url, kind, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	response, err := http.DefaultClient.Do(request)
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
