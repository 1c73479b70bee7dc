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

// access decides who may make the server do something. The zero value has no
// token.
type access struct {
	// token is what each request must show that spends the keys of the upstreams
	// or changes the chain; "" if none is set.
	token string
}

// checkPost refuses what no program that means this server sends, and who has
// no right to.
//
// A web page cannot send this type to another site unasked, so no page that the
// user happens to visit can spend the keys of the upstreams, or change the
// chain; nor one that has its own name resolved to this computer, since browsers
// tell the origin with each POST.
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

// checkReset is checkPost for a request that changes the chain. Without a token
// only this computer may: not another one, also if it comes by a server here.
func (a access) checkReset(w http.ResponseWriter, r *http.Request) *apiError {
	if refused := a.checkPost(w, r); refused != nil {
		return refused
	}
	if a.token == "" && (!loopback(r.RemoteAddr) || !loopback(r.Host) || forwarded(r.Header)) {
		return refuse(http.StatusForbidden, "forbidden", "without a token, only this computer may reset the chain")
	}
	return nil
}

// equals compares in a time that tells nothing of the token, nor of its length.
func (a access) equals(token string) bool {
	want, got := sha256.Sum256([]byte(a.token)), sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

// loopback reports whether a host, with or without a port, is this computer.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && address.Unmap().IsLoopback()
}

// forwarded reports whether a server has passed the request on.
func forwarded(h http.Header) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if len(h.Values(name)) > 0 {
			return true
		}
	}
	return false
}
