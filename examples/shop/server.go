package main

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// maxBody is the size in bytes of the largest body of a request.
const maxBody = 64 << 10

// newServer returns a server of the pages and the API. Each phase of a connection has a limit, so that a client that sends or
// reads slowly does not hold it.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       20 * time.Second,
		WriteTimeout:      time.Minute, // the database may be busy
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// guarded returns a handler that answers only requests to this shop, from its own pages or from programs, and whose
// answers are what their content type says. addr is the address at which the shop listens.
func guarded(h http.Handler, addr string) http.Handler {
	h = http.NewCrossOriginProtection().Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Content-Security-Policy",
			"default-src 'none'; style-src 'self' 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		if !ours(r.Host, addr) {
			http.Error(w, "this shop has another name: start it with -addr and that name, or use its address", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		h.ServeHTTP(w, r)
	})
}

// ours reports whether a request with this host is meant for a shop that listens at addr: the host is localhost, the name in
// addr, or an address. A page of another site whose name leads here (DNS rebinding) would send that name.
func ours(host, addr string) bool {
	host = hostname(host)
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return host != "" && (strings.EqualFold(host, "localhost") || strings.EqualFold(host, hostname(addr)))
}

// hostname returns a host without its port.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}
