package card

import (
	"fmt"
	"net/url"
	"strings"
)

// link makes a part of the card a link to the spec, or to a line of it if line is not 0.
// The text is Markdown without links. Only findings link to lines: any other line number
// would change with each line that is inserted above it.
func (w *page) link(text string, line int) string {
	switch {
	case w.spec == "" || text == "":
		return text
	case line == 0:
		return fmt.Sprintf("[%s](%s)", text, address(w.spec))
	}
	return fmt.Sprintf("[%s](%s#L%d)", text, address(w.spec), line)
}

// address writes a path as a relative URL.
func address(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		// A colon would end a scheme, and GitHub treats text after a tilde as markup.
		parts[i] = strings.NewReplacer(":", "%3A", "~", "%7E").Replace(url.PathEscape(p))
	}
	return strings.Join(parts, "/")
}
