package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// TestKeyOfUpstreamStays has an upstream repeat its key with each status and in a stream: neither clients nor the log get it.
func TestKeyOfUpstreamStays(t *testing.T) {
	const key = "sk-0123456789"
	for _, status := range []int{200, 400, 401, 404, 429, 500, 0} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
			w.Header().Set("X-Request-Id", got)
			if status == 0 {
				events(piece1, `data: {"n":"`+got[:5], got[5:]+`"}`+"\n\n", done)(w, r)
				return
			}
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"error":{"message":%q,"code":%q}}`, got, got)
		}))
		t.Cleanup(server.Close)
		c := config{timeout: time.Minute}
		u, err := openai.New("a", server.URL+"?key="+key)
		if err != nil {
			t.Fatal(err)
		}
		u.Key = key
		c.add(u)
		var log bytes.Buffer
		p, err := newProxy(c, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.client.CloseIdleConnections)
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "http://localhost/v1/chat/completions", strings.NewReader(streamQuestion))
		r.Header.Set("Content-Type", "application/json")
		p.routes().ServeHTTP(w, r)
		all := fmt.Sprint(w.Header(), w.Body, &log)
		if strings.Contains(all, "0123456789") || !strings.Contains(w.Body.String(), "[key removed]") {
			t.Errorf("status %d: %s", status, all)
		}
	}
}

// TestContentTypeIsOurs has upstreams call their answers pages.
func TestContentTypeIsOurs(t *testing.T) {
	page := func(kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, body)
		}
	}
	for _, test := range []struct {
		handler  http.HandlerFunc
		question string
		want     string
	}{
		{page("text/html", `"<script>alert(1)</script>"`), question, "application/json"},
		{page("", `"<script>alert(1)</script>"`), streamQuestion, "application/json"},
		{page("text/event-stream; charset=utf-7", piece1+done), streamQuestion, "text/event-stream"},
		{page("text/html", "<html>"), question, "application/json"},
	} {
		url, _, _ := start(t, 0, time.Minute, test.handler)
		response, body := post(t, url, test.question)
		if got := response.Header["Content-Type"]; len(got) != 1 || got[0] != test.want || response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: header %v", body, response.Header)
		}
	}
	url, _, _ := start(t, 0, time.Minute, answer(200, `{}`))
	for _, path := range []string{"/", "/status", "/metrics", "/nowhere", "/provider/reset"} {
		response, err := http.Get(strings.TrimSuffix(url, "/v1/chat/completions") + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: header %v", path, response.Header)
		}
	}
}
