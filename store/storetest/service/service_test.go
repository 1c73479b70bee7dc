package main

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/service/order"
)

// TestService orders, pays, and repeats requests, over HTTP.
func TestService(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "orders.db")+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	orders, err := store.Open(t.Context(), db, store.SQLite, order.Kind{})
	if err != nil {
		t.Fatal(err)
	}
	defer orders.Close()
	// A row that cannot be read does not hide the others.
	if _, err := db.Exec("INSERT INTO fsm_machine VALUES ('Order', '0', 1, 'Cancelled', 'cancelled', '{}', '2026-11-22T10:00:00.000000Z', '2026-11-22T10:00:00.000000Z')"); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	charged, mails := map[string]int{}, 0
	s := &service{
		orders: orders,
		charge: func(_ context.Context, key string, cents int) error {
			mu.Lock()
			defer mu.Unlock()
			charged[key]++
			switch {
			case charged[key] == 1:
				return errors.New("the bank does not answer")
			case strings.HasPrefix(key, "Order/2/2/"):
				return errNoMoney
			}
			return nil
		},
		mail: func(...any) { mu.Lock(); defer mu.Unlock(); mails++ },
	}
	server := httptest.NewServer(s.handler())
	defer server.Close()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- orders.Worker(s.deliver, store.WithPoll(5*time.Millisecond), store.WithBackoff(time.Millisecond, time.Millisecond)).Run(ctx)
	}()
	// The client of order 1 has chosen the key of the first delivery.
	for _, request := range []struct {
		method, path, key, body string
		status                  int
		want                    string
	}{
		{"PUT", "1", "", `{"cents":700}`, 200, `"state":"Open"`},
		{"PUT", "1", "", "", 409, "already exists"},
		{"PUT", "2", "", "", 200, `"Open"`},
		{"PUT", "3", "", "", 200, `"Open"`},
		{"PUT", "4", "", `{"cents":0}`, 400, "the parameters: order: cents is 0"},
		{"PUT", "4", "", "[", 400, "the body"},
		{"PUT", "4", "", `{"cent":7}`, 400, `unknown field "cent"`},
		{"PUT", "4", "", `null`, 400, "want one JSON object without null"},
		{"PUT", "4", "", `{"cents":7} {}`, 400, "want one JSON object"},
		{"PUT", "4", "", `{"cents":7}]`, 400, "want one JSON object"},
		{"PUT", "4", "", `{"cents":null}`, 400, "want one JSON object without null"},
		{"POST", "1/Pay", "", "null", 400, "want an object"},
		{"GET", "1", "", "", 200, `"next":["Pay","Cancel"]`},
		{"GET", "4", "", "", 404, `there is no Order "4"`},
		{"POST", "1/Pay", "Order/1/2/0", "{}", 200, `"state":"Paying"`},
		{"POST", "1/Pay", "Order/1/2/0", "", 200, `"revision":`},
		{"POST", "1/Cancel", "Order/1/2/0", "", 409, "key"},
		{"POST", "1/Charged", "", "", 400, `"Charged" is not one of [Pay Cancel]`},
		{"POST", "1/Expire", "", "", 400, "is not one of"},
		{"POST", "1/Fly", "", "", 400, "Fly"},
		{"POST", "1/Pay", "", "{", 400, "not valid JSON"},
		{"POST", "2/Pay", "", "", 200, `"state":"Paying"`},
		{"POST", "3/Cancel", "", "", 200, `"outcome":"cancelled"`},
		{"POST", "3/Pay", "", "", 409, "Cancelled"},
		{"GET", "3", "", "", 200, `"next":[]`},
		{"GET", "3/history", "", "", 200, `"event":"Cancel"`},
		{"GET", "5/history", "", "", 404, "5"},
		{"GET", "?state=Cancelled", "", "", 200, `[{"id":"3","revision":2`},
		{"GET", "?state=Cancelled&after=3", "", "", 200, `[]`},
		{"GET", "", "", "", 200, `[{"id":"1"`},
		{"GET", "?after=%00", "", "", 400, "the ID contains a NUL character"},
		{"GET", "?state=Fly", "", "", 400, "store: Order: the state: order: unknown state"},
	} {
		r, err := http.NewRequestWithContext(ctx, request.method, strings.TrimSuffix(strings.ReplaceAll(server.URL+"/orders/"+request.path, "/?", "?"), "/"), strings.NewReader(request.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Idempotency-Key", request.key)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != request.status || !strings.Contains(string(body), request.want) {
			t.Errorf("%+v: %d %s, %v", request, response.StatusCode, body, err)
		}
	}
	done := func() bool {
		one, err1 := orders.Get(ctx, "1")
		two, err2 := orders.Get(ctx, "2")
		mu.Lock()
		defer mu.Unlock()
		return err1 == nil && err2 == nil && one.State == "Paid" && two.State == "Open" && mails == 2
	}
	for until := time.Now().Add(30 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the orders are not paid")
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := charged["Order/1/2/0"]; n != 2 || len(charged) != 2 {
		t.Errorf("charged %v", charged)
	}
}

// TestOtherSite sends an event from a page of another site.
func TestOtherSite(t *testing.T) {
	r, w := httptest.NewRequest("POST", "/orders/1/Pay", nil), httptest.NewRecorder()
	r.Header.Set("Origin", "https://evil.example")
	defer func() {
		if err := recover(); err != nil || w.Code != http.StatusForbidden {
			t.Errorf("status %d, %v", w.Code, err)
		}
	}()
	(&service{}).handler().ServeHTTP(w, r) // without a store, so an event is a panic
}

// TestPage wants the documentation to have the files of this package.
func TestPage(t *testing.T) {
	var docs strings.Builder
	for _, name := range []string{"services.md", "database.md", "actions.md", "operations.md"} {
		page, err := os.ReadFile("../../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		docs.Write(page)
	}
	for file, start := range map[string]string{"service.go": "package main", "order/order.fsm.yaml": "machine:", "example_test.go": "func Example"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := codeLines(string(text)); file == "service.go" && n > 125 {
			t.Errorf("%s has %d lines of code, the page says at most 125", file, n)
		}
		_, rest, _ := strings.Cut(string(text), start)
		for i, part := range strings.Split(rest, "\n"+start) {
			if part = strings.ReplaceAll(start+part, "github.com/fsmgen/fsmgen/store/storetest/service/order", "example.com/service/order"); !strings.Contains(docs.String(), strings.TrimSpace(part)) {
				t.Errorf("the guides do not have part %d of %s:\n%s", i, file, part)
			}
		}
	}
}

// codeLines counts the lines of a Go file after its imports that are not empty or comments.
func codeLines(text string) (n int) {
	_, text, _ = strings.Cut(text, "\n)\n")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// TestUnknownOutput wants an output that deliver does not know to be an error: it must not be lost.
func TestUnknownOutput(t *testing.T) {
	if err := (&service{}).deliver(t.Context(), store.Delivery[order.Output]{}); err == nil {
		t.Error("no error")
	}
}

// TestStop stops the program while it works, and starts it where the port is taken.
func TestStop(t *testing.T) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	file, addr := filepath.Join(t.TempDir(), "orders.db"), listener.Addr().String()
	taken, end := context.WithCancel(t.Context())
	if err := run(taken, end, addr, file); err == nil || !strings.Contains(err.Error(), addr) {
		t.Errorf("the port is taken: %v", err)
	}
	listener.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	go func() { ended <- run(ctx, stop, addr, file) }()
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		response, err := http.Get("http://" + addr + "/orders")
		if err == nil {
			response.Body.Close()
			break
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// exampleStore returns an empty store.
func exampleStore(options ...store.Option) (*sql.DB, *store.Store[*order.Machine, order.Params, order.Input, order.Output]) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1) // Each connection has a database of its own.
	orders, err := store.Open(context.Background(), db, store.SQLite, order.Kind{}, options...)
	if err != nil {
		panic(err)
	}
	return db, orders
}
