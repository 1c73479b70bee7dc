package fallback

import (
	"encoding/json"
	"net/http"
)

// Request is what is asked of a provider: the body of an OpenAI-compatible
// chat completion. The same Request goes to every provider of a run, so nobody
// may change it after RequestReceived.
type Request struct {
	// Model is the name of the model, as in Body.
	Model string
	// Body is the JSON text as the client sent it.
	Body json.RawMessage
}

// Response is a complete answer of a provider. Its owner is whoever takes it
// from [Machine.Response].
type Response struct {
	// Status is the HTTP status code, 200 to 299.
	Status int
	// Header is the HTTP header of the answer.
	Header http.Header
	// Body is the whole body of the answer.
	Body []byte
}
