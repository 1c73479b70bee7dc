package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// lockedBuffer is a buffer that a server writes while a test reads.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// TestExploreHosts asks the server of a page with other names, and reads the headers of all answers.
func TestExploreHosts(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "door.fsm.yaml", "machine: Door\nevents: {Open: {}}\ninitial: Closed\nterminal: {done: [Ajar]}\nstates:\n  Closed: {on: {Open: Ajar}}\n  Ajar: {}\n")
	for _, test := range []struct {
		address, host string
		status        int
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", 200}, {"127.0.0.1:8080", "localhost:8080", 200}, {"127.0.0.1:8080", "LOCALHOST:8080", 200},
		{"127.0.0.1:80", "127.0.0.1", 200}, {"127.0.0.1:80", "localhost", 200}, {"[::1]:80", "[::1]", 200}, {"[::1]:8080", "[::1]:8080", 200},
		{"127.0.0.1:8080", "127.0.0.1", 403}, {"127.0.0.1:8080", "evil.example:8080", 403}, {"127.0.0.1:8080", "localhost.evil.example:8080", 403},
		{"127.0.0.1:80", "evil.example", 403}, {"127.0.0.1:8080", "", 403},
	} {
		s := (&served{explorer: &explorer{spec: "door.fsm.yaml"}}).server(t.Context(), test.address)
		if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.IdleTimeout <= 0 || s.WriteTimeout <= 0 {
			t.Errorf("%+v", s)
		}
		for _, path := range []string{"/stamp", "/nowhere"} {
			r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
			r.Host = test.host
			s.Handler.ServeHTTP(w, r)
			want := test.status
			if path == "/nowhere" && want == 200 {
				want = 404
			}
			if w.Code != want || w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s at %s, %s: status %d, header %v, want %d", path, test.address, test.host, w.Code, w.Header(), want)
			}
		}
	}
}

// TestExploreServe changes a spec while its page is served.
func TestExploreServe(t *testing.T) {
	t.Chdir(t.TempDir())
	const door = "machine: Door\nevents: {Open: {}}\ninitial: Closed\nterminal: {done: [Ajar]}\nstates:\n  Closed: {on: {Open: Ajar}}\n  Ajar: {}\n"
	write(t, "door.fsm.yaml", door)
	ctx, cancel := context.WithCancel(t.Context())
	var out lockedBuffer
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"explore", "--serve", "door.fsm.yaml"}, stdio{nil, &out, io.Discard})
	}()
	var base string
	for range 500 {
		if base = regexp.MustCompile(`http://[^;]+/`).FindString(out.String()); base != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	get := func(path, host string) (int, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			request.Host = host
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	_, page := get("", "")
	_, stamp := get("stamp", "")
	if !strings.Contains(page, "connect-src 'self'") || !strings.Contains(page, `"stamp":"`+stamp+`"`) {
		t.Errorf("the page does not have the stamp %s:\n%.600s", stamp, page)
	}
	write(t, "door.fsm.yaml", strings.ReplaceAll(door, "Ajar", "WideOpen"))
	if _, after := get("stamp", ""); after == stamp {
		t.Error("the stamp is the same after a change")
	}
	if _, page = get("", ""); !strings.Contains(page, "WideOpen") {
		t.Error("the page is the old one after a change")
	}
	write(t, "door.fsm.yaml", strings.Replace(door, "Open: Ajar", "Open: <b>", 1))
	if _, page = get("", ""); !strings.Contains(page, "The spec has errors") || strings.Contains(page, "<b>") {
		t.Errorf("a spec with errors:\n%s", page)
	}
	if err := os.Remove("door.fsm.yaml"); err != nil {
		t.Fatal(err)
	}
	if _, page = get("", ""); !strings.Contains(page, "door.fsm.yaml") {
		t.Errorf("a spec that is gone:\n%s", page)
	}
	if status, _ := get("", "evil.example"); status != http.StatusForbidden {
		t.Errorf("another host: %d", status)
	}
	if status, _ := get("other", ""); status != http.StatusNotFound {
		t.Errorf("another path: %d", status)
	}
	cancel()
	if code := <-done; code != exitFine {
		t.Errorf("exit code %d", code)
	}
}
