package main

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// Headers of an answer: the upstream that gave it, and its place in the chain.
const (
	providerHeader = "X-Fallback-Provider"
	positionHeader = "X-Fallback-Position"
)

// apiError is an answer other than a completion, in the form of OpenAI's API.
type apiError struct {
	status   int
	after    time.Duration   // for Retry-After, or 0
	Message  string          `json:"message"`
	Type     string          `json:"type"`
	Code     string          `json:"code"`
	Failures []failureReport `json:"failures,omitempty"` // each failed attempt, in order
	Unfit    []unfitReport   `json:"unfit,omitempty"`    // each upstream not asked, in order
}

// failureReport is the description of a failed attempt for a client.
type failureReport struct {
	Provider string `json:"provider"`
	Class    string `json:"class"`
	Reason   string `json:"reason"`
	Message  string `json:"message"`
}

// unfitReport is the description of an upstream that was not asked, for a client.
type unfitReport struct {
	Provider string   `json:"provider"`
	Missing  []string `json:"missing"`
}

// refuse returns the answer to a request that is rejected without asking an upstream.
func refuse(status int, code, message string) *apiError {
	return &apiError{status: status, Message: message, Type: "invalid_request_error", Code: code}
}

// refusal returns the answer of a run that did not succeed, or nil for an error that indicates a bug
// in the program.
func refusal(err error) *apiError {
	e := &apiError{status: http.StatusBadGateway, Type: "upstream_error"}
	var exhausted *fallback.ExhaustedError
	var aborted *fallback.AbortedError
	switch {
	case errors.As(err, &exhausted):
		e.report(exhausted.Failures, exhausted.Unfit)
		switch {
		case len(exhausted.Failures) == 0:
			e.status, e.Type, e.Code = http.StatusBadRequest, "invalid_request_error", "no_provider_fits"
			e.Message = "no provider can do what the request needs"
		case len(exhausted.Unfit) > 0 && onlyOne(exhausted.Failures):
			e.surface(exhausted.Failures[len(exhausted.Failures)-1])
		default:
			e.Code, e.Message = "providers_exhausted", "no provider could answer"
		}
	case errors.As(err, &aborted) && aborted.Reason == fallback.AbortReasonCancellation:
		e.report(aborted.Failures, nil)
		e.status, e.Code, e.Message = http.StatusServiceUnavailable, "request_cancelled", "the request was cancelled"
	case errors.As(err, &aborted):
		e.report(aborted.Failures, nil)
		e.Code, e.Message = "provider_fatal", "a provider failed in a way that the next one must not hide"
	default:
		return nil
	}
	return e
}

func onlyOne(failures []*fallback.AttemptError) bool {
	for _, f := range failures {
		if f.Position != failures[0].Position {
			return false
		}
	}
	return true
}

// surface makes the failure of the only suitable upstream the answer, because there is no fallback.
func (e *apiError) surface(f *fallback.AttemptError) {
	e.Code, e.Message = string(f.Reason), publicText(f.Err)
	var status *fallback.StatusError
	if errors.As(f.Err, &status) && 400 <= status.Status && status.Status <= 599 {
		e.status, e.after = status.Status, status.RetryAfter
		if status.Code != "" {
			e.Code = status.Code
		}
	}
}

func (e *apiError) report(failures []*fallback.AttemptError, unfit []*fallback.UnfitError) {
	for _, f := range failures {
		e.Failures = append(e.Failures, failureReport{f.Provider, f.Class.String(), string(f.Reason), publicText(f.Err)})
	}
	for _, u := range unfit {
		e.Unfit = append(e.Unfit, unfitReport{u.Provider, u.Missing})
	}
}

func (e *apiError) write(w http.ResponseWriter) {
	body, err := json.Marshal(map[string]*apiError{"error": e})
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	if e.after > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(int64((e.after+time.Second-1)/time.Second), 10))
	}
	w.WriteHeader(e.status)
	_, _ = w.Write(append(body, '\n')) // the client may be gone
}

// writeHeader begins the answer of an upstream. Of its header only what names
// the request goes through: cookies and policies are between the upstream and
// the proxy, and a body of JSON or events must not become a page.
func writeHeader(w http.ResponseWriter, answer fallback.Answer) {
	response := answer.Response
	if id := response.Header.Get("X-Request-Id"); id != "" {
		w.Header().Set("X-Request-Id", id)
	}
	if response.Rest == nil {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(response.Body)))
	} else {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Set(providerHeader, answer.Position.Provider)
	w.Header().Set(positionHeader, strconv.Itoa(answer.Position.Index))
	w.WriteHeader(response.Status)
}

// publicText returns the text of an error for a client, without addresses of upstreams, which are in
// the log.
func publicText(err error) string {
	var status *fallback.StatusError
	var network net.Error
	switch {
	case errors.As(err, &status):
		return status.Error()
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "no answer in time"
	case errors.As(err, &network):
		return "connection failed"
	case strings.Contains(err.Error(), "://"):
		return "failed"
	default:
		return err.Error()
	}
}
