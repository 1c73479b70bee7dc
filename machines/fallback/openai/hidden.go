package openai

import (
	"errors"
	"net/url"
)

// hide returns an error without the key, and without the query and user information of URLs, which can be keys, too. Rules
// classify it like err.
func (s secret) hide(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		return &url.Error{Op: at.Op, URL: s.removeString(publicURL(at.URL)), Err: s.hideText(at.Err)}
	}
	return s.hideText(err)
}

func (s secret) hideText(err error) error {
	text := err.Error()
	if clean := s.removeString(text); clean != text {
		return &hiddenError{clean, err}
	}
	return err
}

// hiddenError is an error with another text. It has no Unwrap, which would show the text of the error.
type hiddenError struct {
	text string
	err  error
}

func (e *hiddenError) Error() string        { return e.text }
func (e *hiddenError) GoString() string     { return e.text }
func (e *hiddenError) Is(target error) bool { return errors.Is(e.err, target) }

// Timeout reports whether the error is a timeout, for the Timeout of a url.Error around it.
func (e *hiddenError) Timeout() bool {
	var timeout interface{ Timeout() bool }
	return errors.As(e.err, &timeout) && timeout.Timeout()
}

// publicURL returns a URL without its user information, query, and fragment.
func publicURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "an invalid URL"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath, Opaque: u.Opaque}).String()
}
