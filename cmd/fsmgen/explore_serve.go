package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// served is a page as it is served. The stamp is of the files that it was made from.
type served struct {
	explorer *explorer
	mu       sync.Mutex
	stamp    string
	page     []byte
	children []string
}

// serve serves the page until the context is done.
func (e *explorer) serve(ctx context.Context, listen string) error {
	if host, _, err := net.SplitHostPort(listen); err != nil || host == "" {
		return fmt.Errorf("--listen %q: give an address and a port, such as 127.0.0.1:8080", listen)
	}
	if _, _, err := readInput(e.spec, nil); err != nil {
		return fault(err)
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fault(err)
	}
	s := (&served{explorer: e}).server(ctx, l.Addr().String())
	context.AfterFunc(ctx, func() { _ = s.Close() })
	if _, err := fmt.Fprintf(e.std.out, "exploring %s at http://%s/; Ctrl-C ends\n", filePath(e.spec), l.Addr()); err != nil {
		return fault(err)
	}
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fault(err)
	}
	return nil
}

// server returns the server of the page at an address. The time to write includes that of making the page.
func (s *served) server(ctx context.Context, address string) *http.Server {
	return &http.Server{Handler: s.handler(ctx, address), ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Minute, IdleTimeout: 2 * time.Minute}
}

// handler serves the page, and its stamp. It answers only requests to its own address, so that no other site can read the
// machine by a name that leads here.
func (s *served) handler(ctx context.Context, address string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(s.current(ctx))
	})
	mux.HandleFunc("GET /stamp", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = fmt.Fprint(w, s.now())
	})
	_, port, _ := net.SplitHostPort(address)
	hosts := []string{address, "localhost:" + port}
	if port == "80" { // browsers leave it out
		hosts = append(hosts, strings.TrimSuffix(address, ":80"), "localhost")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if !slices.ContainsFunc(hosts, func(host string) bool { return strings.EqualFold(host, r.Host) }) {
			http.Error(w, "another host", http.StatusForbidden)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

// now returns the stamp of the files.
func (s *served) now() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stampOf()
}

func (s *served) stampOf() string {
	text := ""
	for _, file := range append([]string{s.explorer.spec, s.explorer.against, s.explorer.traces}, s.children...) {
		if file != "" {
			f := stampOf(filepath.FromSlash(file))
			text += fmt.Sprintf("%d.%d ", f.size, f.changed.UnixNano())
		}
	}
	return text
}

// current returns the page for the files as they are.
func (s *served) current(ctx context.Context) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stamp := s.stampOf(); s.page == nil || stamp != s.stamp {
		l, data, err := s.explorer.page(ctx, "stamp", stamp)
		if l != nil {
			s.children = nil
			for _, c := range l.children {
				s.children = append(s.children, c.name)
			}
		}
		if after := s.stampOf(); after != stamp && data != nil { // child machines are known now
			_, data, err = s.explorer.page(ctx, "stamp", after)
			stamp = after
		}
		if data == nil {
			data = wrong(l, err)
		}
		s.page, s.stamp = data, stamp
	}
	return s.page
}

// wrong is a page with the findings of a spec, which looks again each second.
func wrong(l *loaded, err error) []byte {
	var text bytes.Buffer
	switch {
	case err != nil:
		text.WriteString(diag.Printable(err.Error()))
	case l != nil:
		_ = l.print(&text) // a buffer takes everything
	}
	return []byte(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>findings · fsmgen explore</title><style>:root{color-scheme:light dark}body{margin:2em}pre{font:13px/1.5 ui-monospace,monospace}</style></head>
<body><h1>The spec has errors</h1><pre>` + html.EscapeString(text.String()) + "</pre></body></html>\n")
}
