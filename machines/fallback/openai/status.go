package openai

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// Limits on the error of an upstream: the bytes of its body, and the characters of its
// message.
const (
	maxErrorBody   = 64 << 10
	maxMessageText = 300
)

// statusError reads an error response.
func (s secret) statusError(answer *http.Response) *fallback.StatusError {
	// A partial body is used as well: the status matters more than the message.
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxErrorBody))
	e := &fallback.StatusError{Status: answer.StatusCode}
	e.Code, e.Message, _, _ = s.readError(text)
	e.RetryAfter, _ = fallback.ParseRetryAfter(answer.Header.Get("Retry-After"), time.Now())
	return e
}

// header returns a header without the key.
func (s secret) header(from http.Header) http.Header {
	header := make(http.Header, len(from))
	for name, values := range from {
		if s.removeString(name) != name {
			continue
		}
		for _, value := range values {
			header[name] = append(header[name], s.removeString(value))
		}
	}
	return header
}

// readError reads an error in the form of OpenAI's API: its code, its message, and the code
// as a number if the server uses a status code there. The bool is false if there is no
// error.
func (s secret) readError(text []byte) (code, message string, status int, ok bool) {
	var fields struct {
		Error *struct {
			Message string          `json:"message"`
			Code    json.RawMessage `json:"code"`
		} `json:"error"`
	}
	if !bytes.Contains(text, []byte(`"error"`)) || json.Unmarshal(text, &fields) != nil || fields.Error == nil {
		return "", "", 0, false
	}
	if json.Unmarshal(fields.Error.Code, &code) != nil {
		_ = json.Unmarshal(fields.Error.Code, &status)
	}
	return s.clip(code, 60), s.clip(fields.Error.Message, maxMessageText), status, true
}

// clip returns a text on one line without the key, with a maximum number of characters.
func (s secret) clip(text string, most int) string {
	// The key is removed from the whole text, because a part of it would remain of a shorter one.
	runes := []rune(s.removeString(strings.Join(strings.Fields(text), " ")))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
