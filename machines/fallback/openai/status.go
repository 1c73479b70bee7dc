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
func statusError(answer *http.Response) *fallback.StatusError {
	// A partial body is used as well: the status matters more than the message.
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxErrorBody))
	e := &fallback.StatusError{Status: answer.StatusCode}
	e.Code, e.Message, _, _ = readError(text)
	e.RetryAfter, _ = fallback.ParseRetryAfter(answer.Header.Get("Retry-After"), time.Now())
	return e
}

// readError reads an error in the form of OpenAI's API: its code, its message, and the code
// as a number if the server uses a status code there. The bool is false if there is no
// error.
func readError(text []byte) (code, message string, status int, ok bool) {
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
	return clip(code, 60), clip(fields.Error.Message, maxMessageText), status, true
}

// clip returns a text on one line, with a maximum number of characters.
func clip(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
