package mermaid

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns text that Mermaid shows unchanged in the label of an edge, in a quoted title, and in a
// description after a colon. Characters with a meaning in Mermaid or in its Markdown become entities
// (#59; is a semicolon); white space, including line breaks, becomes a space; control characters, marks
// that reorder text, and invalid UTF-8 become U+FFFD.
func Escape(text string) string {
	var b strings.Builder
	text = strings.ToValidUTF8(text, "\ufffd")
	before := ' '
	for i, r := range text {
		rest := text[i+utf8.RuneLen(r):]
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case hidden(r):
			b.WriteRune(utf8.RuneError)
		case strings.ContainsRune("\":;<#&%*`~$\\[]", r), r == '_' && !(alphanumeric(before) && alphanumeric(first(rest))), startsDirection(text[i:]):
			fmt.Fprintf(&b, "#%d;", r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// startsDirection reports whether s begins with the word "direction", which is a statement anywhere in a
// line, even in quotes, if TB or LR follows.
func startsDirection(s string) bool {
	const word = "direction"
	return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) && !alphanumeric(first(s[len(word):]))
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func alphanumeric(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// hidden reports whether r is a control character or changes the direction of text.
func hidden(r rune) bool {
	return unicode.IsControl(r) || r == 0x061c || r == 0x200e || r == 0x200f || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
}
