package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// Limits of the format brief. Ten elements show what kind of list it is; 2,000 bytes hold the
// longest message of the tests, with its formulas.
const (
	briefList = 10
	briefText = 2000
)

// briefFormat is the format json with lists and texts of a limited length, for readers that pay by
// the character.
const (
	briefFormat = "brief"
	briefHelp   = "json whose long lists and texts are cut"
)

// writeJSON writes a value in the format json or brief, on a line.
func writeJSON(out io.Writer, format string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	if format == briefFormat {
		return briefly(out, b.Bytes())
	}
	_, err := out.Write(b.Bytes())
	return err
}

// briefly writes JSON values, one on each line, with long lists and texts cut. What is left of a
// list ends with an object {"left_out": N}.
func briefly(out io.Writer, values []byte) error {
	d := json.NewDecoder(bytes.NewReader(values))
	d.UseNumber()
	for {
		var b bytes.Buffer
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = briefValue(&b, d, token)
		}
		if err != nil {
			return err
		}
		b.WriteByte('\n')
		if _, err := out.Write(b.Bytes()); err != nil {
			return err
		}
	}
}

// briefValue writes the value that begins with a token.
func briefValue(b *bytes.Buffer, d *json.Decoder, first json.Token) error {
	switch v := first.(type) {
	case json.Delim:
		if v == '[' {
			return briefArray(b, d)
		}
		return briefObject(b, d)
	case string:
		if len(v) > briefText {
			end := briefText
			for !utf8.RuneStart(v[end]) {
				end--
			}
			v = fmt.Sprintf("%s ... (%d bytes more)", v[:end], len(v)-end)
		}
		return plainJSON(b, v)
	}
	return plainJSON(b, first)
}

// plainJSON writes a value without the escapes that only HTML needs.
func plainJSON(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	b.Truncate(b.Len() - 1) // the end of the line
	return err
}

func briefArray(b *bytes.Buffer, d *json.Decoder) error {
	b.WriteByte('[')
	n := 0
	for ; d.More(); n++ {
		if n >= briefList {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return err
			}
			continue
		}
		if n > 0 {
			b.WriteByte(',')
		}
		token, err := d.Token()
		if err == nil {
			err = briefValue(b, d, token)
		}
		if err != nil {
			return err
		}
	}
	if n > briefList {
		fmt.Fprintf(b, `,{"left_out":%d}`, n-briefList)
	}
	b.WriteByte(']')
	_, err := d.Token()
	return err
}

func briefObject(b *bytes.Buffer, d *json.Decoder) error {
	b.WriteByte('{')
	for n := 0; d.More(); n++ {
		if n > 0 {
			b.WriteByte(',')
		}
		name, err := d.Token()
		if err == nil {
			err = plainJSON(b, name)
		}
		if err != nil {
			return err
		}
		b.WriteByte(':')
		token, err := d.Token()
		if err == nil {
			err = briefValue(b, d, token)
		}
		if err != nil {
			return err
		}
	}
	b.WriteByte('}')
	_, err := d.Token()
	return err
}
