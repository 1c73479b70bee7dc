package main

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/service/order"
)

// TestRevision has two clients who have seen the same order: the second one is told that it has changed.
func TestRevision(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "orders.db")+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := &service{charge: func(context.Context, string, int) error { return nil }, mail: func(...any) {}}
	if s.orders, err = store.Open(t.Context(), db, store.SQLite, order.Kind{}); err != nil {
		t.Fatal(err)
	}
	defer s.orders.Close()
	server := httptest.NewServer(s.handler())
	defer server.Close()
	ask := func(method, path, match, key string) (status int, tag, body string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-Match", match)
		r.Header.Set("Idempotency-Key", key)
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Body.Close()
		text, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return w.StatusCode, w.Header.Get("ETag"), string(text)
	}
	for _, test := range []struct {
		method, path, match, key string
		status                   int
		tag, body                string
	}{
		{"PUT", "/orders/1", "", "", 200, `"1"`, `"state":"Open"`},
		{"PUT", "/orders/1", "", "", 409, "", "exists"},
		{"GET", "/orders/1", "", "", 200, `"1"`, `"state":"Open"`},
		{"GET", "/orders/2", "", "", 404, "", ""},
		{"POST", "/orders/1/Pay", `"7"`, "", 412, "", "revision"},
		{"POST", "/orders/1/Pay", "seven", "", 400, "", "invalid syntax"},
		{"POST", "/orders/1/Buy", "", "", 400, "", ""},
		{"POST", "/orders/1/Pay", `"1"`, "click", 200, `"2"`, `"state":"Paying"`},
		{"POST", "/orders/1/Cancel", `"1"`, "", 412, "", "revision"},
		{"POST", "/orders/1/Pay", `"1"`, "click", 200, `"2"`, `"state":"Paying"`}, // the answer was lost
		{"POST", "/orders/1/Pay", "", "", 409, "", "illegal"},
		{"GET", "/orders/1/history", "", "", 200, `"2"`, `"event":"Pay"`},
	} {
		status, tag, body := ask(test.method, test.path, test.match, test.key)
		if status != test.status || tag != test.tag || !strings.Contains(body, test.body) {
			t.Errorf("%s %s: %d %s %s, want %d %s %s", test.method, test.path, status, tag, body, test.status, test.tag, test.body)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	s.mail = func(...any) { stop() }
	if err := s.orders.Worker(s.deliver, store.WithPoll(5*time.Millisecond)).Run(ctx); err != nil {
		t.Fatal(err)
	}
	if _, tag, body := ask("GET", "/orders/1", "", ""); tag != `"3"` || !strings.Contains(body, `"state":"Paid"`) {
		t.Errorf("in the end %s %s", tag, body)
	}
}

// TestLines holds the length of the program, without its imports.
func TestLines(t *testing.T) {
	text, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "\n)\n")
	if n := strings.Count(body, "\n"); n > 90 {
		t.Errorf("%d lines", n)
	}
}
