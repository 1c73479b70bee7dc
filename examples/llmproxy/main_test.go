package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

func TestUsage(t *testing.T) {
	const good = "-upstream=a=http://127.0.0.1:9/v1"
	many := make([]string, 0, mostUpstreams+1)
	for i := range mostUpstreams + 1 {
		many = append(many, "-upstream=a"+strings.Repeat("0", i)+"=http://127.0.0.1:9")
	}
	tests := []struct {
		args   []string
		status int
		stderr string
	}{
		{nil, 2, "no upstream"},
		{[]string{"-nonsense"}, 2, "nonsense"},
		{[]string{good, "rest"}, 2, `unexpected argument "rest"`},
		{[]string{good, good}, 2, `duplicate upstream "a"`},
		{[]string{"-upstream=a"}, 2, "name=url"},
		{[]string{good, "-retries=-1"}, 2, "retries is -1"},
		{[]string{good, "-retries=11"}, 2, "retries is 11"},
		{[]string{good, "-timeout=0s"}, 2, "timeout is 0s"},
		{[]string{good, "-timeout=1h"}, 2, "timeout is 1h"},
		{[]string{good, "-backoff=-1s"}, 2, "backoff is from -1s"},
		{[]string{good, "-backoff=2s", "-max-backoff=1s"}, 2, "backoff is from 2s to 1s"},
		{[]string{good, "-max-backoff=1h"}, 2, "longest backoff is 1h"},
		{[]string{good, "-stay=-1s"}, 2, "stay is -1s"},
		{[]string{good, "-grace=-1s"}, 2, "grace is -1s"},
		{[]string{good, "-config=x.json"}, 2, "-upstream cannot be combined with -config"},
		{[]string{"-config=/nowhere/x.json"}, 2, "nowhere"},
		{[]string{"-campaign=-1"}, 2, "-campaign is -1"},
		{many, 2, "101 upstreams"},
		{[]string{"-h"}, 0, "-upstream name=url"},
		{[]string{good, "-listen=nowhere"}, 1, "nowhere"},
	}
	for _, test := range tests {
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), test.args, noenv, &stdout, &stderr)
		if status != test.status || !strings.Contains(stderr.String(), test.stderr) || stdout.Len() > 0 {
			t.Errorf("%.60q: status %d, stdout %q, stderr %q, want %d and %q",
				test.args, status, stdout.String(), stderr.String(), test.status, test.stderr)
		}
	}
}

// TestUsageHidesKeys has settings that are wrong, with passwords and keys in the URL.
func TestUsageHidesKeys(t *testing.T) {
	for _, value := range []string{
		"a=http://user:hunter22@host/", "a=http://user:hunter22", "a=http://[hunter22", "a=http://host/%zhunter22", "a=hunter22://host",
		"A=http://host/?key=hunter22", "http://host/?key=hunter22", "hunter22",
	} {
		for _, args := range [][]string{{"-upstream=" + value}, {"-upstream", value}} {
			var stdout, stderr bytes.Buffer
			status := run(context.Background(), args, noenv, &stdout, &stderr)
			if status != 2 || strings.Contains(stderr.String(), "hunter22") || !strings.Contains(stderr.String(), "upstream") {
				t.Errorf("%q: status %d, stderr %q", args, status, stderr.String())
			}
		}
	}
}

// TestLongestRun checks that the limits of the settings keep the longest run far
// inside a time.Duration.
func TestLongestRun(t *testing.T) {
	worst := config{retries: mostRetries, timeout: mostTime, backoff: fallback.Backoff{Max: mostTime}}
	for i := range mostUpstreams {
		worst.add(openai.Upstream{Name: fmt.Sprint(i)})
	}
	if err := worst.validate(); err != nil {
		t.Fatal(err)
	}
	chain, err := worst.chain(nil) // no provider is called
	if err != nil {
		t.Fatal(err)
	}
	if got, want := chain.MaxDuration(worst.timeout).Hours(), 100*(11+10)/6.0; got != want {
		t.Errorf("the longest run takes %v hours, want %v", got, want)
	}
}

// TestServerTimeouts checks that every phase of a connection has a limit, and
// that the limit of the answer leaves the longest run its time.
func TestServerTimeouts(t *testing.T) {
	const work = time.Hour
	s := newServer(nil, work, slog.New(slog.DiscardHandler))
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.IdleTimeout <= 0 || s.WriteTimeout <= s.ReadTimeout+work {
		t.Errorf("timeouts of header %v, request %v, idle connection %v, answer %v",
			s.ReadHeaderTimeout, s.ReadTimeout, s.IdleTimeout, s.WriteTimeout)
	}
}

// TestShutdown ends a server while a request is in hand: the request gets its
// answer, and no new one is taken.
func TestShutdown(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	asked, release := make(chan struct{}), make(chan struct{})
	server := newServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-release
		_, _ = io.WriteString(w, "done")
	}), time.Minute, slog.New(slog.DiscardHandler))
	draining := make(chan struct{})
	server.RegisterOnShutdown(func() { close(draining) })
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, listener, server, patience) }()

	answered := make(chan string, 1)
	go func() {
		response, err := http.Get(url)
		if err != nil {
			answered <- err.Error()
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		answered <- string(body)
	}()
	receive(t, asked)
	cancel()
	receive(t, draining)
	if connection, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		connection.Close()
		t.Error("a server that shuts down accepts a connection")
	}
	close(release)
	if got := receive(t, answered); got != "done" {
		t.Errorf("answer is %q", got)
	}
	if err := receive(t, ended); err != nil {
		t.Error(err)
	}
}

// TestShutdownOverGrace has a request that outlasts the grace: it is cancelled.
func TestShutdownOverGrace(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked, left := make(chan struct{}), make(chan struct{})
	server := newServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
		close(left)
	}), time.Minute, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, listener, server, time.Millisecond) }()
	go func() {
		if response, err := http.Get("http://" + listener.Addr().String()); err == nil {
			response.Body.Close()
		}
	}()
	receive(t, asked)
	cancel()
	receive(t, left)
	if err := receive(t, ended); err == nil || !strings.Contains(err.Error(), "shut down") {
		t.Errorf("error is %v", err)
	}
}

func noenv(string) string { return "" }
