package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// writeTimeout is how long a client may take to accept a piece of a stream.
const writeTimeout = 30 * time.Second

// maxHeld is the size in bytes up to which a line of a stream is held back.
const maxHeld = 1 << 20

// The ends of a stream.
const (
	streamComplete = "complete"
	streamBroken   = "broken"
	streamLeft     = "client_left"
)

// relay forwards a stream line by line, so that the client never receives an incomplete line, and returns how
// the stream ended. If the stream is interrupted or ends without [DONE], the client receives an error event.
func relay(w http.ResponseWriter, first []byte, rest io.Reader) (end string, err error) {
	control := http.NewResponseController(w)
	write := func(text []byte) error {
		// Not every ResponseWriter supports deadlines or flushing.
		_ = control.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(text); err != nil {
			return err
		}
		if err := control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		return nil
	}
	var tail doneTail
	pending := first
	buffer := make([]byte, 32<<10)
	// The last lines may come together with the end.
	for ended := false; !ended; {
		if line := bytes.LastIndexByte(pending, '\n') + 1; line > 0 || len(pending) > maxHeld {
			if line == 0 {
				line = len(pending)
			}
			tail.add(pending[:line])
			if err := write(pending[:line]); err != nil {
				return streamLeft, err
			}
			pending = append([]byte(nil), pending[line:]...)
		}
		if ended = err != nil; !ended {
			var n int
			n, err = rest.Read(buffer)
			pending = append(pending, buffer[:n]...)
		}
	}
	if err == io.EOF {
		tail.add(pending)
		if tail.done() {
			if err := write(pending); err != nil {
				return streamLeft, err
			}
			return streamComplete, nil
		}
		err = errors.New("the stream ended without [DONE]")
	}
	if errors.Is(err, context.Canceled) {
		return streamLeft, err
	}
	_ = write(brokenEvent(err)) // the client may be gone
	return streamBroken, err
}

// brokenEvent is the last event of an interrupted stream.
func brokenEvent(err error) []byte {
	e := apiError{Message: "the answer broke off: " + publicText(err), Type: "upstream_error", Code: "stream_broken"}
	body, err := json.Marshal(map[string]*apiError{"error": &e})
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	// Empty lines before it end the event that was cut.
	return append(append([]byte("\n\ndata: "), body...), "\n\n"...)
}

// doneTail keeps the end of a stream, to tell whether it is complete.
type doneTail struct {
	text []byte
}

func (t *doneTail) add(text []byte) {
	const enough = 64
	t.text = append(t.text, text[max(0, len(text)-enough):]...)
	t.text = append([]byte(nil), t.text[max(0, len(t.text)-enough):]...)
}

func (t *doneTail) done() bool {
	last := bytes.TrimSpace(t.text)
	return bytes.HasSuffix(last, []byte("data: [DONE]")) || bytes.HasSuffix(last, []byte("data:[DONE]"))
}
