package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// Sizes in bytes of what is read from an upstream, and in characters of what
// is kept of its error messages.
const (
	maxAnswer      = 16 << 20
	maxErrorBody   = 64 << 10
	maxMessageText = 300
)

// upstream is a server with an OpenAI-compatible API.
type upstream struct {
	name     string
	endpoint string // of chat completions
	key      string // API key, or empty
}

// upstreamName keeps names fit for a header and, with - as _, for the name of
// an environment variable that no other name shares.
var upstreamName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// parseUpstream reads name=url. The key is LLMPROXY_KEY_NAME of getenv.
func parseUpstream(text string, getenv func(string) string) (upstream, error) {
	name, address, ok := strings.Cut(text, "=")
	if !ok {
		return upstream{}, errors.New("must have the form name=url")
	}
	if !upstreamName.MatchString(name) {
		return upstream{}, fmt.Errorf("name %q must be of a-z, 0-9 and -", name)
	}
	base, err := url.Parse(address)
	if err != nil {
		return upstream{}, fmt.Errorf("parse url of %q: %w", name, err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return upstream{}, fmt.Errorf("url of %q must start with http:// or https:// and a host", name)
	}
	variable := "LLMPROXY_KEY_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	if base.User != nil {
		return upstream{}, fmt.Errorf("url of %q holds a user: put the key into %s", name, variable)
	}
	return upstream{name, base.JoinPath("chat", "completions").String(), getenv(variable)}, nil
}

// newClient returns a client that gives up on an upstream whose answer is not
// complete after the timeout.
func newClient(timeout time.Duration) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	return &http.Client{
		Transport: transport,
		Timeout:   timeout,
		// A redirect is an answer like any other that is not a completion: the
		// request was meant for this upstream.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// complete makes one attempt. The response is complete and its body is JSON;
// the error is made for [fallback.Classify].
func (u upstream) complete(ctx context.Context, client *http.Client, request *fallback.Request) (*fallback.Response, error) {
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, u.endpoint, bytes.NewReader(request.Body))
	if err != nil {
		return nil, fmt.Errorf("make request to %q: %w", u.name, err)
	}
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Accept", "application/json")
	post.Header.Set("User-Agent", "fsmgen-llmproxy")
	if u.key != "" {
		post.Header.Set("Authorization", "Bearer "+u.key)
	}
	answer, err := client.Do(post)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()

	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return nil, &fallback.StatusError{Status: answer.StatusCode, Message: errorMessage(answer.Body)}
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		// Not every error of a body is a net.Error, those of HTTP/2 are not;
		// url.Error makes it one, as the client does for errors before the body.
		return nil, &url.Error{Op: "Read", URL: u.endpoint, Err: err}
	}
	if len(body) > maxAnswer {
		return nil, fmt.Errorf("the answer is larger than %d bytes", maxAnswer)
	}
	if !json.Valid(body) {
		return nil, errors.New("the answer is not JSON")
	}
	return &fallback.Response{Status: answer.StatusCode, Header: answer.Header, Body: body}, nil
}

// errorMessage returns the message in the body of an error, or "" if there is
// none in the form of OpenAI's API.
func errorMessage(body io.Reader) string {
	// What could be read is tried: the status matters more than the message.
	text, _ := io.ReadAll(io.LimitReader(body, maxErrorBody))
	var fields struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &fields) != nil {
		return ""
	}
	message := []rune(strings.Join(strings.Fields(fields.Error.Message), " "))
	if len(message) > maxMessageText {
		message = append(message[:maxMessageText], '…')
	}
	return string(message)
}
