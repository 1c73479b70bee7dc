package fallback

import (
	"encoding/json"
	"errors"
	"net/http"
)

// completeResponse is a [Response] without its rest.
type completeResponse struct {
	Status int
	Header http.Header `json:",omitempty"`
	Body   []byte
}

// MarshalJSON implements [json.Marshaler], so that snapshots and events contain an answer. The error is that the answer is
// still streamed: Rest is not nil.
func (r Response) MarshalJSON() ([]byte, error) {
	if r.Rest != nil {
		return nil, errors.New("fallback: a streamed response has no JSON until it is read")
	}
	return json.Marshal(completeResponse{r.Status, r.Header, r.Body})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Response) UnmarshalJSON(data []byte) error {
	var c completeResponse
	if err := json.Unmarshal(data, &c); err != nil {
		return err
	}
	*r = Response{Status: c.Status, Header: c.Header, Body: c.Body}
	return nil
}
