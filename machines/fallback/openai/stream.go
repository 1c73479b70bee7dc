package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// maxFirstEvent is the maximum size in bytes of a stream up to the end of its first event.
const maxFirstEvent = 1 << 20

// firstEvent reads a stream up to the end of its first event with data, and returns
// everything that it has read. Until then, another upstream can still be asked; therefore, an
// error in the first event is an error of the attempt.
func (s secret) firstEvent(body io.Reader) ([]byte, error) {
	var text []byte
	buffer := make([]byte, 32<<10)
	for {
		n, err := body.Read(buffer)
		text = append(text, buffer[:n]...)
		if data, ok := eventData(text); ok {
			return text, s.checkEvent(data)
		}
		switch {
		case err == io.EOF:
			return nil, &brokenError{io.ErrUnexpectedEOF}
		case err != nil:
			return nil, &brokenError{err}
		case len(text) > maxFirstEvent:
			return nil, fmt.Errorf("no event in the first %d bytes", maxFirstEvent)
		}
	}
}

// eventData returns the data of the first complete event with data. It skips comments, which
// only keep connections alive.
func eventData(text []byte) (data []byte, ok bool) {
	for line, rest, found := cutLine(text); found; line, rest, found = cutLine(rest) {
		if value, isData := bytes.CutPrefix(line, []byte("data:")); isData {
			data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
			ok = true
		} else if len(line) == 0 && ok {
			return data, true
		}
	}
	return nil, false
}

func cutLine(text []byte) (line, rest []byte, found bool) {
	line, rest, found = bytes.Cut(text, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest, found
}

// checkEvent returns the error in the data of an event, if any.
func (s secret) checkEvent(data []byte) error {
	if string(data) == "[DONE]" {
		return nil
	}
	if !json.Valid(data) {
		return errors.New("the first event is not JSON")
	}
	code, message, status, ok := s.readError(data)
	if !ok {
		return nil
	}
	if status < 400 || status > 599 {
		status = 502
	}
	return &fallback.StatusError{Status: status, Code: code, Message: message}
}

// limitedStream is the rest of a stream, with a time limit for each piece.
type limitedStream struct {
	text  io.Reader
	body  io.Closer
	limit *limit
}

// stream returns the rest of a stream with the limit, which ends when the stream is closed. text reads the body.
func (l *limit) stream(text io.Reader, body io.Closer) io.ReadCloser {
	l.timer.Stop()
	return &limitedStream{text, body, l}
}

// Read implements io.Reader. The time between two calls does not count.
func (s *limitedStream) Read(p []byte) (int, error) {
	s.limit.timer.Reset(s.limit.timeout)
	n, err := s.text.Read(p)
	s.limit.timer.Stop()
	if err != nil && err != io.EOF && errors.Is(context.Cause(s.limit.ctx), context.DeadlineExceeded) {
		err = context.DeadlineExceeded
	}
	return n, err
}

// Close implements io.Closer.
func (s *limitedStream) Close() error {
	s.limit.end()
	return s.body.Close()
}
