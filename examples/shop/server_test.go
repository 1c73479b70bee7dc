package main

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// shop returns the handler of a shop on SQLite with one order, its log, and a function that breaks its database.
func shop(t *testing.T) (h http.Handler, log *bytes.Buffer, breakIt func(statement string)) {
	t.Helper()
	db, dialect, err := open(filepath.Join(t.TempDir(), "shop.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	o, err := store.Open(t.Context(), db, dialect, order.Kind{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Close)
	if _, err := o.Create(t.Context(), "1", order.DefaultParams()); err != nil {
		t.Fatal(err)
	}
	log = new(bytes.Buffer)
	return handler(o, "shop.example:80", slog.New(slog.NewTextHandler(log, nil))), log, func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

// ask sends a request; a body is a form, or JSON for the API.
func ask(h http.Handler, method, target, host, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = host
	if !strings.HasPrefix(target, "/api") && method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestTimeouts wants a limit for each phase of a connection.
func TestTimeouts(t *testing.T) {
	s := newServer(nil, slog.New(slog.DiscardHandler))
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.WriteTimeout <= s.ReadTimeout || s.IdleTimeout <= 0 || s.MaxHeaderBytes <= 0 {
		t.Errorf("%+v", s)
	}
}

// TestHost sends requests with names that lead here (DNS rebinding), in all parts of the shop.
func TestHost(t *testing.T) {
	h, _, _ := shop(t)
	for host, want := range map[string]int{
		"localhost:8080": 200, "LOCALHOST": 200, "127.0.0.1": 200, "127.0.0.1:8080": 200, "[::1]:8080": 200, "[::1]": 200, "192.0.2.1:80": 200,
		"shop.example": 200, "SHOP.example:80": 200,
		"evil.example": 403, "evil.example:8080": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example": 403, "shop.example.evil": 403,
		"": 403, ":80": 403, "localhost:80:80": 403, "evil.example:80@localhost": 403,
	} {
		for _, path := range []string{"/", "/orders/1", "/style.css", "/api/orders", "/api/orders/1", "/nowhere"} {
			want := want
			if path == "/nowhere" && want == 200 {
				want = 404
			}
			w := ask(h, "GET", path, host, "")
			if w.Code != want || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
				!strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Errorf("%q%s: status %d, header %v, want %d", host, path, w.Code, w.Header(), want)
			}
		}
	}
	if w := ask(h, "POST", "/api/orders/1/events", "evil.example", `{"event": "Pay"}`); w.Code != 403 {
		t.Errorf("an event for another host: %d %s", w.Code, w.Body)
	}
	for addr, want := range map[string]bool{":8080": false, "0.0.0.0:8080": false, "": false, "shop:8080": true} {
		if ours("shop", addr) != want || ours("", addr) {
			t.Errorf("a shop that listens at %q: %t for the name shop, %t for none", addr, !want, ours("", addr))
		}
	}
}

// TestForms sends forms with errors: each is shown, and nothing changes.
func TestForms(t *testing.T) {
	h, _, _ := shop(t)
	long := strings.Repeat("x", maxBody+1)
	for _, test := range []struct {
		method, target, body string
		status               int
		want                 string
	}{
		{"GET", "/?state=%zz", "", 400, "invalid URL escape"},
		{"GET", "/?state=Nowhere", "", 400, "Nowhere"},
		{"GET", "/api/orders?state=%zz", "", 400, "invalid URL escape"},
		{"POST", "/orders", "id=2&item=pot&quantity=1&price=500&x=%zz", 400, "invalid URL escape"},
		{"POST", "/orders", "id=2&item=pot&quantity=1&price=500;x", 400, "invalid semicolon"},
		{"POST", "/orders", "id=2&quantity=1&price=500", 400, "item 0 times"},
		{"POST", "/orders", "id=2&item=pot&quantity=1&quantity=2&price=500", 400, "quantity 2 times"},
		{"POST", "/orders?id=2&item=pot&quantity=1&price=500", "", 400, "id 0 times"},
		{"POST", "/orders", "id=2&item=pot&quantity=x&price=y", 400, "quantity is not a number"},
		{"POST", "/orders", "id=2&item=pot&quantity=1&price=-1", 400, "price"},
		{"POST", "/orders", "id=2&quantity=1&price=500&item=" + long, 413, "too large"},
		{"POST", "/orders/1/Pay", "key=a&x=%zz", 400, "invalid URL escape"},
		{"POST", "/orders/1/Pay", "", 400, "key 0 times"},
		{"POST", "/orders/1/Pay", "key=a&x=" + long, 413, "too large"},
		{"POST", "/orders/1/Dispatched", "key=a", 400, "tracking 0 times"},
		{"POST", "/orders/1/Expire", "key=a", 400, "Expire"},
		{"POST", "/orders/1/Steal", "key=a", 404, "Steal"},
		{"POST", "/orders/2/Pay", "key=a", 404, "there is no"},
		{"POST", "/api/orders/1/events", `{"event": "` + long + `"}`, 413, "too large"},
		{"POST", "/api/orders/1/events", `{"event": "Pay"}` + strings.Repeat(" ", maxBody), 413, "too large"},
		{"POST", "/api/orders/1/events", `{"event": "Pay"}]`, 400, "invalid character"},
		{"PUT", "/api/orders/2", `{"item": "` + long + `"}`, 413, "too large"},
		{"POST", "/api/orders/1/events", `null`, 400, "want one JSON object"},
		{"POST", "/api/orders/1/events", `[]`, 400, "want one JSON object"},
		{"POST", "/api/orders/1/events", ``, 400, "want one JSON object"},
		{"POST", "/api/orders/1/events", `{}`, 400, "want the member event"},
		{"POST", "/api/orders/1/events", `{"event": null}`, 400, "want the member event"},
		{"POST", "/api/orders/1/events", `{"event": ""}`, 400, "unknown event"},
		{"POST", "/api/orders/1/events", `{"event": 0}`, 400, "cannot unmarshal number"},
		{"POST", "/api/orders/1/events", `{"event": "Pay", "payload": null}`, 400, "want an object"},
		{"PUT", "/api/orders/2", `null`, 400, "want one JSON object"},
		{"PUT", "/api/orders/2", `{}`, 400, "want the members item and price"},
		{"PUT", "/api/orders/2", `{"item": "pot"}`, 400, "want the members item and price"},
		{"PUT", "/api/orders/2", `{"item": null, "price": 500}`, 400, "want the members item and price"},
		{"PUT", "/api/orders/2", `{"item": "pot", "price": 500, "quantity": null}`, 400, "quantity is null"},
	} {
		w := ask(h, test.method, test.target, "localhost", test.body)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s %s %.60s: %d %.300s, want %d and %q", test.method, test.target, test.body, w.Code, w.Body, test.status, test.want)
		}
	}
	if w := ask(h, "GET", "/api/orders", "localhost", ""); strings.Count(w.Body.String(), `"revision":1`) != 1 {
		t.Errorf("the orders are %s", w.Body)
	}
}

// TestRedirect creates orders whose IDs look like other places.
func TestRedirect(t *testing.T) {
	h, _, _ := shop(t)
	for _, id := range []string{"../x", `..\..\evil.example`, "//evil.example", "../\\evil.example", "a?b#c"} {
		form := url.Values{"id": {id}, "item": {"pot"}, "quantity": {"1"}, "price": {"1"}}
		w := ask(h, "POST", "/orders", "localhost", form.Encode())
		if w.Code != http.StatusSeeOther {
			t.Errorf("%q: %d %s", id, w.Code, w.Body)
			continue
		}
		if seen := ask(h, "GET", w.Header().Get("Location"), "localhost", ""); seen.Code != 200 {
			t.Errorf("%q leads to %q: %d", id, w.Header().Get("Location"), seen.Code)
		}
	}
}

// TestDatabaseErrors breaks the database: the text of its errors is in the log only.
func TestDatabaseErrors(t *testing.T) {
	h, log, breakIt := shop(t)
	breakIt(`UPDATE fsm_machine SET snapshot = '{' WHERE id = '1'`)
	test := func(status int, secret string, except ...string) {
		t.Helper()
		for _, r := range [][3]string{
			{"GET", "/"}, {"GET", "/orders/1"}, {"POST", "/orders", "id=2&item=pot&quantity=1&price=500"}, {"POST", "/orders/1/Pay", "key=a"},
			{"GET", "/api/orders"}, {"GET", "/api/orders/1"}, {"GET", "/api/orders/1/history"}, {"PUT", "/api/orders/3", `{"item": "pot", "price": 500}`},
			{"POST", "/api/orders/1/events", `{"event": "Pay"}`},
		} {
			log.Reset()
			w := ask(h, r[0], r[1], "localhost", r[2])
			if body := w.Body.String(); strings.Contains(body, secret) || strings.Contains(body, "SQL") {
				t.Errorf("%s %s: %d %s", r[0], r[1], w.Code, body)
			}
			if w.Code >= 500 && !strings.Contains(log.String(), secret) {
				t.Errorf("%s %s: %d, and the log is %q", r[0], r[1], w.Code, log)
			}
			if status != 0 && w.Code != status {
				t.Errorf("%s %s: %d, want %d", r[0], r[1], w.Code, status)
			}
		}
	}
	test(0, "not valid JSON")
	breakIt("DROP TABLE fsm_machine")
	breakIt("DROP TABLE fsm_history")
	test(http.StatusInternalServerError, "no such table")
}
