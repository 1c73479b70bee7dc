package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

const (
	question       = `{"model":"m"}`
	streamQuestion = `{"model":"m","stream":true}`
	piece1         = "data: {\"n\":1}\n\n"
	done           = "data: [DONE]\n\n"
)

func TestEventData(t *testing.T) {
	tests := []struct {
		text, data string
		ok         bool
	}{
		{"", "", false},
		{"data: 1", "", false},
		{"data: 1\n", "", false},
		{"data: 1\n\n", "1", true},
		{"data:1\n\nrest", "1", true},
		{"data: 1\r\n\r\n", "1", true},
		{"event: x\nid: 2\ndata: 1\n\n", "1", true},
		{"data: 1\ndata: 2\n\n", "12", true},
		{": ping\n\ndata: 1\n\n", "1", true},
		{": ping\n\n", "", false},
		{"event: x\n\n", "", false},
		{"data:  1\n\n", " 1", true},
	}
	for _, test := range tests {
		data, ok := eventData([]byte(test.text))
		if string(data) != test.data && ok || ok != test.ok {
			t.Errorf("eventData(%q) = %q, %t, want %q, %t", test.text, data, ok, test.data, test.ok)
		}
	}
}

// trackedBodies is a RoundTripper that counts the bodies not closed.
type trackedBodies struct {
	status int
	kind   string
	body   string
	open   int
}

type trackedBody struct {
	io.Reader
	transport *trackedBodies
}

func (b trackedBody) Close() error {
	b.transport.open--
	return nil
}

func (b *trackedBodies) RoundTrip(request *http.Request) (*http.Response, error) {
	if b.status == 0 {
		return nil, errors.New("no connection")
	}
	b.open++
	return &http.Response{StatusCode: b.status, Header: http.Header{"Content-Type": {b.kind}},
		Body: trackedBody{strings.NewReader(b.body), b}, Request: request}, nil
}

// TestBodiesAreClosed makes attempts with all kinds of ends.
func TestBodiesAreClosed(t *testing.T) {
	tests := []struct {
		status     int
		kind, body string
		streams    bool
	}{
		{0, "", "", false},
		{200, "application/json", "{}", false},
		{200, "application/json", "{", false},
		{429, "application/json", "{}", false},
		{200, "text/event-stream", piece1 + done, true},
		{200, "text/event-stream", "data: {\n\n", false},
		{200, "text/event-stream", "", false},
		{200, "text/event-stream", `data: {"error":{}}` + "\n\n", false},
	}
	for _, test := range tests {
		bodies := &trackedBodies{status: test.status, kind: test.kind, body: test.body}
		u := Upstream{Name: "a", Endpoint: "http://a"}
		response, err := u.complete(context.Background(), &http.Client{Transport: bodies}, time.Hour,
			&fallback.Request{Model: "m", Body: []byte(streamQuestion), Stream: true})
		if (err == nil && response.Rest != nil) != test.streams {
			t.Errorf("%+v: response %+v, error %v", test, response, err)
		}
		if test.streams {
			response.Rest.Close()
		}
		if bodies.open != 0 {
			t.Errorf("%+v: %d bodies are not closed", test, bodies.open)
		}
	}
}
