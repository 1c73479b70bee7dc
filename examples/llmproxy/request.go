package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// maxRequestBody is the size in bytes of the largest request accepted.
const maxRequestBody = 10 << 20

// readRequest reads the request of a client. What is wrong with it is an
// *apiError, ready to be the answer.
func readRequest(w http.ResponseWriter, r *http.Request) (*fallback.Request, *apiError) {
	if refusal := checkPost(w, r); refusal != nil {
		return nil, refusal
	}
	// Reading to the end also lets the server notice when the client goes away.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequestBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, refuse(http.StatusRequestEntityTooLarge, "request_too_large",
			fmt.Sprintf("the body is larger than %d bytes", tooLarge.Limit))
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "incomplete_body", "the body could not be read to its end")
	}
	var fields completionRequest
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, refuse(http.StatusBadRequest, "invalid_json", "the body is not a chat completion request: "+err.Error())
	}
	if fields.Model == "" {
		return nil, refuse(http.StatusBadRequest, "missing_model", `the field "model" is missing or empty`)
	}
	return &fallback.Request{Model: fields.Model, Body: body, Stream: fields.Stream, Needs: fields.needs()}, nil
}

// checkPost refuses what no program that means this server sends. A web page
// cannot send this type to another site unasked, so no page that the user
// happens to visit can spend the keys of the upstreams, or change the chain.
func checkPost(w http.ResponseWriter, r *http.Request) *apiError {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return refuse(http.StatusMethodNotAllowed, "method_not_allowed", "use POST, not "+r.Method)
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "Content-Type must be application/json")
	}
	return nil
}
