package dot

import (
	"strings"
	"unicode"
)

// quote returns a DOT string that shows text unchanged, with end after each line: \n centers it, and \l
// left-aligns it.
func quote(text, end string) string {
	var b strings.Builder
	b.WriteByte('"')
	for line := range strings.SplitSeq(text, "\n") {
		for _, r := range strings.ToValidUTF8(line, "\ufffd") {
			switch {
			case r == '"' || r == '\\':
				b.WriteByte('\\')
				b.WriteRune(r)
			case r == '&': // entities are decoded
				b.WriteString("&amp;")
			case unicode.IsSpace(r):
				b.WriteByte(' ')
			case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
				b.WriteRune(unicode.ReplacementChar)
			default:
				b.WriteRune(r)
			}
		}
		b.WriteString(end)
	}
	return strings.TrimSuffix(b.String(), `\n`) + `"`
}

// flat removes the line breaks from a text that must stay on one line.
func flat(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
