package openai

import (
	"bytes"
	"io"
)

// cleanReader reads a text without the key. What may be the beginning of the key waits for what comes next.
type cleanReader struct {
	from   io.Reader
	secret secret
	clean  []byte // can be read
	rest   []byte // may be the beginning of the key
	err    error  // after clean
}

// reader returns a reader of the same text without the key.
func (s secret) reader(from io.Reader) io.Reader {
	if s.key == "" {
		return from
	}
	return &cleanReader{from: from, secret: s}
}

// Read implements io.Reader.
func (r *cleanReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(r.clean) == 0 && r.err == nil {
		n, err := r.from.Read(p)
		text := append(r.rest, p[:n]...)
		r.clean, r.rest = r.secret.split(text, err != nil)
		if len(r.rest) > 64*len(r.secret.key) { // no spelling of a key is that long
			r.clean, r.rest = r.secret.remove(text), nil
		}
		r.clean, r.rest = bytes.Clone(r.clean), bytes.Clone(r.rest)
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
