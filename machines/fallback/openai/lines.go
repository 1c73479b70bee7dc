package openai

import (
	"bufio"
	"fmt"
	"io"
)

// maxLine is the maximum size in bytes of a line of a stream.
const maxLine = maxAnswer

// cleanLines reads a text without the key, line by line: a piece of a line could end within the key, and nobody can use it.
type cleanLines struct {
	from   *bufio.Reader
	secret secret
	line   []byte // the beginning of a line
	clean  []byte // can be read
	err    error  // after clean
}

// lines returns a reader of the same text without the key. A text with a line of more than maxLine bytes ends with an error.
func (s secret) lines(from io.Reader) io.Reader {
	if s.plain == nil {
		return from
	}
	return &cleanLines{from: bufio.NewReaderSize(from, 32<<10), secret: s}
}

// Read implements io.Reader.
func (r *cleanLines) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(r.clean) == 0 && r.err == nil {
		piece, err := r.from.ReadSlice('\n')
		r.line = append(r.line, piece...)
		if err == bufio.ErrBufferFull {
			if len(r.line) > maxLine {
				r.err = fmt.Errorf("a line of the stream is larger than %d bytes", maxLine)
			}
			continue
		}
		r.clean, r.line = r.secret.remove(r.line), nil
		if err != nil {
			r.err = r.secret.hide(err)
		}
	}
	if len(r.clean) == 0 {
		return 0, r.err
	}
	n := copy(p, r.clean)
	r.clean = r.clean[n:]
	return n, nil
}
