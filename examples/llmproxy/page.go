package main

import (
	_ "embed"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// pageText is the page, which loads nothing but /status.
//
//go:embed page.html
var pageText string

// page writes the page that shows the health of the chain.
func (p *proxy) page(w http.ResponseWriter, _ *http.Request) {
	params := p.chain.Params()
	bound := fmt.Sprintf("%d·(2·%d+3)+2 = %d", params.Providers, params.MaxRetries, params.MaxTransitions())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'")
	_, _ = io.WriteString(w, strings.NewReplacer("<!--diagram-->", diagram(), "<!--bound-->", bound).Replace(pageText)) // the client may be gone
}
