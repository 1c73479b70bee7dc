package fallback

import (
	"fmt"
	"net/http"
	"time"
)

// StatusError is the failure of a provider that answered with an HTTP status other than
// 2xx, or with an error in the body of the answer.
type StatusError struct {
	// Status is the HTTP status code.
	Status int
	// Code is the error code of the provider, such as context_length_exceeded; it may be
	// empty.
	Code string
	// Message is the error message of the provider; it may be empty.
	Message string
	// RetryAfter is the wait that the provider asks for, or 0; see [ParseRetryAfter].
	RetryAfter time.Duration
}

// Error implements error.
func (e *StatusError) Error() string {
	text := fmt.Sprintf("status %d", e.Status)
	if name := http.StatusText(e.Status); name != "" {
		text += " " + name
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}
