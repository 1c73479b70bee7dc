// Package openai implements the providers of package fallback with servers that have
// OpenAI's chat completion API: each attempt is one HTTP request, streamed or not, with
// errors that the rules of package fallback classify.
//
//	client := openai.NewClient()
//	main, err := openai.New("main", "https://api.openai.com/v1")
//	if err != nil {
//		return err
//	}
//	main.Key = os.Getenv("MAIN_KEY")
//	chain, err := fallback.NewChain(
//		[]fallback.Provider{main.Provider(client, time.Minute), spare.Provider(client, time.Minute)},
//		fallback.Settings{Active: "main", Fallback: []string{"spare"}, MaxRetries: 1})
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// maxAnswer is the maximum size in bytes of an answer that is not streamed.
const maxAnswer = 16 << 20

// Upstream is a server with an OpenAI-compatible API. Create it with [New].
type Upstream struct {
	// Name identifies the server in its chain.
	Name string
	// Endpoint is the URL of its chat completions.
	Endpoint string
	// Key is the API key, sent as a bearer token; "" for none. A key of at least 8 bytes is
	// removed from everything that the server answers, and from errors; blanks and
	// backslashes do not count.
	Key string
	// Model is the name of the model that replaces the one in the request; "" to keep
	// that.
	Model string
	// Limits are the limits of the server.
	Limits fallback.Limits
}

// New returns an upstream with the base URL of its API, such as https://api.openai.com/v1.
// It returns an error for an invalid URL. It rejects a URL with user information, because
// URLs are logged, and keys must not be.
func New(name, base string) (Upstream, error) {
	address, err := url.Parse(base)
	if err != nil {
		// The error of the parser has parts of the URL, which can be a password.
		return Upstream{}, fmt.Errorf("url of %q is not a URL such as https://api.openai.com/v1", name)
	}
	if address.Scheme != "http" && address.Scheme != "https" || address.Host == "" {
		return Upstream{}, fmt.Errorf("url of %q must start with http:// or https:// and a host", name)
	}
	if address.User != nil {
		return Upstream{}, fmt.Errorf("url of %q contains user information: use the key instead", name)
	}
	return Upstream{Name: name, Endpoint: address.JoinPath("chat", "completions").String()}, nil
}

// NewClient returns a client for any number of upstreams. It has no time limit of its own:
// [Upstream.Provider] sets the limits, because a stream continues after its first event.
func NewClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	transport.MaxResponseHeaderBytes = 1 << 20
	return &http.Client{
		Transport:     transport,
		CheckRedirect: refuseRedirect,
	}
}

func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// String returns the name and the address without what can be a key.
func (u Upstream) String() string { return u.Name + " at " + publicURL(u.Endpoint) }

// GoString is String, so that no verb of package fmt prints the key.
func (u Upstream) GoString() string { return u.String() }

// LogValue implements [slog.LogValuer], so that logs do not have the key.
func (u Upstream) LogValue() slog.Value { return slog.StringValue(u.String()) }

// Provider returns the upstream as a provider of a chain. It follows no redirects, whatever the
// client says, because the key and the request are meant for this upstream. timeout is the time limit for a
// complete answer, for the first event of a stream, and for each further piece of a stream, which is a line if there is a key.
// A stream without a final data line "[DONE]" is incomplete, which its reader must check.
func (u Upstream) Provider(client *http.Client, timeout time.Duration) fallback.Provider {
	return fallback.Provider{Name: u.Name, Limits: u.Limits,
		Ask: func(ctx context.Context, r *fallback.Request) (*fallback.Response, error) {
			return u.complete(ctx, client, timeout, r)
		}}
}

// complete makes one attempt. Either the response is complete and its body is JSON, or it is
// a stream and its body ends with its first event. The rules of package fallback classify the
// error.
func (u Upstream) complete(ctx context.Context, client *http.Client, timeout time.Duration, request *fallback.Request) (*fallback.Response, error) {
	limit := newLimit(ctx, timeout)
	response, err := u.exchange(limit, client, request)
	if err == nil && response.Rest != nil && limit.ctx.Err() != nil {
		// The time limit expired during the first event: the rest would not arrive.
		response.Rest.Close()
		err = context.Cause(limit.ctx)
	}
	if err != nil {
		limit.end()
		return nil, newSecret(u.Key).hide(limit.explain(err, u.Endpoint))
	}
	if response.Rest == nil {
		limit.end()
	}
	return response, nil
}

func (u Upstream) exchange(limit *limit, client *http.Client, request *fallback.Request) (*fallback.Response, error) {
	body, err := u.body(request)
	if err != nil {
		return nil, err
	}
	post, err := http.NewRequestWithContext(limit.ctx, http.MethodPost, u.Endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the endpoint of %q is not a URL such as https://api.openai.com/v1/chat/completions", u.Name)
	}
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Accept", "application/json")
	if request.Stream {
		post.Header.Set("Accept", "text/event-stream, application/json")
	}
	post.Header.Set("User-Agent", "fsmgen-fallback")
	if u.Key != "" {
		post.Header.Set("Authorization", "Bearer "+u.Key)
	}
	direct := *client
	direct.CheckRedirect = refuseRedirect
	answer, err := direct.Do(post)
	if err != nil {
		return nil, err
	}
	secret := newSecret(u.Key)
	response := &fallback.Response{Status: answer.StatusCode, Header: secret.header(answer.Header)}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch {
	case answer.StatusCode < 200 || answer.StatusCode > 299:
		err = secret.statusError(answer)
	case request.Stream && kind == "text/event-stream":
		text := secret.lines(answer.Body)
		response.Body, err = secret.firstEvent(text)
		response.Rest = limit.stream(text, answer.Body)
	default:
		response.Body, err = secret.readAnswer(answer.Body)
	}
	if response.Rest == nil || err != nil {
		answer.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	return response, nil
}

// body returns the body for this upstream: that of the client, except for the name of the
// model.
func (u Upstream) body(request *fallback.Request) ([]byte, error) {
	if u.Model == "" || u.Model == request.Model {
		return request.Body, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(request.Body, &fields); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	name, err := json.Marshal(u.Model)
	if err != nil {
		return nil, err
	}
	fields["model"] = name
	return json.Marshal(fields)
}

// readAnswer reads a complete answer without the key.
func (s secret) readAnswer(body io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, &brokenError{err}
	case len(text) > maxAnswer:
		return nil, fmt.Errorf("the answer is larger than %d bytes", maxAnswer)
	}
	text = s.remove(text)
	if !json.Valid(text) {
		return nil, errors.New("the answer is not JSON")
	}
	return text, nil
}

// brokenError is an error while reading a body. Not all of these are net.Errors; those of
// HTTP/2 are not.
type brokenError struct {
	err error
}

func (e *brokenError) Error() string { return "the answer was interrupted: " + e.err.Error() }
func (e *brokenError) Unwrap() error { return e.err }

// limit ends an attempt that takes too long.
type limit struct {
	ctx     context.Context // of the attempt
	parent  context.Context
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	timeout time.Duration
}

func newLimit(parent context.Context, timeout time.Duration) *limit {
	l := &limit{parent: parent, timeout: timeout}
	l.ctx, l.cancel = context.WithCancelCause(parent)
	l.timer = time.AfterFunc(timeout, func() { l.cancel(context.DeadlineExceeded) })
	return l
}

// end releases the resources of the limit, and cancels the attempt.
func (l *limit) end() {
	l.timer.Stop()
	l.cancel(nil)
}

// explain returns an error of the attempt as one that says whether the time limit expired,
// because the error of a canceled request does not.
func (l *limit) explain(err error, endpoint string) error {
	var broken *brokenError
	switch {
	case l.parent.Err() == nil && errors.Is(context.Cause(l.ctx), context.DeadlineExceeded):
		// It does not matter if the attempt failed just before the limit: both are
		// errors of the upstream or of the network.
		var status *fallback.StatusError
		if errors.As(err, &status) {
			return err
		}
		return &url.Error{Op: "Post", URL: endpoint, Err: context.DeadlineExceeded}
	case errors.As(err, &broken):
		return &url.Error{Op: "Read", URL: endpoint, Err: err} // a net.Error
	}
	return err
}
