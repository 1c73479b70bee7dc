package openai

import (
	"bytes"
	"html"
	"strings"
)

// removed replaces a key in the texts of an upstream.
const removed = "[key removed]"

// minSecret is the length in bytes from which a key is removed. Shorter ones are words such as "ollama" for servers that
// need no key, which answers may contain.
const minSecret = 8

// maxGap is how many blanks, or escaped line breaks, may be between two characters of a key.
const maxGap = 8

// secret is the key of an upstream, which no text of the upstream may contain when it leaves this package.
type secret struct {
	key string // "" if nothing is removed
}

func newSecret(key string) secret {
	if len(key) < minSecret {
		return secret{}
	}
	return secret{key}
}

// remove returns a text without the key, however it is spelled: in upper or lower case; with characters as escapes of JSON,
// also in JSON within JSON, of URLs, or of HTML; with gaps.
func (s secret) remove(text []byte) []byte {
	clean, _ := s.split(text, true)
	return clean
}

func (s secret) removeString(text string) string { return string(s.remove([]byte(text))) }

// split returns the text without the key. If the text is not complete, it stops where the key may begin and be cut off by
// the end, and returns the rest as it is.
func (s secret) split(text []byte, complete bool) (clean, rest []byte) {
	if s.key == "" {
		return text, nil
	}
	from := 0
	var buffers [2][]int
	for i := 0; i < len(text); {
		if c := text[i]; lower(c) != lower(s.key[0]) && c != '\\' && c != '%' && c != '&' {
			i++
			continue
		}
		n, cut := s.match(text[i:], &buffers)
		switch {
		case n > 0:
			clean = append(append(clean, text[from:i]...), removed...)
			i += n
			from = i
		case cut && !complete:
			return append(clean, text[from:i]...), text[i:]
		case text[i] == '\\' && s.key[0] != '\\':
			i += backslashes(text[i:]) // they are escapes of what follows, all or none
		default:
			i++
		}
	}
	if from == 0 {
		return text, nil
	}
	return append(clean, text[from:]...), nil
}

// match returns the length of the spelled key at the beginning of a text, or 0; cut reports that the text ends too early to
// tell. It follows all readings of the text at once, because the key can have characters that introduce escapes. The
// buffers are for the places that the readings have come to.
func (s secret) match(text []byte, buffers *[2][]int) (length int, cut bool) {
	ends := append(buffers[1][:0], 0)
	for i := range len(s.key) {
		next := buffers[i%2][:0]
		for _, at := range ends {
			spelled := spelling{text: text, c: s.key[i], ends: next}
			spelled.read(at)
			if i > 0 {
				if gap := gapAt(text[at:]); gap > 0 {
					spelled.read(at + gap)
				}
			}
			next, cut = spelled.ends, cut || spelled.cut
		}
		buffers[i%2] = next
		if len(next) == 0 {
			return 0, cut
		}
		ends = next
	}
	for _, end := range ends {
		length = max(length, end)
	}
	return length, false
}

// spelling are the places where a spelled character ends.
type spelling struct {
	text []byte
	c    byte
	ends []int
	cut  bool // the text ends within an escape
}

func (s *spelling) end(at int) {
	for _, known := range s.ends {
		if known == at {
			return
		}
	}
	s.ends = append(s.ends, at)
}

// read reads the character at a place.
func (s *spelling) read(at int) {
	if at < len(s.text) && s.text[at] == s.c {
		s.end(at + 1)
	}
	start := at
	at += backslashes(s.text[at:])
	if at == len(s.text) {
		s.cut = true
		return
	}
	if lower(s.text[at]) == lower(s.c) {
		s.end(at + 1)
	}
	switch c := s.text[at]; {
	case at > start && c == 'u':
		s.hex(at+1, 4)
	case at > start && c == 'x':
		s.hex(at+1, 2)
	case c == '%':
		for at++; bytes.HasPrefix(s.text[at:], []byte("25")); at += 2 {
			s.hex(at, 2)
		}
		s.hex(at, 2)
	case c == '&':
		const most = 10
		entity := s.text[at:min(len(s.text), at+most)]
		if n := bytes.IndexByte(entity, ';') + 1; n == 0 {
			s.cut = s.cut || len(entity) < most
		} else if got := html.UnescapeString(string(entity[:n])); len(got) == 1 && lower(got[0]) == lower(s.c) {
			s.end(at + n)
		}
	}
}

// hex reads the character as a hexadecimal number of n digits.
func (s *spelling) hex(at, n int) {
	if len(s.text) < at+n {
		s.cut = true
		return
	}
	got := 0
	for _, c := range s.text[at : at+n] {
		digit := strings.IndexByte("0123456789abcdef", lower(c))
		if digit < 0 {
			return
		}
		got = got<<4 | digit
	}
	if got < 256 && lower(byte(got)) == lower(s.c) {
		s.end(at + n)
	}
}

// gapAt returns the length of the blanks and escaped line breaks at the beginning of a text.
func gapAt(text []byte) int {
	at := 0
	for range maxGap {
		n := backslashes(text[at:])
		switch {
		case at+n == len(text):
			return at
		case n == 0 && text[at] == ' ':
			at++
		case n > 0 && strings.IndexByte("nrt", text[at+n]) >= 0:
			at += n + 1
		default:
			return at
		}
	}
	return at
}

func backslashes(text []byte) int { return len(text) - len(bytes.TrimLeft(text, `\`)) }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
