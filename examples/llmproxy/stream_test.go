package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const streamQuestion = `{"model":"m","stream":true}`

// events returns a handler that streams these texts, each at once.
func events(texts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, text := range texts {
			_, _ = io.WriteString(w, text)
			w.(http.Flusher).Flush()
		}
	}
}

// abort is events whose connection then breaks.
func abort(texts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		events(texts...)(w, r)
		panic(http.ErrAbortHandler)
	}
}

// stall is events that are followed by nothing.
func stall(texts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		events(texts...)(w, r)
		<-r.Context().Done()
	}
}

const (
	piece1 = "data: {\"n\":1}\n\n"
	piece2 = "data: {\"n\":2}\n\n"
	done   = "data: [DONE]\n\n"
)

// readStream sends the question and reads the answer as far as it comes.
func readStream(t *testing.T, url string) (*http.Response, string, error) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(streamQuestion))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response, string(text), err
}

func TestStreamEnds(t *testing.T) {
	const broken = "\n\ndata: {\"error\":{\"message\":\"the answer broke off: $\",\"type\":\"upstream_error\",\"code\":\"stream_broken\"}}\n\n"
	say := func(why string) string { return strings.Replace(broken, "$", why, 1) }
	tests := []struct {
		name    string
		handler http.HandlerFunc
		want    string
		end     string
	}{
		{"complete", events(piece1, piece2, done), piece1 + piece2 + done, streamComplete},
		{"at once", events(piece1 + done), piece1 + done, streamComplete},
		{"nothing but the end", events(done), done, streamComplete},
		{"no empty line after the end", events(piece1, "data: [DONE]"), piece1 + "data: [DONE]", streamComplete},
		{"carriage returns", events("data: {}\r\n\r\n", "data:[DONE]\r\n\r\n"), "data: {}\r\n\r\ndata:[DONE]\r\n\r\n", streamComplete},
		{"keep-alive first", events(": wait\n\n", piece1, done), ": wait\n\n" + piece1 + done, streamComplete},
		{"error amid", events(piece1, `data: {"error":{}}`+"\n\n", done), piece1 + `data: {"error":{}}` + "\n\n" + done, streamComplete},
		{"no end", events(piece1, piece2), piece1 + piece2 + say("the stream ended without [DONE]"), streamBroken},
		{"reset", abort(piece1), piece1 + say("unexpected EOF"), streamBroken},
		{"cut in a line", abort(piece1, "data: {\"n"), piece1 + say("unexpected EOF"), streamBroken},
		{"stalls", stall(piece1), piece1 + say("no answer in time"), streamBroken},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			url, p, _ := start(t, 1, 300*time.Millisecond, test.handler, answer(200, `{"never":"asked"}`))
			response, text, err := readStream(t, url)
			if diff := cmp.Diff(test.want, text); diff != "" {
				t.Errorf("stream (-want +got):\n%s", diff)
			}
			// A stream that broke off must not end as a complete one does.
			if (err == nil) != (test.end == streamComplete) {
				t.Errorf("end of %s: error %v", test.end, err)
			}
			if response.StatusCode != 200 || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") || response.Header.Get(providerHeader) != "a" {
				t.Errorf("answer %d with header %v", response.StatusCode, response.Header)
			}
			if at := p.chain.Position().Index; (at == 1) != (test.end == streamBroken) {
				t.Errorf("the next request begins at %d", at)
			}
			if got := p.report().Streams; got[test.end] != 1 || len(got) != 1 {
				t.Errorf("streams counted: %v, want one that is %s", got, test.end)
			}
		})
	}
}

// TestStreamFallsBack has a first upstream that fails before anything of its
// answer has reached the client.
func TestStreamFallsBack(t *testing.T) {
	tests := []struct {
		name    string
		handler http.HandlerFunc
		reason  string
	}{
		{"status", answer(404, ""), "unknown_model"},
		{"no event", events(), "network"},
		{"comments alone", events(": wait\n\n", ": wait\n\n"), "network"},
		{"half an event", abort("data: {"), "network"},
		{"slow first event", stall(": wait\n\n"), "timeout"},
		{"error", events(`data: {"error":{"message":"full","code":"context_length_exceeded"}}` + "\n\n"), "context_length"},
		{"error with a status", events(`data: {"error":{"message":"slow down","code":429}}` + "\n\n"), "rate_limit"},
		{"error with a text", events(`data: {"error":{"message":"oops","code":"x"}}` + "\n\n"), "server_error"},
		{"not JSON", events("data: {\n\n"), "bad_answer"},
		{"no end of the first event", events("data: " + strings.Repeat("x", 2<<20)), "bad_answer"},
		{"page", answer(200, "<html>"), "bad_answer"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			url, _, r := start(t, 0, 200*time.Millisecond, test.handler, events(piece1, done))
			response, text, err := readStream(t, url)
			if err != nil || text != piece1+done || response.Header.Get(providerHeader) != "b" {
				t.Errorf("stream %q from %q, %v", text, response.Header.Get(providerHeader), err)
			}
			for _, o := range r.of(1) {
				if o.Failure != nil && string(o.Failure.Reason) != test.reason {
					t.Errorf("failure %v, want %s", o.Failure, test.reason)
				}
			}
			if steps := r.transitions(1); len(steps) < 5 {
				t.Errorf("transitions %v", steps)
			}
		})
	}
}

// TestWholeAnswerToStream has an upstream that does not stream.
func TestWholeAnswerToStream(t *testing.T) {
	url, _, _ := start(t, 0, time.Minute, answer(200, `{"id":"1"}`))
	response, text, err := readStream(t, url)
	if err != nil || text != `{"id":"1"}` || response.Header.Get("Content-Type") != "application/json" {
		t.Errorf("answer %q, %v, header %v", text, err, response.Header)
	}
}

// TestStreamIsNotHeldBack has an upstream that goes on only when the client has
// what came before.
func TestStreamIsNotHeldBack(t *testing.T) {
	got := make(chan struct{})
	url, _, _ := start(t, 0, time.Minute, func(w http.ResponseWriter, r *http.Request) {
		events(piece1)(w, r)
		<-got
		events(piece2)(w, r)
		<-got
		events(done)(w, r)
	})
	response, err := http.Post(url, "application/json", strings.NewReader(streamQuestion))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	reader := bufio.NewReader(response.Body)
	for _, want := range []string{piece1, piece2, done} {
		text := make([]byte, len(want))
		if _, err := io.ReadFull(reader, text); err != nil || string(text) != want {
			t.Fatalf("read %q, %v, want %q", text, err, want)
		}
		if want != done {
			got <- struct{}{}
		}
	}
}

// TestClientLeavesStream checks that the upstream learns of it.
func TestClientLeavesStream(t *testing.T) {
	left := make(chan struct{}, 1)
	url, p, _ := start(t, 0, time.Hour, func(w http.ResponseWriter, r *http.Request) {
		stall(piece1)(w, r)
		left <- struct{}{}
	})
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(streamQuestion))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.ReadFull(response.Body, make([]byte, len(piece1))); err != nil {
		t.Fatal(err)
	}
	cancel()
	receive(t, left)
	for deadline := time.Now().Add(patience); p.report().Streams[streamLeft] == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("streams counted: %v", p.report().Streams)
		}
	}
}

// TestRelayLastPiece has the last lines come in one read with the end.
func TestRelayLastPiece(t *testing.T) {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF} {
		w := httptest.NewRecorder()
		how, err := relay(w, []byte(piece1), iotest.DataErrReader(io.MultiReader(strings.NewReader(piece2+"data: {"), iotest.ErrReader(end))))
		if how != streamBroken || err == nil || !strings.HasPrefix(w.Body.String(), piece1+piece2+"\n\ndata: {\"error\"") {
			t.Errorf("%v: %s, %v, stream %q", end, how, err, w.Body.String())
		}
	}
}
