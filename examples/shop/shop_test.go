package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// start serves a shop with the database that source names, and n orders of version 1.
func start(t *testing.T, source string, n int) (*httptest.Server, *orders) {
	t.Helper()
	db, dialect, err := open(source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := seed(t.Context(), db, dialect, n); err != nil {
		t.Fatal(err)
	}
	shop, err := store.Open(t.Context(), db, dialect, order.Kind{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shop.Close)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- shop.Worker(partners{shop}.deliver, store.WithPoll(20*time.Millisecond)).Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	server := httptest.NewServer(handler(shop, "localhost:8080", slog.New(slog.DiscardHandler)))
	t.Cleanup(server.Close)
	return server, shop
}

// call sends a request with a JSON body, and returns the answer if it has the status.
func call(t *testing.T, want int, method, url, key, body string) view {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != want {
		t.Errorf("%s %s %s: %s: %s", method, url, body, response.Status, text)
	}
	var v struct {
		view
		Machine json.RawMessage `json:"machine"`
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v.view
}

// await waits until an order is in a state.
func await(t *testing.T, url string, want order.State) view {
	t.Helper()
	for range 500 {
		v := call(t, http.StatusOK, "GET", url, "", "")
		if v.State == want.String() {
			return v
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s is not in state %v after 10 seconds", url, want)
	return view{}
}

// TestDelivered takes an order from the basket to the door. The client repeats each request.
func TestDelivered(t *testing.T) { each(t, testDelivered) }

func testDelivered(t *testing.T, source string) {
	server, _ := start(t, source, 0)
	url := server.URL + "/api/orders/1"
	call(t, http.StatusCreated, "PUT", url, "", `{"item": "pot", "quantity": 2, "price": 500}`)
	call(t, http.StatusConflict, "PUT", url, "", `{"item": "pot", "quantity": 2, "price": 500}`)
	call(t, http.StatusOK, "POST", url+"/events", "a", `{"event": "Pay"}`)
	if v := call(t, http.StatusOK, "POST", url+"/events", "a", `{"event": "Pay"}`); !v.Repeated {
		t.Errorf("the repetition of an event with a key gives %+v", v)
	}
	await(t, url, order.StatePacking)
	call(t, http.StatusConflict, "POST", url+"/events", "a", `{"event": "Cancel"}`)
	for _, e := range []string{`{"event": "Dispatched", "payload": {"tracking": "T 1"}}`, `{"event": "Delivered"}`, `{"event": "Return"}`} {
		call(t, http.StatusOK, "POST", url+"/events", e, e)
		call(t, http.StatusOK, "POST", url+"/events", e, e)
	}
	if v := await(t, url, order.StateRefunded); v.Outcome != "refunded" || len(v.Next) != 0 {
		t.Errorf("the order ends as %+v", v)
	}
}

// TestDeclined pays until no attempt is left.
func TestDeclined(t *testing.T) { each(t, testDeclined) }

func testDeclined(t *testing.T, source string) {
	server, _ := start(t, source, 0)
	url := server.URL + "/api/orders/1"
	call(t, http.StatusCreated, "PUT", url, "", `{"item": "pot", "quantity": 1, "price": 13}`)
	for i := range 3 {
		await(t, url, order.StateBasket)
		call(t, http.StatusOK, "POST", url+"/events", fmt.Sprint(i), `{"event": "Pay"}`)
	}
	await(t, url, order.StateCancelled)
}

// TestRefused sends what the API must refuse, and nothing changes.
func TestRefused(t *testing.T) { each(t, testRefused) }

func testRefused(t *testing.T, source string) {
	server, _ := start(t, source, 0)
	url := server.URL + "/api/orders/1"
	call(t, http.StatusCreated, "PUT", url, "", `{"item": "pot", "quantity": 2, "price": 500}`)
	for _, test := range []struct {
		status            int
		method, url, body string
	}{
		{http.StatusNotFound, "GET", "/2", ""},
		{http.StatusNotFound, "GET", "/2/history", ""},
		{http.StatusBadRequest, "GET", "?state=Nowhere", ""},
		{http.StatusNotFound, "POST", "/2/events", `{"event": "Pay"}`},
		{http.StatusBadRequest, "PUT", "/2", `{"item": "pot", "quantity": 0}`},
		{http.StatusBadRequest, "PUT", "/2", `{"item": "pot", "color": "red"}`},
		{http.StatusBadRequest, "PUT", "/2", `{`},
		{http.StatusBadRequest, "PUT", "/" + strings.Repeat("x", 10_000), `{"item": "pot", "price": 500}`},
		{http.StatusBadRequest, "PUT", "/a%00b", `{"item": "pot", "price": 500}`},
		{http.StatusBadRequest, "POST", "/1/events", `{"event": "Steal"}`},
		{http.StatusBadRequest, "POST", "/1/events", `{"event": "Pay", "payload": {"amount": 0}}`},
		{http.StatusBadRequest, "POST", "/1/events", `{"event": "Declined", "payload": {}}`},
		{http.StatusBadRequest, "POST", "/1/events", `{"event": "Expire"}`}, // only a timer raises it
		{http.StatusConflict, "POST", "/1/events", `{"event": "Delivered"}`},
	} {
		call(t, test.status, test.method, server.URL+"/api/orders"+test.url, "", test.body)
	}
	if v := call(t, http.StatusOK, "GET", url, "", ""); v.Revision != 1 {
		t.Errorf("the order is %+v", v)
	}
}

// TestOld continues orders of version 1, one in each state of a successful order, to their ends.
func TestOld(t *testing.T) { each(t, testOld) }

func testOld(t *testing.T, source string) {
	server, shop := start(t, source, 6)
	ways := map[string][]string{
		"Basket": {`{"event": "Pay"}`}, "Packing": {`{"event": "Dispatched", "payload": {"tracking": "T"}}`},
		"Transit": {`{"event": "Delivered"}`}, "Arrived": {`{"event": "Return"}`},
	}
	found := map[string]bool{}
	for rec, err := range shop.List(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		url := server.URL + "/api/orders/" + rec.ID
		for range 500 {
			v := call(t, http.StatusOK, "GET", url, "", "")
			found[v.State] = true
			if v.Outcome != "" {
				break
			}
			for _, e := range ways[v.State] {
				call(t, http.StatusOK, "POST", url+"/events", v.State, e)
			}
			time.Sleep(10 * time.Millisecond)
		}
		if v := call(t, http.StatusOK, "GET", url, "", ""); v.Outcome != "refunded" {
			t.Errorf("the order %s of version 1 ends as %+v", rec.ID, v)
		}
	}
	if len(found) < 5 {
		t.Errorf("the orders were in the states %v", found)
	}
}

// TestDiagram checks that the nodes of the diagram have the numbers of the states.
func TestDiagram(t *testing.T) {
	for _, s := range order.States() {
		want := fmt.Sprintf("<g id=\"node%d\" class=\"node\">\n<title>n%d</title>", node(s), int(s))
		_, after, ok := strings.Cut(drawing, want)
		if !ok || !strings.Contains(strings.SplitN(after, "</g>", 2)[0], ">"+s.String()+"</text>") {
			t.Errorf("the diagram has no %q of %v", want, s)
		}
	}
}

// TestFlags runs the program with wrong flags.
func TestFlags(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"-old", "-1"}, {"more"}} {
		var stderr bytes.Buffer
		if status := run(t.Context(), args, &stderr); status != 2 || stderr.Len() == 0 {
			t.Errorf("%q: exit status %d, %s", args, status, &stderr)
		}
	}
}
