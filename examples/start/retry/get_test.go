package retry

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// server answers requests without a network.
type server func(*http.Request) (status int, err error)

func (s server) RoundTrip(r *http.Request) (*http.Response, error) {
	status, err := s(r)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Body: io.NopCloser(strings.NewReader("hello"))}, nil
}

func TestGet(t *testing.T) {
	asked := 0
	busy := func(*http.Request) (int, error) {
		if asked++; asked < 3 {
			return http.StatusServiceUnavailable, nil
		}
		return http.StatusOK, nil
	}
	silent := func(r *http.Request) (int, error) { <-r.Context().Done(); return 0, r.Context().Err() }
	gone := func(*http.Request) (int, error) { return http.StatusNotFound, nil }
	for name, test := range map[string]struct {
		server server
		want   string
		takes  time.Duration
	}{
		"busy":   {busy, "hello", 1200 * time.Millisecond},
		"silent": {silent, "attempt: timer Asking.TooLate is over", 4*5*time.Second + 2800*time.Millisecond},
		"gone":   {gone, "the server says Not Found", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock does not wait
				began := time.Now()
				body, err := Get(t.Context(), &http.Client{Transport: test.server}, "http://example.com")
				got := string(body)
				if err != nil {
					got = err.Error()
				}
				if took := time.Since(began); got != test.want || took != test.takes {
					t.Errorf("%q after %v, want %q after %v", got, took, test.want, test.takes)
				}
			})
		})
	}
}
