package fallback

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// StatusError is the failure of a provider that answered with an HTTP status
// other than 2xx.
type StatusError struct {
	// Status is the HTTP status code.
	Status int
	// Message is what the provider said about it; it may be empty.
	Message string
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

// Classify returns the class of the failure of one attempt, the argument of
// [Machine.Failure]. It looks through wrapped errors, in this order:
//
//	*StatusError 408, 429              Transient    busy or slow: ask again
//	*StatusError 5xx but 501 and 505   Transient    fault of the server: ask again
//	*StatusError 401, 403              Fatal        a key to repair, not to work around
//	*StatusError any other             Recoverable  context length, unknown model, ...
//	context.Canceled                   Fatal        nobody waits for an answer
//	time-out, net.Error, cut body      Transient    fault of the network: ask again
//	anything else                      Recoverable  asking again need not help
//
// Cancellation by the caller is an event of its own and not a failure: ask the
// context of the caller first, and call [Machine.Cancelled] if it is done.
func Classify(err error) FailureClass {
	var status *StatusError
	var network net.Error
	switch {
	case errors.As(err, &status):
		return classifyStatus(status.Status)
	case errors.Is(err, context.Canceled):
		return FailureClassFatal
	case errors.As(err, &network), // context.DeadlineExceeded is one, too
		errors.Is(err, io.ErrUnexpectedEOF):
		return FailureClassTransient
	default:
		return FailureClassRecoverable
	}
}

func classifyStatus(status int) FailureClass {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests:
		return FailureClassTransient
	case http.StatusUnauthorized, http.StatusForbidden:
		return FailureClassFatal
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return FailureClassRecoverable
	}
	// Providers add codes of their own, such as 529 (overloaded) and 520 to 524.
	if 500 <= status && status <= 599 {
		return FailureClassTransient
	}
	return FailureClassRecoverable
}
