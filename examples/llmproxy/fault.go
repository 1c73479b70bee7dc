package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// fault is a behavior of an upstream.
type fault struct {
	name  string
	serve func(f *faulty, w http.ResponseWriter, r *http.Request, q faultyRequest)
}

// faultyRequest is a request of the campaign; User names it.
type faultyRequest struct {
	User   string `json:"user"`
	Stream bool   `json:"stream"`
}

// faulty is an upstream of the campaign. The fault for a request depends on the seed, the request, and the
// number of its previous attempts.
type faulty struct {
	name    string
	seed    uint64
	timeout time.Duration // of an attempt of the proxy
	mu      sync.Mutex
	came    map[string]int // requests, by User
	served  map[string]int // by name of the fault
}

func newFaulty(name string, seed uint64, timeout time.Duration) *faulty {
	return &faulty{name: name, seed: seed, timeout: timeout, came: map[string]int{}, served: map[string]int{}}
}

// ServeHTTP implements http.Handler.
func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q faultyRequest
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body) // then the server watches the connection
	f.mu.Lock()
	f.came[q.User]++
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%d %s %s %d", f.seed, f.name, q.User, f.came[q.User])
	chosen := f.choose(q, mix(hash.Sum64()))
	f.served[chosen.name]++
	f.mu.Unlock()
	chosen.serve(f, w, r, q)
}

// mix spreads a hash over all its bits (the finalizer of SplitMix64).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// choose returns the fault for a request: in one of eight blocks of 100 requests, it is always 429, as in
// a storm; otherwise, in a third of all cases, the upstream behaves correctly.
func (f *faulty) choose(q faultyRequest, chance uint64) fault {
	var number uint64
	_, _ = fmt.Sscan(q.User, &number)
	if mix(f.seed+number/100)%8 == 0 {
		return fault{"429 in a storm", serveStatus(429, `{"error":{"message":"storm"}}`, "0")}
	}
	all := faults()
	if chance%3 == 0 {
		return all[0]
	}
	return all[chance/3%uint64(len(all))]
}

// faults returns all behaviors; the first one is correct.
func faults() []fault {
	return []fault{
		{"good", serveGood},
		{"429", serveStatus(429, `{"error":{"message":"slow down","code":"rate_limit_exceeded"}}`, "")},
		{"429, come back in an hour", serveStatus(429, `{}`, "3600")},
		{"500", serveStatus(500, "oops", "")},
		{"503", serveStatus(503, "", "0")},
		{"404", serveStatus(404, `{"error":{"message":"no such model"}}`, "")},
		{"context length", serveStatus(400, `{"error":{"message":"too long","code":"context_length_exceeded"}}`, "")},
		{"401", serveStatus(401, `{"error":{"message":"bad key"}}`, "")},
		{"redirect", func(_ *faulty, w http.ResponseWriter, r *http.Request, _ faultyRequest) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{"slow header", func(f *faulty, w http.ResponseWriter, r *http.Request, q faultyRequest) {
			if f.pause(r, 2*f.timeout) {
				serveGood(f, w, r, q)
			}
		}},
		{"hanging socket", func(f *faulty, _ http.ResponseWriter, r *http.Request, _ faultyRequest) {
			<-r.Context().Done()
		}},
		{"hangs in the body", servePart(func(f *faulty, r *http.Request, _ net.Conn) { f.pause(r, 20*f.timeout) })},
		{"reset in the body", servePart(func(_ *faulty, _ *http.Request, c net.Conn) { reset(c) })},
		{"cut body", servePart(func(*faulty, *http.Request, net.Conn) {})},
		{"reset at once", serveRaw(func(c net.Conn) { reset(c) })},
		{"closed at once", serveRaw(func(net.Conn) {})},
		{"not HTTP", serveRaw(func(c net.Conn) { _, _ = io.WriteString(c, "\x00\x01 hello\r\n\r\n") })},
		{"header without end", serveRaw(func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Ty") })},
		{"not JSON", serveStatus(200, "<html>", "")},
		{"empty", serveStatus(200, "", "")},
		{"first event is an error", serveEvents(`data: {"error":{"message":"overloaded","code":529}}`)},
		{"first event is not JSON", serveEvents("data: {")},
		{"no [DONE]", func(_ *faulty, w http.ResponseWriter, _ *http.Request, q faultyRequest) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, event(q.User, 0)+event(q.User, 1))
		}},
	}
}

// streamPieces is how many events a good stream has.
const streamPieces = 5

func event(user string, n int) string {
	return fmt.Sprintf("data: {\"id\":%q,\"piece\":%d}\n\n", user, n)
}

func serveGood(_ *faulty, w http.ResponseWriter, _ *http.Request, q faultyRequest) {
	if !q.Stream {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":%q}`, q.User)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, ": keep-alive\n\n")
	for n := range streamPieces {
		_, _ = io.WriteString(w, event(q.User, n))
		w.(http.Flusher).Flush()
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
}

func serveStatus(status int, body, after string) func(*faulty, http.ResponseWriter, *http.Request, faultyRequest) {
	return func(_ *faulty, w http.ResponseWriter, _ *http.Request, _ faultyRequest) {
		w.Header().Set("Content-Type", "application/json")
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func serveEvents(text string) func(*faulty, http.ResponseWriter, *http.Request, faultyRequest) {
	return func(_ *faulty, w http.ResponseWriter, _ *http.Request, _ faultyRequest) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, text+"\n\n")
	}
}

// serveRaw hijacks the connection, and closes it afterwards.
func serveRaw(do func(net.Conn)) func(*faulty, http.ResponseWriter, *http.Request, faultyRequest) {
	return func(_ *faulty, w http.ResponseWriter, _ *http.Request, _ faultyRequest) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer connection.Close()
		do(connection)
	}
}

// servePart sends the beginning of a correct answer, and then something else.
func servePart(then func(*faulty, *http.Request, net.Conn)) func(*faulty, http.ResponseWriter, *http.Request, faultyRequest) {
	return func(f *faulty, w http.ResponseWriter, r *http.Request, q faultyRequest) {
		serveRaw(func(c net.Conn) {
			if q.Stream {
				text := event(q.User, 0) + event(q.User, 1) + "data: {\"id\""
				_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(text), text)
			} else {
				_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"id\":%q", q.User)
			}
			// Otherwise what was sent would be lost with the reset.
			time.Sleep(time.Millisecond)
			then(f, r, c)
		})(f, w, r, q)
	}
}

// reset resets a connection, so that the other side gets an error.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

// pause waits, and reports whether the client is still there.
func (f *faulty) pause(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
