package fallback

import (
	"encoding/json"
	"io"
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
	// Stream says that the answer is to come in pieces.
	Stream bool
	// Needs is what a provider must be able to do to answer; the zero value
	// asks for nothing special.
	Needs Needs
}

// Response is an answer of a provider. Its owner is whoever takes it from
// [Machine.Response] or [Chain.Do].
type Response struct {
	// Status is the HTTP status code, 200 to 299.
	Status int
	// Header is the HTTP header of the answer.
	Header http.Header
	// Body is the whole body of the answer or, with Rest, its beginning.
	Body []byte
	// Rest is what follows Body in a streamed answer, which the owner must
	// close; nil if Body is all. No other provider is asked when it breaks off.
	Rest io.ReadCloser
}
