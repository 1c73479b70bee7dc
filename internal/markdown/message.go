package markdown

import "strings"

// Message returns a message with text between backquotes as code. In hostile text the backquotes may pair
// wrongly; each part is escaped either way.
func Message(message string) string {
	var b strings.Builder
	for i, part := range strings.Split(message, "`") {
		if i%2 == 1 {
			b.WriteString(Code(part))
			continue
		}
		// Text trims, but a blank next to code separates words.
		if i > 0 && strings.HasPrefix(part, " ") && strings.TrimSpace(part) != "" {
			b.WriteByte(' ')
		}
		b.WriteString(Text(part))
		if strings.HasSuffix(part, " ") {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}
