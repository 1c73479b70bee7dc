// Package name says what a name of a spec is.
//
// Names are Go identifiers, and more: two names that look the same must be the same, whatever an editor does with them.
// Therefore, a name has letters, ASCII digits, and underscores; combining marks and characters that cannot be seen or that
// reorder text are none of these. Letters that Unicode has for compatibility only are excluded, so that each name is
// normalized, and so are words that mix letters of Latin, Greek, and Cyrillic, many of which look the same.
package name

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Max is the maximum length of a name, in bytes, so that it fits where machines are stored.
const Max = 100

// Pattern is a regular expression for a superset of the names, in the syntax of JSON Schema (ECMA-262 with Unicode).
const Pattern = `^\p{L}[\p{L}0-9_]*$`

// Rule says in words what a name is.
const Rule = "a name consists of letters, digits, and underscores, and begins with a letter"

// Is reports whether a text can be a name. It may be a keyword, and longer than [Max].
func Is(s string) bool {
	for i, r := range s {
		if !letter(r) && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != "" && !mixed(s)
}

// letter reports whether a character can stand in a name as a letter.
func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return unicode.IsLetter(r) && !unicode.Is(variants, r)
}

// alike are the scripts of which many letters look the same.
var alike = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic}

// mixed reports whether a word of a name has letters of several of the scripts that look alike.
func mixed(s string) bool {
	for word := range strings.SplitSeq(s, "_") {
		found := 0
		for _, script := range alike {
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(script, r) }) {
				found++
			}
		}
		if found > 1 {
			return true
		}
	}
	return false
}

// Clean returns a text in which all letters can stand in a name: full-width characters become those of ASCII, combining
// marks are dropped, underscores separate scripts that look alike, and a space is in place of any other letter.
func Clean(text string) string {
	var b strings.Builder
	last := -1 // the script of the letter before, in alike
	for _, r := range text {
		if 0xff01 <= r && r <= 0xff5e {
			r -= 0xff01 - '!'
		}
		switch {
		case unicode.IsMark(r):
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r), '0' <= r && r <= '9':
			last = -1
		case !letter(r):
			r, last = ' ', -1
		default:
			script := slices.IndexFunc(alike, func(t *unicode.RangeTable) bool { return unicode.Is(t, r) })
			if script >= 0 && last >= 0 && script != last {
				b.WriteByte('_')
			}
			if script >= 0 {
				last = script
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Spell writes the letters of a name beyond ASCII as their numbers. Two names can become the same.
func Spell(s string) string { return spell(s, "u", func(string) int { return 0 }) }

// ASCII replaces the letters beyond ASCII in the text of a file whose language has names in ASCII only. Skip returns the
// length of a comment or string at the beginning of a text, which is left as it is, or 0. Different names remain different.
func ASCII(text string, skip func(string) int) string {
	mark := "_u"
	for strings.Contains(text, mark) {
		mark += "u"
	}
	return spell(text, mark, skip)
}

func spell(text, mark string, skip func(string) int) string {
	var b strings.Builder
	for text != "" {
		n := skip(text)
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case n == 0 && r >= utf8.RuneSelf:
			b.WriteString(mark + hex(r))
			text = text[size:]
			continue
		case n == 0:
			n = size
		}
		b.WriteString(text[:n])
		text = text[n:]
	}
	return b.String()
}

// Between returns the length of a part at the beginning of a text that opens and closes, such as a comment, or 0. If it does
// not close, it is the whole text.
func Between(text, open, close string) int {
	rest, ok := strings.CutPrefix(text, open)
	if !ok {
		return 0
	}
	if end := strings.Index(rest, close); end >= 0 {
		return len(open) + end + len(close)
	}
	return len(text)
}

// hex writes a character with six hexadecimal digits.
func hex(r rune) string {
	const digits = "0123456789abcdef"
	var out [6]byte
	for i := range out {
		out[len(out)-1-i] = digits[r>>(4*i)&15]
	}
	return string(out[:])
}
