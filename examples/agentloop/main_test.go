package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Example runs the demo, which uses no network.
func Example() {
	run(context.Background(), nil, os.Getenv, os.Stdout, os.Stderr)
	// Output:
	// It is a long book, and I know its beginning.
	// capped by Steps after 6 model calls and 7 tool calls; 14 messages kept
}

// TestServer has a model over HTTP list a folder, and read a file and what is no file.
func TestServer(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("forty-two\xff"), 0o600); err != nil {
		t.Fatal(err)
	}
	var results []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var asked struct {
			Model    string
			Messages []struct{ Role, Content string }
		}
		if err != nil || json.Unmarshal(body, &asked) != nil || asked.Model != "m" || r.Header.Get("Authorization") != "Bearer sk-1" {
			t.Errorf("bad request %s, %v", body, err)
		}
		if len(asked.Messages) == 2 {
			_, _ = io.WriteString(w, `{"choices":[{"message":{"content":null,"tool_calls":[`+call("list", `{}`)+","+call("read", `{"name":"a.txt"}`)+
				","+call("read", `{"name":"../x"}`)+","+call("read", `{"name":"."}`)+","+call("read", `5`)+`]}}]}`)
			return
		}
		for _, m := range asked.Messages[3:] {
			results = append(results, m.Content)
		}
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"42"}}]}`)
	}))
	defer server.Close()
	var stdout, stderr bytes.Buffer
	getenv := func(name string) string { return map[string]string{"AGENTLOOP_KEY": "sk-1"}[name] }
	status := run(t.Context(), []string{"-url", server.URL, "-model=m", "-dir", dir, "What is the answer?"}, getenv, &stdout, &stderr)
	if want := "42\nanswered after 2 model calls and 5 tool calls; 9 messages kept\n"; status != 0 || stdout.String() != want || stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q:\n%s", status, stderr.String(), stdout.String())
	}
	for i, want := range []string{"a.txt", "forty-two?", "escapes", "not a file", "cannot unmarshal"} {
		if i >= len(results) || !strings.Contains(results[i], want) {
			t.Errorf("result %d of %q lacks %q", i, results, want)
		}
	}
}

func call(name, args string) string {
	return fmt.Sprintf(`{"type":"function","function":{"name":%q,"arguments":%q}}`, name, args)
}

func TestExitStatus(t *testing.T) {
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	defer down.Close()
	for _, test := range []struct {
		args   []string
		status int
		stderr string
	}{
		{[]string{"-h"}, 0, "usage: agentloop"},
		{[]string{"-x"}, 2, "usage: agentloop"},
		{[]string{"-url=http://x", "-model=m"}, 2, "usage: agentloop"},
		{[]string{"-model=m", "question"}, 2, "usage: agentloop"},
		{[]string{"question"}, 2, "usage: agentloop"},
		{[]string{"-url=ftp://x", "-model=m", "question"}, 1, "must start with http"},
		{[]string{"-url=http://x", "-model=m", "-dir=nowhere", "question"}, 1, "nowhere"},
		{[]string{"-url=" + down.URL, "-model=m", "question"}, 1, "status 401"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), test.args, os.Getenv, &stdout, &stderr)
		if status != test.status || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%q: status %d, want %d; stderr %q", test.args, status, test.status, stderr.String())
		}
	}
}
