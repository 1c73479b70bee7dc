package main

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// providerHeader names the upstream that gave the answer.
const providerHeader = "X-Fallback-Provider"

// apiError is an answer other than a completion, in the form of OpenAI's API.
type apiError struct {
	status int

	Message  string          `json:"message"`
	Type     string          `json:"type"`
	Code     string          `json:"code"`
	Failures []failureReport `json:"failures,omitempty"` // each failed attempt, in order
}

// failureReport is what a client is told of a failed attempt.
type failureReport struct {
	Provider string `json:"provider"`
	Class    string `json:"class"`
	Message  string `json:"message"`
}

// refuse returns the answer to a request that no upstream is asked about.
func refuse(status int, code, message string) *apiError {
	return &apiError{status: status, Message: message, Type: "invalid_request_error", Code: code}
}

func (e *apiError) write(w http.ResponseWriter) {
	body, err := json.Marshal(map[string]*apiError{"error": e})
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.status)
	_, _ = w.Write(append(body, '\n')) // the client may be gone
}

// writeResponse passes on the answer of an upstream. Of its header only what
// describes the body or names the request goes through: cookies and policies
// are between the upstream and the proxy.
func writeResponse(w http.ResponseWriter, response *fallback.Response, provider string) {
	for _, name := range []string{"Content-Type", "X-Request-Id"} {
		if values := response.Header.Values(name); len(values) > 0 {
			w.Header()[name] = values
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(response.Body)))
	w.Header().Set(providerHeader, provider)
	w.WriteHeader(response.Status)
	_, _ = w.Write(response.Body) // the client may be gone
}

// publicText returns what a client may know of an error: no addresses of
// upstreams, which are in the log.
func publicText(err error) string {
	var status *fallback.StatusError
	var network net.Error
	switch {
	case errors.As(err, &status):
		return status.Error()
	case errors.As(err, &network) && network.Timeout():
		return "no answer in time"
	case errors.As(err, &network):
		return "connection failed"
	default:
		return err.Error()
	}
}
