package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// maxRequestBody is the size in bytes of the largest request accepted.
const maxRequestBody = 10 << 20

// readRequest reads the request of a client. What is wrong with it is an
// *apiError, ready to be the answer.
func readRequest(w http.ResponseWriter, r *http.Request) (*fallback.Request, *apiError) {
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
