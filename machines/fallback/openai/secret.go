package openai

import (
	"bytes"
	"encoding/hex"
	"html"
)

// removed replaces a key in the texts of an upstream.
const removed = "[key removed]"

// minSecret is the length in bytes from which a key is removed. Shorter ones are words such as "ollama" for servers that
// need no key, which answers may contain.
const minSecret = 8

// secret is the key of an upstream, which no text of the upstream may contain when it leaves this package.
type secret struct {
	plain []byte // nil if nothing is removed
}

func newSecret(key string) secret {
	plain := letters([]byte(key))
	if len(plain) < minSecret {
		return secret{}
	}
	return secret{plain}
}

// remove returns a text without the key: without all parts that have the same letters.
func (s secret) remove(text []byte) []byte {
	if s.plain == nil {
		return text
	}
	plain := letters(text)
	if !bytes.Contains(plain, s.plain) {
		return text
	}
	var clean []byte
	for {
		i := bytes.Index(plain, s.plain)
		if i < 0 {
			return append(clean, text...)
		}
		plain = plain[i+len(s.plain):]
		begin := place(text, i)
		last := begin + place(text[begin:], len(s.plain)-1)
		_, size := letter(text[last:])
		clean = append(append(clean, text[:begin]...), removed...)
		text = text[last+size:]
	}
}

func (s secret) removeString(text string) string { return string(s.remove([]byte(text))) }

// gap is what letter returns for what may be between two letters of a key.
const gap = ' '

// letters returns the letters of a text without gaps.
func letters(text []byte) []byte {
	plain := make([]byte, 0, len(text))
	for len(text) > 0 {
		c, size := letter(text)
		if c != gap {
			plain = append(plain, c)
		}
		text = text[size:]
	}
	return plain
}

// place returns where letter n of a text begins.
func place(text []byte, n int) int {
	at := 0
	for at < len(text) {
		c, size := letter(text[at:])
		if c != gap {
			if n == 0 {
				break
			}
			n--
		}
		at += size
	}
	return at
}

// letter reads the first letter of a text that is not empty, in lower case, and returns how many bytes it has. It undoes escapes of
// JSON, also of JSON within JSON, and of URLs and HTML, also repeated and within JSON. Blanks, line breaks, and backslashes
// are gaps. Backslashes belong to what follows, so that no part of an escape remains.
func letter(text []byte) (c byte, size int) {
	at := len(text) - len(bytes.TrimLeft(text, `\`))
	if at == len(text) {
		return gap, at
	}
	escaped := at > 0
	c = text[at]
	at++
	if escaped {
		c, at = escape(text, c, at)
	}
	switch c {
	case '%':
		for bytes.HasPrefix(text[at:], []byte("25")) {
			at += 2
		}
		if got, ok := hexByte(text[at:]); ok {
			c, at = got, at+2
		}
	case '&':
		for bytes.HasPrefix(text[at:], []byte("amp;")) {
			at += 4
		}
		const most = 9
		n := bytes.IndexByte(text[at:min(len(text), at+most)], ';') + 1
		if got := html.UnescapeString("&" + string(text[at:at+n])); len(got) == 1 {
			c, at = got[0], at+n
		}
	}
	switch {
	case c == '\n' || c == '\r' || c == '\t' || c == '\\':
		c = gap
	case 'A' <= c && c <= 'Z':
		c += 'a' - 'A'
	}
	return c, at
}

// escape reads what follows the character c after a backslash.
func escape(text []byte, c byte, at int) (byte, int) {
	switch c {
	case 'n', 'r', 't':
		return gap, at
	case 'u':
		if digits, ok := bytes.CutPrefix(text[at:], []byte("00")); ok {
			if got, ok := hexByte(digits); ok {
				return got, at + 4
			}
		}
	case 'x':
		if got, ok := hexByte(text[at:]); ok {
			return got, at + 2
		}
	}
	return c, at
}

// hexByte reads a byte of two hexadecimal digits.
func hexByte(text []byte) (c byte, ok bool) {
	var got [1]byte
	_, err := hex.Decode(got[:], text[:min(len(text), 2)])
	return got[0], err == nil && len(text) > 1
}
