package fallback_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestClassifyStatus(t *testing.T) {
	const (
		transient   = fallback.FailureClassTransient
		recoverable = fallback.FailureClassRecoverable
		fatal       = fallback.FailureClassFatal
	)
	tests := []struct {
		status int
		want   fallback.FailureClass
	}{
		{302, recoverable}, {400, recoverable}, {401, fatal}, {402, recoverable},
		{403, fatal}, {404, recoverable}, {408, transient}, {409, recoverable},
		{413, recoverable}, {422, recoverable}, {429, transient}, {499, recoverable},
		{500, transient}, {501, recoverable}, {502, transient}, {503, transient},
		{504, transient}, {505, recoverable}, {524, transient}, {529, transient},
		{599, transient}, {600, recoverable},
	}
	for _, test := range tests {
		err := &fallback.StatusError{Status: test.status}
		if got := fallback.Classify(err); got != test.want {
			t.Errorf("Classify(%v) = %v, want %v", err, got, test.want)
		}
		if got := fallback.Classify(fmt.Errorf("ask provider: %w", err)); got != test.want {
			t.Errorf("Classify(wrapped %v) = %v, want %v", err, got, test.want)
		}
	}
}

func TestClassifyError(t *testing.T) {
	tests := []struct {
		err  error
		want fallback.FailureClass
	}{
		{context.DeadlineExceeded, fallback.FailureClassTransient},
		{context.Canceled, fallback.FailureClassFatal},
		{io.ErrUnexpectedEOF, fallback.FailureClassTransient},
		{&net.DNSError{Err: "no such host", IsNotFound: true}, fallback.FailureClassTransient},
		{errors.New("answer is not JSON"), fallback.FailureClassRecoverable},
	}
	for _, test := range tests {
		for _, err := range []error{test.err, fmt.Errorf("ask provider: %w", test.err)} {
			if got := fallback.Classify(err); got != test.want {
				t.Errorf("Classify(%v) = %v, want %v", err, got, test.want)
			}
		}
	}
}

// TestClassifyClient takes its errors from the HTTP client itself, as a driver
// does.
func TestClassifyClient(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			select {
			case <-release:
			case <-r.Context().Done():
			}
		case "/stall":
			_, _ = io.WriteString(w, "short")
			w.(http.Flusher).Flush()
			select {
			case <-release:
			case <-r.Context().Done():
			}
		case "/cut":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "short")
		case "/reset":
			panic(http.ErrAbortHandler)
		}
	}))
	defer server.Close()
	defer close(release)
	closed := httptest.NewServer(nil)
	closed.Close()

	get := func(ctx context.Context, url string, timeout time.Duration) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		client := http.Client{Timeout: timeout}
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		_, err = io.ReadAll(response.Body)
		return err
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()

	tests := []struct {
		name    string
		ctx     context.Context
		url     string
		timeout time.Duration
		want    fallback.FailureClass
	}{
		{"time-out", context.Background(), server.URL + "/slow", 20 * time.Millisecond, fallback.FailureClassTransient},
		{"time-out in body", context.Background(), server.URL + "/stall", 100 * time.Millisecond, fallback.FailureClassTransient},
		{"cut body", context.Background(), server.URL + "/cut", time.Minute, fallback.FailureClassTransient},
		{"reset", context.Background(), server.URL + "/reset", time.Minute, fallback.FailureClassTransient},
		{"refused", context.Background(), closed.URL, time.Minute, fallback.FailureClassTransient},
		{"cancelled", cancelled, server.URL + "/slow", time.Minute, fallback.FailureClassFatal},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := get(test.ctx, test.url, test.timeout)
			if err == nil {
				t.Fatal("request succeeded, want an error")
			}
			if got := fallback.Classify(err); got != test.want {
				t.Errorf("Classify(%v) = %v, want %v", err, got, test.want)
			}
		})
	}
}

func TestStatusErrorText(t *testing.T) {
	tests := []struct {
		err  fallback.StatusError
		want string
	}{
		{fallback.StatusError{Status: 429}, "status 429 Too Many Requests"},
		{fallback.StatusError{Status: 429, Message: "slow down"}, "status 429 Too Many Requests: slow down"},
		{fallback.StatusError{Status: 529, Message: "overloaded"}, "status 529: overloaded"},
	}
	for _, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
