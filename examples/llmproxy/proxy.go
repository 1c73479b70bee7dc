package main

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// proxy is the handler of chat completions. Requests share nothing but the
// client and the numbering of runs.
type proxy struct {
	upstreams []upstream
	params    fallback.Params
	backoff   time.Duration
	client    *http.Client
	log       *slog.Logger
	observe   func(step) // called by every run, from its own goroutine
	runs      atomic.Int64
}

// newProxy returns a proxy that logs each transition.
func newProxy(c config, log *slog.Logger) (*proxy, error) {
	params := fallback.Params{Providers: len(c.upstreams), MaxRetries: c.retries}
	if err := params.Validate(); err != nil {
		return nil, err
	}
	return &proxy{
		upstreams: c.upstreams,
		params:    params,
		backoff:   c.backoff,
		client:    newClient(c.timeout),
		log:       log,
		observe:   logSteps(log),
	}, nil
}

// routes returns the paths that the proxy serves.
func (p *proxy) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/v1/chat/completions", p)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(http.StatusNotFound, "not_found", "the only path is /v1/chat/completions").write(w)
	})
	return mux
}

// ServeHTTP answers one request by one run of the machine.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request, refusal := readRequest(w, r)
	if refusal != nil {
		refusal.write(w)
		return
	}
	machine, err := fallback.New(p.params)
	if err != nil {
		p.fault(w, err)
		return
	}
	d := &driver{proxy: p, machine: machine, request: request, run: p.runs.Add(1)}
	if err := d.drive(r.Context()); err != nil {
		p.fault(w, err)
		return
	}
	if response, ok := machine.Response(); ok {
		writeResponse(w, response, d.provider().name)
		return
	}
	d.refusal().write(w)
}

// fault answers a request that met a defect of the program.
func (p *proxy) fault(w http.ResponseWriter, err error) {
	p.log.Error("run failed", "error", err)
	(&apiError{
		status:  http.StatusInternalServerError,
		Message: "internal error",
		Type:    "server_error",
		Code:    "internal_error",
	}).write(w)
}
