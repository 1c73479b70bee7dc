package svg

import (
	"html"
	"strings"
	"unicode"
)

// cleaned returns a text as it is read from an image.
func cleaned(text string) string { return html.UnescapeString(escape(text)) }

// escape returns XML that shows a text unchanged, on one line. What XML forbids or what changes the order of text is U+FFFD.
func escape(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\ufffd") {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\'':
			b.WriteString("&#39;")
		case r == '\u00a0':
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r&0xfffe == 0xfffe:
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
