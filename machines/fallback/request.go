package fallback

import (
	"encoding/json"
	"io"
	"net/http"
)

// Request is a request to a provider: the body of an OpenAI-compatible chat completion.
// Every provider of a run receives the same Request, so it must not change after
// RequestReceived.
type Request struct {
	// Model is the name of the model, as in Body.
	Model string
	// Body is the JSON text as the client sent it.
	Body json.RawMessage
	// Stream reports whether the answer is streamed.
	Stream bool
	// Needs are the capabilities that the request needs; the zero value needs none.
	Needs Needs
}

// Response is an answer of a provider. The caller of [Machine.Response] or [Chain.Do]
// owns it.
type Response struct {
	// Status is the HTTP status code, 200 to 299.
	Status int
	// Header is the HTTP header of the answer.
	Header http.Header
	// Body is the complete body of the answer or, with Rest, its beginning.
	Body []byte
	// Rest is the part of a streamed answer after Body, which the owner must close; nil
	// if Body is complete. If it is interrupted, no other provider is asked.
	Rest io.ReadCloser
}
