package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// access decides which requests the server accepts. The zero value has no token.
type access struct {
	// token is required for requests that use the keys of the upstreams or change the
	// chain; "" if none is set.
	token string
}

// checkPost rejects requests with an unexpected content type or origin, and requests without
// access.
//
// A web page cannot send this content type to another site without a preflight request, so a page
// that the user visits cannot use the keys of the upstreams or change the chain. A page whose name
// resolves to this computer cannot do so either, because browsers send the origin with each POST.
func (a access) checkPost(w http.ResponseWriter, r *http.Request) *apiError {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return refuse(http.StatusMethodNotAllowed, "method_not_allowed", "use POST, not "+r.Method)
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "Content-Type must be application/json")
	}
	if a.token == "" {
		if r.Header.Get("Origin") != "" && !loopback(r.Host) {
			return refuse(http.StatusForbidden, "forbidden_origin", "without a token, pages must come from this computer")
		}
		return nil
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || !a.equals(token) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		return refuse(http.StatusUnauthorized, "invalid_token", "the Authorization header must hold the token of this proxy")
	}
	return nil
}

// checkReset is checkPost for a request that changes the chain. Without a token, only local
// clients may change it, not remote ones that use a proxy on this computer.
func (a access) checkReset(w http.ResponseWriter, r *http.Request) *apiError {
	if refused := a.checkPost(w, r); refused != nil {
		return refused
	}
	if a.token == "" && (!loopback(r.RemoteAddr) || !loopback(r.Host) || forwarded(r.Header)) {
		return refuse(http.StatusForbidden, "forbidden", "without a token, only this computer may reset the chain")
	}
	return nil
}

// equals compares in a time that does not depend on the token or its length.
func (a access) equals(token string) bool {
	want, got := sha256.Sum256([]byte(a.token)), sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

// loopback reports whether a host, with or without a port, is a loopback address.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && address.Unmap().IsLoopback()
}

// forwarded reports whether a proxy has forwarded the request.
func forwarded(h http.Header) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if len(h.Values(name)) > 0 {
			return true
		}
	}
	return false
}
