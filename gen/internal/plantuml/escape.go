package plantuml

import (
	"fmt"
	"strings"
	"unicode"
)

// escape returns text that PlantUML shows unchanged, on one line. All characters with a meaning in its markup or
// preprocessor are written as code points.
func escape(text string) string {
	var b strings.Builder
	before := ' '
	for _, r := range strings.ToValidUTF8(text, "\ufffd") {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			b.WriteRune(unicode.ReplacementChar)
		case r >= 0x80, unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("(),+>?]", r):
			b.WriteRune(r)
		case strings.ContainsRune("/[=.", r) && r != before: // doubled, they are markup
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
		before = r
	}
	return b.String()
}
