package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// leakKey has characters that each way of escaping changes.
const leakKey = `sk-A/b+c&d"e%f=0123456789`

// spellings are texts, for a JSON string, in which a server can repeat the key.
func spellings() map[string]string {
	escaped, percent, runes := "", "", ""
	for _, c := range leakKey {
		escaped += fmt.Sprintf(`\u%04X`, c)
		percent += fmt.Sprintf("%%%02x", c)
		runes += fmt.Sprintf("&#%d;", c)
	}
	quoted, _ := json.Marshal(leakKey)
	inner := string(quoted[1 : len(quoted)-1])
	twice, _ := json.Marshal(inner)
	entities, _ := json.Marshal(runes)
	return map[string]string{
		"JSON":              inner,
		"JSON in JSON":      string(twice[1 : len(twice)-1]),
		"slashes":           strings.ReplaceAll(inner, "/", `\/`),
		"code points":       escaped,
		"code points twice": strings.ReplaceAll(escaped, `\`, `\\`),
		"query":             url.QueryEscape(leakKey),
		"path":              url.PathEscape(leakKey)[:6] + strings.ReplaceAll(url.PathEscape(leakKey)[6:], `"`, "%22"),
		"percent":           percent,
		"percent twice":     strings.ReplaceAll(percent, "%", "%25"),
		"HTML":              html.EscapeString(leakKey),
		"HTML numbers":      runes,
		"HTML in JSON":      string(entities[1 : len(entities)-1]),
		"HTML twice":        strings.ReplaceAll(runes, "&", "&amp;"),
		"URL in JSON":       strings.ReplaceAll(percent, "%", `\u0025`),
		"upper case":        strings.ToUpper(strings.ReplaceAll(leakKey, `"`, "%22")),
		"with a blank":      inner[:8] + " " + inner[8:],
		"with line breaks":  inner[:4] + `\r\n` + inner[4:7] + `\n ` + inner[7:],
		"with code points":  inner[:4] + `\u000a\u0020` + inner[4:7] + `\u000D\u000A` + inner[7:],
		"after escapes":     `\n\\` + inner,
		"after an entity":   "&" + inner,
	}
}

// leaks reports whether a text has the end of the key, or its code points.
func leaks(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "0123456789") || strings.Contains(text, "0030") || strings.Contains(text, "%30") ||
		strings.Contains(text, "%2530") || strings.Contains(text, "&#48;")
}

// shown returns everything that leaves the package in an attempt.
func shown(t *testing.T, key string, client *http.Client, handler http.HandlerFunc, stream bool) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	u, err := New("a", server.URL+"/v1?key="+url.QueryEscape(key))
	if err != nil {
		t.Fatal(err)
	}
	u.Key = key
	return attempt(t, u, client, stream)
}

func attempt(t *testing.T, u Upstream, client *http.Client, stream bool) string {
	t.Helper()
	body := question
	if stream {
		body = streamQuestion
	}
	response, err := u.Provider(client, 10*time.Second).Ask(context.Background(), &fallback.Request{Model: "m", Body: []byte(body), Stream: stream})
	var all bytes.Buffer
	for ; err != nil; err = errors.Unwrap(err) {
		fmt.Fprintf(&all, "error %v %+v %#v\n", err, err, err)
		if at := new(url.Error); errors.As(err, &at) {
			fmt.Fprintln(&all, at.URL)
		}
	}
	if response != nil {
		fmt.Fprintf(&all, "%v\n%s", response.Header, response.Body)
		if response.Rest != nil {
			rest, err := io.ReadAll(response.Rest)
			fmt.Fprintf(&all, "%s %v", rest, err)
			response.Rest.Close()
		}
	}
	return all.String()
}

// TestKeyStays has servers repeat the key in each spelling, in each place.
func TestKeyStays(t *testing.T) {
	client := NewClient()
	t.Cleanup(client.CloseIdleConnections)
	for name, spelled := range spellings() {
		problem := `{"error":{"message":"` + spelled + `","code":"` + spelled + `"}}`
		for place, handler := range map[string]http.HandlerFunc{
			"200":         answer(200, `{"you sent":"`+spelled+`"}`),
			"400":         answer(400, problem),
			"401":         answer(401, problem),
			"429":         answer(429, problem),
			"500":         answer(500, problem),
			"first event": events("data: " + problem + "\n\n"),
			"event":       events(piece1, `data: {"x":"`+spelled[:len(spelled)/2], spelled[len(spelled)/2:]+`"}`+"\n\n", done),
			"last bytes":  events(piece1, spelled),
			"header": func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Request-Id", spelled)
				answer(200, `{}`)(w, r)
			},
		} {
			stream := strings.Contains(place, "event") || place == "last bytes"
			got := shown(t, leakKey, client, handler, stream)
			if leaks(got) || !strings.Contains(got, "[key removed]") {
				t.Errorf("%s, %s: %s", name, place, got)
			}
			if _, body, ok := strings.Cut(got, "\n"); place == "200" && (!ok || !json.Valid([]byte(body))) {
				t.Errorf("%s: not JSON: %s", name, body)
			}
		}
	}
}

// TestKeyInLongMessage has a message that ends within the key when it is shortened.
func TestKeyInLongMessage(t *testing.T) {
	client := NewClient()
	t.Cleanup(client.CloseIdleConnections)
	const key = "0123456789abcdefghijklmnop"
	for n := range len(key) {
		message := strings.Repeat("x", maxMessageText-n) + key
		if got := shown(t, key, client, answer(400, errorBody(message)), false); strings.Contains(got, "0123") {
			t.Errorf("%d bytes of the key: %s", n, got)
		}
	}
}

// TestKeyInErrors has errors of the network with the text of the server, and the address with a query.
func TestKeyInErrors(t *testing.T) {
	for name, text := range map[string]string{
		"status":   "HTTP/1.1 4x1 %s\r\n\r\n",
		"not HTTP": "%s\r\n\r\n",
		"header":   "HTTP/1.1 200 OK\r\n%s\r\n\r\n",
		"length":   "HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n",
		"coding":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: %s\r\n\r\n",
		"nothing":  "",
	} {
		client := NewClient()
		t.Cleanup(client.CloseIdleConnections)
		got := shown(t, leakKey, client, func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			_, _ = io.WriteString(c, strings.ReplaceAll(text, "%s", leakKey))
		}, false)
		if leaks(got) || !strings.HasPrefix(got, "error") || !strings.Contains(got, "/v1/chat/completions") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// brokenBody is a transport whose answer breaks off with an error that has the key, as a GOAWAY of HTTP/2 can.
type brokenBody struct{ text string }

func (b brokenBody) RoundTrip(*http.Request) (*http.Response, error) {
	cause := fmt.Errorf("server sent GOAWAY, debug=%q: %w", leakKey, io.ErrUnexpectedEOF)
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(io.MultiReader(strings.NewReader(b.text), failing{cause}))}, nil
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestKeyInBrokenStream has a stream break off, before and after its first event.
func TestKeyInBrokenStream(t *testing.T) {
	for _, text := range []string{"", piece1} {
		u := Upstream{Name: "a", Endpoint: "http://a", Key: leakKey}
		if got := attempt(t, u, &http.Client{Transport: brokenBody{text}}, true); leaks(got) || !strings.Contains(got, "GOAWAY") {
			t.Errorf("after %q: %s", text, got)
		}
	}
	u := Upstream{Name: "a", Endpoint: "http://a", Key: leakKey}
	_, err := u.Provider(&http.Client{Transport: brokenBody{}}, time.Minute).Ask(t.Context(), &fallback.Request{Body: []byte(streamQuestion), Stream: true})
	if v := fallback.DefaultRules().Classify(err); v.Reason != fallback.ReasonNetwork || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v is classified as %+v", err, v)
	}
}

// TestRedirectKeepsKey uses a client that follows redirects: the other server must see neither the key nor the request.
func TestRedirectKeepsKey(t *testing.T) {
	asked := make(chan string, 1)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.Header.Get("Authorization") }))
	t.Cleanup(other.Close)
	got := shown(t, leakKey, &http.Client{}, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}, false)
	select {
	case key := <-asked:
		t.Errorf("another server is asked, with the key %q", key)
	default:
	}
	if !strings.Contains(got, "status 307") {
		t.Errorf("a redirect: %s", got)
	}
}

// TestUpstreamHasNoKeyInLogs prints an upstream.
func TestUpstreamHasNoKeyInLogs(t *testing.T) {
	u, err := New("a", "https://example.com/v1?key=0123456789")
	if err != nil {
		t.Fatal(err)
	}
	u.Key = leakKey
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "upstream", u)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "upstream", u)
	fmt.Fprintf(&log, "%v %+v %#v %v", u, u, u, []Upstream{u})
	if leaks(log.String()) || !strings.Contains(log.String(), "a at https://example.com/v1/chat/completions") {
		t.Error(log.String())
	}
}

// events returns a handler that sends texts one by one as a stream.
func events(texts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, text := range texts {
			_, _ = io.WriteString(w, text)
			w.(http.Flusher).Flush()
		}
	}
}

// TestInvalidEndpoint has an address, set by the program, that is not one.
func TestInvalidEndpoint(t *testing.T) {
	for _, endpoint := range []string{"http://user:pass@exa mple", "http://user:pass", "http://a/%zpass", "\x7fpass", "http://user:pass@127.0.0.1:1/?pass"} {
		got := attempt(t, Upstream{Name: "a", Endpoint: endpoint}, &http.Client{}, false)
		if !strings.HasPrefix(got, "error") || strings.Contains(got, "pass") {
			t.Errorf("%q: %s", endpoint, got)
		}
	}
}
