package fallback

import (
	"fmt"
	"net/http"
	"time"
)

// StatusError is the failure of a provider that answered with an HTTP status
// other than 2xx, or said in its answer that it has failed.
type StatusError struct {
	// Status is the HTTP status code.
	Status int
	// Code is the provider's own word for it, such as context_length_exceeded;
	// it may be empty.
	Code string
	// Message is what the provider said about it; it may be empty.
	Message string
	// RetryAfter is how long the provider asks to be left alone; 0 if it does
	// not say. [ParseRetryAfter] reads it.
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
