package dot

import (
	"strings"
	"unicode"
)

// quote returns text as a string of DOT that is drawn as it is, line by line,
// with end behind each line: \n puts it in the middle, \l at the left.
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

// flat takes the line ends out of a text that must stay one line.
func flat(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
