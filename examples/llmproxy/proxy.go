package main

import (
	"encoding/json"
	"log/slog"
	"net/http"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/fallback/openai"
)

// proxy is the handler of chat completions. Requests share the chain, the client
// and the metrics.
type proxy struct {
	chain   *fallback.Chain
	client  *http.Client
	log     *slog.Logger
	metrics *metrics
	access  access
	observe func(fallback.Observation) // called by every run, from its own goroutine
}

// newProxy returns a proxy that logs and counts each transition.
func newProxy(c config, log *slog.Logger) (*proxy, error) {
	p := &proxy{client: openai.NewClient(), log: log, metrics: newMetrics(), access: access{c.token}}
	var err error
	p.chain, err = c.chain(p.client)
	if err != nil {
		return nil, err
	}
	p.observe = logSteps(log)
	return p, nil
}

// routes returns the paths that the proxy serves.
func (p *proxy) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/v1/chat/completions", p)
	mux.HandleFunc("GET /{$}", p.page)
	mux.HandleFunc("GET /status", p.status)
	mux.HandleFunc("GET /metrics", p.writeMetrics)
	mux.HandleFunc("/provider/reset", p.reset)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(http.StatusNotFound, "not_found", "the paths are /v1/chat/completions, /, /status, /metrics and /provider/reset").write(w)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		mux.ServeHTTP(w, r)
	})
}

// ServeHTTP answers one request by one run of the machine.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	refused := p.access.checkPost(w, r)
	if refused != nil {
		refused.write(w)
		return
	}
	request, refused := readRequest(w, r)
	if refused != nil {
		refused.write(w)
		return
	}
	answer, err := p.chain.Do(r.Context(), request, p.metrics.watch(p.observe))
	if err != nil {
		if e := refusal(err); e != nil {
			e.write(w)
		} else {
			p.fault(w, err)
		}
		return
	}
	p.metrics.answered(answer.Position.Provider)
	writeHeader(w, answer)
	if answer.Response.Rest == nil {
		_, _ = w.Write(answer.Response.Body) // the client may be gone
		return
	}
	defer answer.Response.Rest.Close()
	end, err := relay(w, answer.Response.Body, answer.Response.Rest)
	p.metrics.streamed(end)
	if end == streamBroken {
		p.chain.Leave(answer.Position)
	}
	if err != nil {
		p.log.Warn("stream ended early", "provider", answer.Position.Provider, "end", end, "error", err)
		// The answer must not end normally.
		panic(http.ErrAbortHandler)
	}
}

// reset makes requests start at the active upstream again.
func (p *proxy) reset(w http.ResponseWriter, r *http.Request) {
	if refused := p.access.checkReset(w, r); refused != nil {
		refused.write(w)
		return
	}
	p.chain.Reset()
	p.log.Info("reset to the active provider")
	p.status(w, r)
}

// status writes what the page shows.
func (p *proxy) status(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(p.report()) // the client may be gone
}

// fault answers a request after an internal error.
func (p *proxy) fault(w http.ResponseWriter, err error) {
	p.log.Error("run failed", "error", err)
	(&apiError{
		status:  http.StatusInternalServerError,
		Message: "internal error",
		Type:    "server_error",
		Code:    "internal_error",
	}).write(w)
}
